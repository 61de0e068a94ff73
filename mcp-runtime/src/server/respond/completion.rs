//! Results of completion functions.

use std::future::{Future, Ready, ready};

use crate::jsonrpc::ErrorObject;
use crate::protocol::{CompleteResult, Completion};
use crate::server::response::BoxFuture;
use crate::server::{Reply, Response};

/// What a function returned, for method lookup: a future, or a value.
#[derive(Debug)]
pub struct Awaited<T>(pub T);

impl<F: Future> Awaited<F> {
    /// The future.
    pub fn future(self) -> F {
        self.0
    }
}

/// For a value that is not a future.
pub trait Already<T> {
    /// Returns a ready future of the value.
    fn future(self) -> Ready<T>;
}

impl<T> Already<T> for Awaited<T> {
    fn future(self) -> Ready<T> {
        ready(self.0)
    }
}

/// Boxes a future of a response.
pub fn boxed(future: impl Future<Output = Response> + Send + 'static) -> BoxFuture<Response> {
    Box::pin(future)
}

/// The error of a response that is one.
pub fn error_object(response: Response) -> ErrorObject {
    match response {
        Err(error) => error,
        Ok(_) => ErrorObject::internal("the list cannot be read"),
    }
}

/// Returns the response with the values, of which at most a hundred are sent.
///
/// # Errors
///
/// Never; the function may have failed before.
#[inline]
pub fn completed(mut completion: Completion) -> Response {
    if completion.values.len() > Completion::MAX_VALUES {
        completion.has_more = Some(true);
        completion.values.truncate(Completion::MAX_VALUES);
    }
    let mut result = CompleteResult::default();
    result.completion = completion;
    Ok(Reply::Completion(result))
}
