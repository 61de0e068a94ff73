//! Completion of arguments.

use super::call::ClientCall;
use super::decode::decode;
use super::handle::Client;
use super::request_builder::RequestBuilder;
use super::round_trips::send_until_complete;
use crate::protocol::{
    CompleteParams, CompleteResult, Completion, CompletionReference, Method, Revise as _,
};

impl Client {
    /// Requests completions for the value of an argument.
    ///
    /// # Errors
    ///
    /// When the server returns an error, which is in [`Error::rpc`](crate::Error::rpc).
    pub fn complete(
        &self,
        reference: CompletionReference,
        argument: &str,
        value: &str,
    ) -> RequestBuilder<Completion> {
        self.complete_with(CompleteParams::new(reference, argument, value))
    }

    /// Requests completions for the value of an argument, given the values of other arguments.
    ///
    /// # Errors
    ///
    /// When the server returns an error, which is in [`Error::rpc`](crate::Error::rpc).
    pub fn complete_with(&self, mut params: CompleteParams) -> RequestBuilder<Completion> {
        params.revise(self.version());
        let call = ClientCall::raw(Method::Complete.name(), &params);
        RequestBuilder::new(self, call, |client, call| {
            Box::pin(async move {
                let connection = client.connection();
                let result = send_until_complete(connection, &call).await?;
                decode::<CompleteResult>(connection, &call, &result).map(|result| result.completion)
            })
        })
    }
}
