//! Results of methods that extensions define.

use serde::Serialize;

use super::finite;
use crate::jsonrpc::ErrorObject;
use crate::protocol::ExtensionResult;
use crate::server::{Reply, Response};

/// What a function with [`#[method]`](macro@crate::method) may return: a value that serializes to
/// an object, or `()`, or a `Result` of either.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a method",
    label = "cannot be serialized as JSON",
    note = "derive `serde::Serialize` for a struct with the members of the result, or return `()`"
)]
pub trait IntoMethodResult {
    /// Returns the response with the result.
    ///
    /// # Errors
    ///
    /// When it is not an object, or has a number that JSON cannot represent.
    #[doc(hidden)]
    fn respond(self) -> Response;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize> IntoMethodResult for T {
    fn respond(self) -> Response {
        if let Some(refusal) = finite::refusal(&self) {
            return Err(ErrorObject::internal(refusal));
        }
        let result = ExtensionResult::of(&self).map_err(ErrorObject::internal)?;
        Ok(Reply::Extension(result))
    }
}
