//! The errors for what a request names and the server does not have: a tool, a prompt, an argument,
//! or a method.

use crate::jsonrpc::{ErrorObject, truncate_for_display};
use crate::protocol::Method;
use crate::protocol::suggest::nearest;

/// Returns `-32602` for an unknown name, with a suggestion if there is a similar one.
pub(crate) fn unknown<'a>(
    what: &str,
    name: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> ErrorObject {
    let mut message = format!("unknown {what} {:?}", truncate_for_display(name));
    if let Some(nearest) = nearest(name, names) {
        message += &format!("; did you mean `{nearest}`?");
    }
    ErrorObject::invalid_params(message)
}

/// Returns `-32601` for a method that the server does not offer.
pub(super) fn not_offered(method: Method) -> ErrorObject {
    ErrorObject::method_not_found(format!("this server does not offer `{method}`"))
}
