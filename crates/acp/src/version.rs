//! Negotiates the version of the protocol.

/// The stable version.
pub const V1: u16 = 1;

/// The next version, a preview.
pub(crate) const V2: u16 = 2;

/// Returns the version to answer a client with: the newest supported version up to the requested
/// one, or else, if version 1 is supported, the newest of all.
///
/// A version is an integer that identifies the breaking changes a side supports. An agent without
/// version 1 refuses a request older than all its versions, which is `None`.
///
/// ```
/// use mcp_runtime_acp::negotiate;
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
