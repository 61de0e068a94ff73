//! What a request is told that gets nothing.

use http::{Response, StatusCode};

/// A response that says why there is nothing else.
pub(super) fn refusal(status: StatusCode, why: &str) -> Response<String> {
    let mut response = Response::new(why.to_owned());
    *response.status_mut() = status;
    response
}
