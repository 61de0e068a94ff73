//! Serving a protocol other than MCP in the same program, if it is based on JSON-RPC, too.
//!
//! `mcp-runtime-acp` serves agents in this way. [`serve`] speaks the protocol over a transport; a program
//! that has no tools, prompts or resources speaks it on standard input and output, too. HTTP is for MCP
//! only.
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
//! # async fn run() -> mcp_runtime::Result<()> {
//! let server = mcp_runtime::server!().other_protocol(Shop).build()?;
//! mcp_runtime::other_protocol::serve(server, mcp_runtime::stdio()).await
//! # }
//! ```

pub use crate::server::add_handler;
pub use crate::server::other_protocol::{
    HandledProtocol, MakeProtocol, OtherConnection, OtherProtocol, PendingResponse, ProtocolDef,
    ProtocolHandler, ProtocolRoute, RawPeer, RequestAction,
};
pub use crate::server::routes::Route;
pub use crate::transport::served::serve_other as serve;
