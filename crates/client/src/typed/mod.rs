//! What the text of a typed client names: `mcp-runtime-codegen` writes it.
//!
//! Its types do not derive their serde: with a hundred tools, that alone takes five seconds of each
//! build. They name their members instead, and what is done with these stands here, once.

mod forms;
mod members;
mod passed_on;

use super::call::ClientCall;
use super::decode::decode;
use super::handle::Client;
use super::request_builder::RequestBuilder;
use super::tools::call_tool as call_once;
use crate::error::Error;
use crate::protocol::{CallToolResult, Method};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use forms::{Need, ValueForm};
pub use members::ObjectMembers;
pub use passed_on::PassedOn;

/// All names that it uses: a module of it may be where there is no prelude.
pub mod prelude {
    pub use super::forms::{Need, ValueForm, forms, tagged, text};
    pub use super::members::{ObjectMembers, read};
    pub use crate::protocol::{CallToolResult, Connect};
    pub use crate::{Client, ClientBuilder, RequestBuilder, Result};
    pub use serde::{Deserialize, Deserializer, Serialize, Serializer};
    pub use serde_json::Value;
    pub use std::boxed::Box;
    pub use std::clone::Clone;
    pub use std::cmp::{Eq, PartialEq};
    pub use std::collections::BTreeMap;
    pub use std::convert::{From, Into};
    pub use std::default::Default;
    pub use std::fmt::Debug;
    pub use std::iter::{IntoIterator, Iterator};
    pub use std::option::Option::{self, None, Some};
    pub use std::result::Result::{Err, Ok};
    pub use std::string::String;
    pub use std::vec::Vec;
}

/// Calls a tool with an output schema.
pub fn call<R>(client: &Client, tool: &str, arguments: impl Serialize) -> RequestBuilder<R>
where
    R: DeserializeOwned + Send + 'static,
{
    client.call(tool, arguments)
}

/// Calls a tool without an output schema. Its failure is an error, as it is with a schema.
pub fn call_tool(
    client: &Client,
    tool: &str,
    arguments: impl Serialize,
) -> RequestBuilder<CallToolResult> {
    let call = ClientCall::named(Method::CallTool, tool, &arguments);
    RequestBuilder::new(client, call, |client, call| {
        Box::pin(async move {
            let raw = call_once(&client, &call).await?;
            let result = decode::<CallToolResult>(client.connection(), &call, &raw)?;
            if result.is_error == Some(true) {
                let tool = call.subject().unwrap_or_default();
                return Err(Error::other(format!("{tool}: {}", result.text())));
            }
            Ok(result)
        })
    })
}

/// A constant that is an object or an array.
#[must_use]
pub fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}
