//! Identifies the states of a call.

use std::net::IpAddr;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::caller::Caller;
use crate::error::Result;
use crate::random;

/// A state in the chain of states that one call goes through.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct ChainLink {
    pub(super) chain: u64,
    pub(super) round: u32,
    /// The caller that began the chain, and is charged for it: the retry may use another
    /// connection.
    pub(super) account: u64,
}

impl ChainLink {
    /// The first state of a call.
    #[inline]
    pub(super) fn first(caller: &Caller) -> Result<Self> {
        let chain = u64::from_ne_bytes(random::bytes()?);
        Ok(Self { chain, round: 1, account: account(caller)? })
    }

    /// The state after this one.
    #[inline]
    pub(super) fn next(self) -> Self {
        Self { round: self.round.saturating_add(1), ..self }
    }
}

/// A number that identifies a caller: the same in all processes, if the caller is.
#[inline]
fn account(caller: &Caller) -> Result<u64> {
    static PROCESS: OnceLock<[u8; 8]> = OnceLock::new();
    let mut digest = Sha256::new();
    match caller {
        Caller::Principal(name) => digest.update([&[0], name.as_bytes()].concat()),
        Caller::Address(IpAddr::V4(ip)) => digest.update([&[1], &ip.octets()[..]].concat()),
        Caller::Address(IpAddr::V6(ip)) => digest.update([&[2], &ip.octets()[..]].concat()),
        Caller::Connection(number) => {
            let own = random::bytes()?;
            let process = PROCESS.get_or_init(|| own);
            digest.update([&[3], &process[..], &number.to_le_bytes()].concat());
        }
        _ => digest.update([4]),
    }
    let digest: [u8; 32] = digest.finalize().into();
    Ok(digest.first_chunk().map_or(0, |first| u64::from_le_bytes(*first)))
}
