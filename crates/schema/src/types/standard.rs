//! Types of the standard library whose JSON nobody means, and maps, which the macros recognize by name.
//! Whether a type of that name is one of them, or one of the user, is decided here.

#[cfg(feature = "indexmap")]
mod indexmap;

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::marker::PhantomData;
use std::time::{Duration, SystemTime};

/// Whether a type is one of these.
#[derive(Debug)]
pub struct Standard<T: ?Sized>(PhantomData<T>);

/// The fallback for all other types: inherent items take precedence over this.
pub trait OfUser {
    /// The type is another one.
    const IS_STANDARD: bool = false;
}

impl<T: ?Sized> OfUser for Standard<T> {}

macro_rules! standard {
    ($($ty:ty $(, $parameter:ident)*);*) => {
        $(impl<$($parameter),*> Standard<$ty> {
            /// The type is this one.
            pub const IS_STANDARD: bool = true;
        })*
    };
}

standard!(Duration; SystemTime; OsString; BTreeMap<K, V>, K, V; HashMap<K, V, S>, K, V, S);
