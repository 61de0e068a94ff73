//! What a handler's parameter can be: an argument or a context parameter, distinguished by trait.
//!
//! Generated code calls the methods of these traits on the type of the parameter, so that the
//! compiler reports there, and briefly, that a type is neither.

use std::borrow::Borrow;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::{ArgDef, Call, Inputs};
use crate::schema::Schema;
use crate::server::{FromArgument, FromContext};

/// A type that can be a parameter of a handler.
///
/// `Kind` is inferred: a type is an argument (`Deserialize` and [`Schema`]), a context parameter
/// ([`FromContext`]), or made of both ([`FromArgument`]).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a handler",
    label = "neither an argument nor a context parameter",
    note = "an argument must derive `serde::Deserialize` and `mcp_runtime::Schema`, and so must the types in it; take shared state as `mcp_runtime::State<{Self}>`, and implement `mcp_runtime::FromContext` for other context"
)]
pub trait Param<Kind>: Sized {
    /// Adds the parameter to the handler's description.
    #[doc(hidden)]
    fn describe<S>(inputs: &mut Inputs<S>, def: ArgDef);

    /// Takes the parameter from a call; on `None` it is rejected, and the call stores the reason.
    #[doc(hidden)]
    fn take(call: &mut Call<'_>, index: usize) -> Option<Self>;

    /// Takes the parameter, or its default if the caller passed none.
    #[doc(hidden)]
    fn take_or(call: &mut Call<'_>, index: usize, default: fn() -> Self) -> Option<Self>;
}

/// The kind of parameters that the caller passes.
#[derive(Debug)]
pub struct Argument(());

/// The kind of parameters that the server provides.
#[derive(Debug)]
pub struct Contextual(());

/// The kind of parameters that are made of an argument and the context.
#[derive(Debug)]
pub struct Resolved(());

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + Schema> Param<Argument> for T {
    fn describe<S>(inputs: &mut Inputs<S>, def: ArgDef) {
        inputs.argument::<T>(def);
    }

    fn take(call: &mut Call<'_>, index: usize) -> Option<Self> {
        call.argument(index, None)
    }

    fn take_or(call: &mut Call<'_>, index: usize, default: fn() -> Self) -> Option<Self> {
        call.argument(index, Some(default))
    }
}

#[diagnostic::do_not_recommend]
impl<T: FromContext> Param<Contextual> for T {
    fn describe<S>(inputs: &mut Inputs<S>, _: ArgDef) {
        inputs.context::<T>();
    }

    fn take(call: &mut Call<'_>, _: usize) -> Option<Self> {
        call.context()
    }

    fn take_or(call: &mut Call<'_>, _: usize, _: fn() -> Self) -> Option<Self> {
        call.context()
    }
}

#[diagnostic::do_not_recommend]
impl<T: FromArgument> Param<Resolved> for T {
    fn describe<S>(inputs: &mut Inputs<S>, def: ArgDef) {
        inputs.resolved_argument::<T>(def);
    }

    fn take(call: &mut Call<'_>, index: usize) -> Option<Self> {
        call.resolved_argument(index, None)
    }

    fn take_or(call: &mut Call<'_>, index: usize, default: fn() -> Self) -> Option<Self> {
        call.resolved_argument(index, Some(default))
    }
}

/// Defines a trait for all types that are parameters, or parameters of some kinds, to control the
/// compiler's error for the others.
macro_rules! parameter_trait {
    ($(#[$($attribute:tt)*])* pub trait $name:ident $(where Kind: $kinds:path)?;) => {
        $(#[$($attribute)*])*
        pub trait $name<Kind>: Sized {
            /// Adds the parameter to the handler's description.
            #[doc(hidden)]
            fn describe<S>(
                inputs: &mut $crate::server::handler::Inputs<S>,
                def: $crate::server::handler::ArgDef,
            );

            /// Takes the parameter from a call; on `None` it is rejected, and the call stores the
            /// reason.
            #[doc(hidden)]
            fn take(call: &mut $crate::server::handler::Call<'_>, index: usize) -> Option<Self>;

            /// Takes the parameter, or its default if the caller passed none.
            #[doc(hidden)]
            fn take_or(
                call: &mut $crate::server::handler::Call<'_>,
                index: usize,
                default: fn() -> Self,
            ) -> Option<Self>;
        }

        #[diagnostic::do_not_recommend]
        impl<Kind $(: $kinds)?, T: $crate::server::handler::Param<Kind>> $name<Kind> for T {
            fn describe<S>(
                inputs: &mut $crate::server::handler::Inputs<S>,
                def: $crate::server::handler::ArgDef,
            ) {
                <T as $crate::server::handler::Param<Kind>>::describe(inputs, def);
            }

            fn take(call: &mut $crate::server::handler::Call<'_>, index: usize) -> Option<Self> {
                <T as $crate::server::handler::Param<Kind>>::take(call, index)
            }

            fn take_or(
                call: &mut $crate::server::handler::Call<'_>,
                index: usize,
                default: fn() -> Self,
            ) -> Option<Self> {
                <T as $crate::server::handler::Param<Kind>>::take_or(call, index, default)
            }
        }
    };
}

pub(crate) use parameter_trait;

parameter_trait! {
    /// A type that can be annotated with `#[arg(..)]`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be an argument of a handler",
        label = "`#[arg(..)]` is for arguments",
        note = "an argument must derive `serde::Deserialize` and `mcp_runtime::Schema`, and so must the types in it",
        note = "a context parameter takes no `#[arg(..)]`: remove it"
    )]
    pub trait ArgParam where Kind: OfArgument;
}

/// The kinds of parameters for which the caller passes something.
pub trait OfArgument {}

impl OfArgument for Argument {}
impl OfArgument for Resolved {}

/// A type that can be a parameter where only context parameters are allowed, since other parameters
/// take all arguments.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a context parameter",
    label = "only a context parameter is allowed here",
    note = "implement `mcp_runtime::FromContext` for it; an argument of a resource is a variable of its URI"
)]
pub trait ContextParam: Sized {
    /// Adds the parameter to the handler's description.
    #[doc(hidden)]
    fn describe<S>(inputs: &mut Inputs<S>);

