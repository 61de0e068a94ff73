//! How far the clocks of an issuer and the server may differ.

/// The tolerated clock skew, in seconds.
pub(super) const LEEWAY_SECONDS: u64 = 60;
