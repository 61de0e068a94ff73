//! The sessions of legacy clients, their streams, and missed events.
//!
//! Source: [2025-11-25, "Transports", Session Management](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management) and [Resumability and Redelivery](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery).

mod expiry;
mod memory;
mod reader;
mod record;
mod replay;
mod session;
mod stream;
mod table;

pub(super) use expiry::{EndReason, UNUSED_TIMEOUT};
pub(super) use memory::MemoryEvents;
pub(super) use reader::StreamReader;
pub(super) use record::{
    EventSink, OpenedSession, SessionChange, SharedCopy, StoreClock, digest, is_standalone, key,
    log_of,
};
pub use replay::EventStore;
pub(super) use replay::Replay;
pub(super) use session::HttpSession;
pub(super) use stream::SessionStream;
pub(super) use table::HttpSessions;
