//! Requests that a server refused, perhaps because it was replaced.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::post::Post;
use super::session::ClientSession;
use crate::error::{Error, Result};
use crate::jsonrpc::{ErrorObject, RequestId};
use crate::protocol::Method;

/// Errors are not longer than this.
const LONGEST_ERROR: usize = 64 * 1024;

/// A request that was refused, in a session.
pub(super) struct RefusedRequest<'a> {
    pub(super) session: &'a ClientSession,
    pub(super) error: &'a Error,
    /// The id of the request, if it has one.
    pub(super) id: Option<u64>,
    /// The method of the request, if it is one that such refusals are checked with.
    pub(super) check: Option<Method>,
}

impl<'a> RefusedRequest<'a> {
    pub(super) fn new(post: &Post, session: &'a ClientSession, error: &'a Error) -> Self {
        Self { session, error, id: post.id, check: post.check }
    }
}

/// The error with which a message answers a request, which may say that the server was replaced.
pub(super) fn refusal_in(text: &str, request: &RequestId) -> Option<Error> {
    let may_be = text.len() <= LONGEST_ERROR && text.contains("\"error\"");
    if may_be { answer(text, request)?.err() } else { None }
}

/// The result of a request, or its error; `None` if the text does not answer it. A server that could
/// not read a request does not know its id.
pub(super) fn answer(text: &str, request: &RequestId) -> Option<Result<Box<str>>> {
    #[derive(Deserialize)]
    struct Answer<'a> {
        #[serde(borrow)]
        result: Option<&'a RawValue>,
        error: Option<ErrorObject>,
        id: Option<RequestId>,
    }
    let answer: Answer<'_> = serde_json::from_str(text).ok()?;
    if answer.id.as_ref().is_some_and(|id| id != request) {
        return None;
    }
    match (answer.error, answer.result) {
        (Some(error), _) => Some(Err(error.into())),
        (None, result) => result.map(|result| Ok(result.get().into())),
    }
}
