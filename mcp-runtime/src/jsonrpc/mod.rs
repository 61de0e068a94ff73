//! JSON-RPC 2.0: parsing, addressing and writing single messages, with the error codes of MCP.
//!
//! Specification: <https://www.jsonrpc.org/specification>

mod display;
mod error;
#[cfg(test)]
mod fuzz;
mod id;
mod message;
#[cfg(feature = "client")]
mod params;
mod parsed_size;
mod peer;
mod remains;
mod scan;
mod write;

pub(crate) use error::FailureCause;
pub use error::{ErrorCode, ErrorObject};
pub use id::RequestId;

pub use display::printable;
pub(crate) use message::{Frame, Incoming, IncomingResponse, Malformed, ReadPart};
#[cfg(feature = "client")]
pub(crate) use params::decode_params;
pub(crate) use parsed_size::{memory_of, memory_of_members};
pub(crate) use peer::{NoPeer, Peer, SharedPeer};
#[allow(unused_imports, reason = "only HTTP and clients tell kinds of messages apart")]
pub(crate) use remains::RemainsKind;
pub(crate) use scan::{Scan, SyntaxError, string};

pub(crate) use display::truncate_for_display;
pub(crate) use write::{
    write_error, write_notification, write_request, write_result, write_string,
};
