//! What differs between the servers of a group.

use std::path::PathBuf;
use std::time::Duration;

use mcp_runtime_protocol::client_apps::ToolFilter;

use crate::approval::Approval;

/// The settings of a server; where there are none, those of the group count.
#[derive(Clone, Debug, Default)]
pub(crate) struct ServerSettings {
    pub(crate) startup: Option<Duration>,
    pub(crate) timeout: Option<Duration>,
    /// How often it is asked whether it is there, if it is behind a URL.
    pub(crate) keepalive: Option<Duration>,
    /// The file of the lock that it is held to.
    pub(crate) lock: Option<PathBuf>,
    pub(crate) approval: Approval,
    /// Whether it is off until it is switched on.
    pub(crate) is_disabled: bool,
    pub(crate) tools: ToolFilter,
}
