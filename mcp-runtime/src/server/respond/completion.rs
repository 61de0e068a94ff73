//! Results of completion functions.

use std::future::Future;

use crate::server::step::BoxFuture;

/// What a completion function may return.
///
/// `When` is inferred: the values are there [`Now`], or in a future, [`Later`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a completion",
    label = "no list of strings",
    note = "return a `Vec<String>`, or another list of strings; the function may be `async`"
)]
pub trait Completes<When> {
    /// The values.
    fn values(self) -> impl Future<Output = Vec<String>> + Send;
}

/// The values are there.
#[derive(Debug)]
pub struct Now(());

/// The values are in a future.
#[derive(Debug)]
pub struct Later(());

#[diagnostic::do_not_recommend]
impl<T: IntoIterator<Item: Into<String>>> Completes<Now> for T {
    fn values(self) -> impl Future<Output = Vec<String>> + Send {
        let values = self.into_iter().map(Into::into).collect();
        std::future::ready(values)
    }
}

#[diagnostic::do_not_recommend]
impl<F> Completes<Later> for F
where
    F: Future<Output: IntoIterator<Item: Into<String>>> + Send,
{
    async fn values(self) -> Vec<String> {
        self.await.into_iter().map(Into::into).collect()
    }
}

/// Boxes a future of values.
pub fn boxed(future: impl Future<Output = Vec<String>> + Send + 'static) -> BoxFuture<Vec<String>> {
    Box::pin(future)
}
