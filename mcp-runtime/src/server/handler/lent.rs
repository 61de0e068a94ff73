//! Parameters taken by reference: the runtime owns the value and lends it for the call.

use std::borrow::Borrow;
use std::path::{Path, PathBuf};

use super::Param;
use super::param::Argument;

/// A type that a handler may take by reference.
#[diagnostic::on_unimplemented(
    message = "`&{Self}` cannot be a parameter of a handler",
    label = "neither an argument nor a context parameter",
    note = "an argument derives `serde::Deserialize` and `mcp_runtime::Schema`; what the server holds is taken as `mcp_runtime::State<{Self}>`, other context implements `mcp_runtime::FromContext`"
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
pub fn strs(owned: &[String]) -> Vec<&str> {
    owned.iter().map(String::as_str).collect()
}
