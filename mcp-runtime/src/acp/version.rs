//! Which version of the protocol a connection speaks.

/// The stable version.
pub const V1: u16 = 1;

/// The version that answers a client: the newest that the agent has of those up to the requested one,
/// else the newest that it has.
///
/// A version is an integer, and says of which breaking changes a side knows. What is not asked for is
/// never chosen, but for want of anything else: the client closes the connection then.
///
/// ```
/// use mcp_runtime::acp::negotiate;
///
/// assert_eq!(negotiate(&[1], 1), Some(1));
/// assert_eq!(negotiate(&[1], 65535), Some(1));
/// assert_eq!(negotiate(&[1, 2], 1), Some(1));
/// assert_eq!(negotiate(&[1, 2], 0), Some(2));
/// assert_eq!(negotiate(&[], 1), None);
/// ```
///
/// Source: [ACP, "Initialization", Version Negotiation](https://agentclientprotocol.com/protocol/initialization#version-negotiation).
pub fn negotiate(supported: &[u16], requested: u16) -> Option<u16> {
    let up_to = supported.iter().copied().filter(|version| *version <= requested).max();
    let newest = || supported.iter().copied().max();
    up_to.or_else(newest)
}
