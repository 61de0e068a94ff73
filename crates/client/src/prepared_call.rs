//! A call of a tool that is encoded before it is known which connection makes it.

use std::time::Duration;

use serde::Serialize;

use super::call::{ClientCall, RequestOptions};
use super::handle::Client;
use super::members::RawMembers;
use super::progress::OnProgress;
use super::tools::result_of_tool;
use crate::debug::short_debug;
use crate::error::Result;
use crate::protocol::{CallToolResult, Method};

/// A call of a tool for a group of servers, which may have to make it twice, and shows its arguments
/// to people. It is encoded only once.
#[derive(Clone, Default)]
pub struct PreparedCall {
    params: RawMembers,
    /// Where the arguments begin in the parameters.
    arguments: usize,
}

short_debug!(PreparedCall { arguments });

impl PreparedCall {
    /// # Errors
    ///
    /// When the arguments cannot be serialized.
    pub fn new(tool: &str, arguments: &impl Serialize) -> Result<Self> {
        let mut params = RawMembers::new();
        params.add("name", tool)?;
        let before = params.text().len();
        params.add_some("arguments", arguments)?;
        let member = br#","arguments":"#;
        let arguments = (before + member.len()).min(params.text().len());
        Ok(Self { params, arguments })
    }

    /// The arguments as JSON; nothing if there are none.
    #[must_use]
    pub fn arguments(&self) -> &[u8] {
        self.params.text().get(self.arguments..).unwrap_or_default()
    }
}

impl Client {
    /// Makes a call, which is sent at most once.
    ///
    /// # Errors
    ///
    /// As [`call_tool`](Self::call_tool).
    #[doc(hidden)]
    pub fn call_prepared(
        &self,
        call: PreparedCall,
        limit: Duration,
        on_progress: Option<OnProgress>,
    ) -> impl Future<Output = Result<CallToolResult>> + Send + use<> {
        let timeout = Some(limit);
        let options =
            RequestOptions { timeout, on_progress, is_sent_once: true, ..Default::default() };
        let method = ClientCall::new(Method::CallTool.name());
        result_of_tool(self.clone(), ClientCall { params: call.params, options, ..method })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn arguments_can_be_read_again() {
        for (arguments, shown) in
            [(json!({ "a": [1] }), r#"{"a":[1]}"#), (json!({}), "{}"), (Value::Null, "")]
        {
            let call = PreparedCall::new("x\"y", &arguments).unwrap();
            assert_eq!(call.arguments(), shown.as_bytes());
        }
        assert_eq!(PreparedCall::default().arguments(), b"");
    }
}