    /// Takes the parameter from a call; on `None` it is rejected, and the call stores the reason.
    #[doc(hidden)]
    fn take(call: &mut Call<'_>) -> Option<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: FromContext> ContextParam for T {
    fn describe<S>(inputs: &mut Inputs<S>) {
        inputs.context::<T>();
    }

    fn take(call: &mut Call<'_>) -> Option<Self> {
        call.context()
    }
}

/// A type that can be the parameter that takes all arguments.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the arguments of a handler",
    label = "does not implement both `Deserialize` and `Schema`",
    note = "add `#[derive(serde::Deserialize, mcp_runtime::Schema)]` to the type"
)]
pub trait WholeParam: Sized {
    /// Adds the parameter to the handler's description.
    #[doc(hidden)]
    fn describe<S>(inputs: &mut Inputs<S>);

    /// Takes the parameter from a call; on `None` it is rejected, and the call stores the reason.
    #[doc(hidden)]
    fn take(call: &mut Call<'_>) -> Option<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + Schema> WholeParam for T {
    fn describe<S>(inputs: &mut Inputs<S>) {
        inputs.all::<T>();
    }

    fn take(call: &mut Call<'_>) -> Option<Self> {
        call.all()
    }
}

/// A type that a handler may take by reference.
#[diagnostic::on_unimplemented(
    message = "`&{Self}` cannot be a parameter of a handler",
    label = "neither an argument nor a context parameter",
    note = "an argument must derive `serde::Deserialize` and `mcp_runtime::Schema`, and so must the types in it; take shared state as `mcp_runtime::State<{Self}>`, and implement `mcp_runtime::FromContext` for other context"
)]
pub trait RefParam<Kind> {
    /// What the runtime keeps while the handler runs.
    type Owned: Param<Kind> + Borrow<Self>;
}

#[diagnostic::do_not_recommend]
impl RefParam<Argument> for str {
    type Owned = String;
}

#[diagnostic::do_not_recommend]
impl RefParam<Argument> for Path {
    type Owned = PathBuf;
}

#[diagnostic::do_not_recommend]
impl<T> RefParam<Argument> for [T]
where
    Vec<T>: Param<Argument>,
{
    type Owned = Vec<T>;
}

#[diagnostic::do_not_recommend]
impl<Kind, T: Param<Kind>> RefParam<Kind> for T {
    type Owned = T;
}

/// The reference that a handler asked for.
pub fn lend<T: RefParam<Kind> + ?Sized, Kind>(owned: &T::Owned) -> &T {
    owned.borrow()
}

/// The optional reference that a handler asked for.
pub fn lend_option<T: RefParam<Kind> + ?Sized, Kind>(owned: &Option<T::Owned>) -> Option<&T> {
    owned.as_ref().map(Borrow::borrow)
}

/// The slice of string slices that a handler asked for.
#[inline]
pub fn strs(owned: &[String]) -> Vec<&str> {
    owned.iter().map(String::as_str).collect()
}
