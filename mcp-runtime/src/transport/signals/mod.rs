//! Requests to end the process.

#[cfg(any(not(unix), mcp_portable))]
mod portable;
#[cfg(all(unix, not(mcp_portable)))]
mod unix;

#[cfg(any(not(unix), mcp_portable))]
pub(crate) use portable::asked_to_end;
#[cfg(all(unix, not(mcp_portable)))]
pub(crate) use unix::asked_to_end;
