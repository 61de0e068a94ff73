//! JSON-RPC 2.0: parsing, addressing and writing single messages, with the error codes of MCP.
//!
//! Specification: <https://www.jsonrpc.org/specification>

mod display;
mod error;
#[cfg(test)]
mod fuzz;
mod id;
mod message;
mod params;
mod parsed_size;
mod peer;
mod remains;
mod scan;
mod write;

pub use error::FailureCause;
pub use error::{ErrorCode, ErrorObject};
pub use id::RequestId;

pub use display::{one_line, printable, short_line};
pub use message::{Frame, Incoming, IncomingResponse, Malformed, ReadPart};
pub use params::decode_params;
pub use parsed_size::{memory_of, memory_of_members};
pub use peer::{NoPeer, Peer, SharedPeer};
pub use remains::RemainsKind;
pub use scan::{Scan, SyntaxError, json_text, string};

pub use display::truncate_for_display;
pub use write::{write_error, write_notification, write_request, write_result, write_string};
