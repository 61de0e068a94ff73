//! Which version of the protocol a connection speaks.

/// The stable version.
pub const V1: u16 = 1;

/// The draft that is to follow.
#[allow(dead_code, reason = "only `acp-v2` speaks it")]
pub(crate) const V2: u16 = 2;

/// The version that answers a client: the newest that the agent has of those up to the requested one,
/// else, where it has version 1, the newest of all.
///
/// A version is an integer, and says of which breaking changes a side knows. An agent without version
/// 1 refuses what is older than all that it has, which is `None`.
///
/// ```
/// use mcp_runtime::acp::negotiate;
///
/// assert_eq!(negotiate(&[1], 1), Some(1));
/// assert_eq!(negotiate(&[1], 65535), Some(1));
/// assert_eq!(negotiate(&[1, 2], 1), Some(1));
/// assert_eq!(negotiate(&[1, 2], 0), Some(2));
/// assert_eq!(negotiate(&[2], 1), None);
/// ```
///
/// Source: [ACP, "Initialization", Version Negotiation](https://agentclientprotocol.com/protocol/initialization#version-negotiation).
pub fn negotiate(supported: &[u16], requested: u16) -> Option<u16> {
    let up_to = supported.iter().copied().filter(|version| *version <= requested).max();
    let newest = || supported.iter().copied().max().filter(|_| supported.contains(&V1));
    up_to.or_else(newest)
}
