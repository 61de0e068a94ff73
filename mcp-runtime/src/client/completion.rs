//! How the value of an argument may continue.

use super::call::ClientCall;
use super::decode::decode;
use super::handle::Client;
use super::request::RequestBuilder;
use super::round_trips::send_until_complete;
use crate::protocol::{
    CompleteParams, CompleteResult, Completion, CompletionReference, Method, Revise as _,
};

impl Client {
    /// Asks how the value of an argument may continue.
    ///
    /// # Errors
    ///
    /// The error that the server answered, in [`Error::rpc`](crate::Error::rpc).
    pub fn complete(
        &self,
        reference: CompletionReference,
        argument: &str,
        value: &str,
    ) -> RequestBuilder<Completion> {
        self.complete_with(CompleteParams::new(reference, argument, value))
    }

    /// Asks how the value of an argument may continue, where others have a value already.
    ///
    /// # Errors
    ///
    /// The error that the server answered, in [`Error::rpc`](crate::Error::rpc).
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
