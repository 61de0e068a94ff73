//! Other protocols on the connections of a server: the first request of a client decides.
//!
//! A program has one standard input. A client that starts it may speak a protocol other than MCP
//! there, if that is based on JSON-RPC, too: `mcp-runtime-acp` serves agents in this way. HTTP is
//! for MCP only.
//!
//! ```
//! use mcp_runtime::json;
//! use mcp_runtime::middleware::Reply;
//! use mcp_runtime::other_protocol::{OtherConnection, OtherProtocol, RawPeer, RequestAction};
//! use mcp_runtime::protocol::{ErrorObject, ExtensionResult, RequestId};
//!
//! /// A protocol whose methods begin with `shop/`.
//! struct Shop;
//!
//! impl OtherProtocol for Shop {
//!     fn name(&self) -> &'static str {
//!         "the protocol of shops"
//!     }
//!
//!     fn detect(&self, method: &str, _params: Option<&str>) -> Option<bool> {
//!         Some(method.starts_with("shop/"))
//!     }
//!
//!     fn connect(&self, client: RawPeer) -> Box<dyn OtherConnection> {
//!         Box::new(Customer { client })
//!     }
//! }
//!
//! struct Customer {
//!     client: RawPeer,
//! }
//!
//! impl OtherConnection for Customer {
//!     fn request(&mut self, _: &RequestId, method: &str, _: Option<&str>) -> RequestAction {
//!         if method != "shop/open" {
//!             return RequestAction::Ready(Err(ErrorObject::method_not_found("no such method")));
//!         }
//!         self.client.notify("shop/offers", &json!({ "today": "apples" }));
//!         let opened = ExtensionResult::of(&json!({ "isOpen": true }));
//!         RequestAction::Ready(opened.map(Reply::Extension).map_err(ErrorObject::internal))
//!     }
//! }
//!
//! # fn main() -> mcp_runtime::Result<()> {
//! let server = mcp_runtime::server!().other_protocol(Shop).build()?;
//! # Ok(())
//! # }
//! ```

pub use crate::server::add_handler;
pub use crate::server::other_protocol::{
    HandledProtocol, MakeProtocol, OtherConnection, OtherProtocol, PendingResponse, ProtocolDef,
    ProtocolHandler, ProtocolRoute, RawPeer, RequestAction,
};
