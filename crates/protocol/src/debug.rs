//! `Debug` for types that also hold long or secret values or functions.

/// Implements `Debug` with some fields of a type, marked as incomplete.
#[doc(hidden)]
#[macro_export]
macro_rules! short_debug {
    ($type:ident $(<$($generic:tt),+>)? { $($field:ident),* }) => {
        impl$(<$($generic),+>)? ::std::fmt::Debug for $type$(<$($generic),+>)? {
            #[inline]
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.debug_struct(stringify!($type))
                    $(.field(stringify!($field), &self.$field))*
                    .finish_non_exhaustive()
            }
        }
    };
}

pub use crate::short_debug;
