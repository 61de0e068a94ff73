//! Differences between systems in handling files.

#[cfg(any(not(unix), mcp_portable))]
mod portable;
#[cfg(all(unix, not(mcp_portable)))]
mod unix;

#[cfg(any(not(unix), mcp_portable))]
pub(super) use portable::{create_directory, create_file, sync_directory};
#[cfg(all(unix, not(mcp_portable)))]
pub(super) use unix::{create_directory, create_file, sync_directory};
