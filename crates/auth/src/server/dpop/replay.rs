//! The proofs that were used: kept until they are too old to be accepted anyway.
//!
//! Source: [RFC 9449, section 11.1](https://www.rfc-editor.org/rfc/rfc9449#section-11.1).

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher as _;
use std::sync::Arc;
use std::time::Duration;

use foldhash::fast::RandomState;
use mcp_runtime::SharedState;
use mcp_runtime::store::StoreKey;
use mcp_runtime_protocol::hex::hex;
use mcp_runtime_protocol::sync::Mutex;
use sha2::{Digest as _, Sha256};

use super::proof::{Proof, ProofError};

/// The maximum size of what is kept in memory, in bytes.
const MEMORY_BYTES: usize = 8 * 1024 * 1024;
/// What a proof takes in a table at worst, which is when that has just grown to twice its size; a
/// caller takes as much.
const ENTRY_BYTES: usize = 40;
/// Into how many generations a window is divided: the entries of one are dropped at once.
const GENERATIONS_PER_WINDOW: u64 = 4;

/// What identifies a proof: a hash of its key and its id.
type ProofId = [u8; 16];

/// The proofs that were used.
pub(super) struct UsedProofs {
    state: Arc<SharedState>,
    own: Mutex<Generations>,
    /// How long a proof is accepted before or after the time that it names, in seconds.
    window: u64,
}

/// The proofs that were used here, in generations by when they end.
#[derive(Default)]
struct Generations {
    all: HashMap<u64, Generation>,
    hasher: RandomState,
}

#[derive(Default)]
struct Generation {
    proofs: HashSet<ProofId, RandomState>,
    /// How many of them each caller has used, by its hash.
    callers: HashMap<u64, usize, RandomState>,
}

impl Generation {
    fn bytes(&self) -> usize {
        ENTRY_BYTES * (self.proofs.len() + self.callers.len())
    }
}

impl UsedProofs {
    /// Keeps them in the store that replicas share, or else in memory.
    pub(super) fn new(state: Arc<SharedState>, window: Duration) -> Self {
        Self { state, own: Mutex::default(), window: window.as_secs() }
    }

    /// Marks a proof as used.
    ///
    /// # Errors
    ///
    /// When it was used before, or that cannot be known.
    pub(super) async fn add(
        &self,
        proof: &Proof<'_>,
        thumbprint: &str,
        principal: &Arc<str>,
        now: u64,
    ) -> Result<(), ProofError> {
        let digest = Sha256::new()
            .chain_update(thumbprint)
            .chain_update([0])
            .chain_update(&proof.id)
            .finalize();
        let ends = proof.issued_at + self.window;
        // The clocks of replicas may differ by a little.
        let left = Duration::from_secs(ends.saturating_sub(now) + 60);
        let claimed = self.state.claim(&StoreKey::new("dpop-jti", &hex(&digest)), left).await;
        let is_new = match claimed {
            Some(claimed) => claimed.map_err(|error| {
                tracing::error!(%error, "could not check whether a DPoP proof was used before");
                ProofError::Unavailable
            })?,
            None => {
                let mut id = ProofId::default();
                id.copy_from_slice(&digest[..16]);
                let length = self.window.div_ceil(GENERATIONS_PER_WINDOW);
                self.own.lock().add(id, principal, ends / length, now / length)?
            }
        };
        if is_new { Ok(()) } else { Err(ProofError::Invalid("the DPoP proof was used before")) }
    }
}

impl Generations {
    /// Adds a proof that ends in a generation; `false` if it is there. What ends before the current
    /// generation is dropped, and nothing else ever is: that could then be used again.
    fn add(
        &mut self,
        id: ProofId,
        principal: &Arc<str>,
        ends: u64,
        now: u64,
    ) -> Result<bool, ProofError> {
        self.all.retain(|of, _| *of >= now);
        if self.all.get(&ends).is_some_and(|generation| generation.proofs.contains(&id)) {
            return Ok(false);
        }
        let caller = self.hasher.hash_one(principal);
        let count = |generation: &Generation| generation.callers.get(&caller).copied();
        let of_caller: usize = self.all.values().filter_map(count).sum();
        if (of_caller + 1) * ENTRY_BYTES > MEMORY_BYTES / 3 {
            return Err(ProofError::TooMany);
        }
        let bytes: usize = self.all.values().map(Generation::bytes).sum();
        if bytes + 2 * ENTRY_BYTES > MEMORY_BYTES {
            return Err(ProofError::Unavailable);
        }
        let generation = self.all.entry(ends).or_default();
        *generation.callers.entry(caller).or_default() += 1;
        Ok(generation.proofs.insert(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u64) -> ProofId {
        let mut id = ProofId::default();
        id[..8].copy_from_slice(&number.to_le_bytes());
        id
    }

    /// The bytes of the tables, by what they can hold: there are at least 8 places for 7 entries.
    fn bytes(of: &Generations) -> usize {
        let table = |capacity: usize, entry: usize| capacity.div_ceil(7) * 8 * (entry + 1);
        let of_one = |generation: &Generation| {
            table(generation.proofs.capacity(), 16) + table(generation.callers.capacity(), 16)
        };
        of.all.values().map(of_one).sum()
    }

    #[test]
    fn a_full_set_refuses_what_is_new_and_forgets_nothing_until_its_time() {
        let mut used = Generations::default();
        let callers: Vec<Arc<str>> = (0..4).map(|name| format!("caller {name}").into()).collect();
        let mut added = 0;
        let error = loop {
            let caller = &callers[added as usize % 4];
            match used.add(id(added), caller, 10 + added % 3, 10) {
                Ok(is_new) => assert!(is_new),
                Err(error) => break error,
            }
            added += 1;
        };
        assert_eq!(error, ProofError::Unavailable);
        assert!(added > 200_000, "{added}");
        assert!(bytes(&used) <= MEMORY_BYTES, "{}", bytes(&used));
        for number in (0..added).step_by(1_000) {
            assert_eq!(
                used.add(id(number), &callers[0], 10 + number % 3, 10),
                Ok(false),
                "{number}"
            );
        }
        assert_eq!(used.add(id(added), &callers[0], 12, 10), Err(ProofError::Unavailable));
        assert_eq!(used.add(id(added), &callers[0], 14, 11), Ok(true), "one generation has ended");
        assert_eq!(used.add(id(1), &callers[0], 11, 11), Ok(false), "the others are remembered");
    }

    #[test]
    fn a_caller_has_a_third_of_it() {
        let mut used = Generations::default();
        let one = "one".into();
        let other = "other".into();
        let mut added = 0;
        while used.add(id(added), &one, added % 4, 0) == Ok(true) {
            added += 1;
        }
        assert_eq!(used.add(id(added), &one, 1, 0), Err(ProofError::TooMany));
        assert_eq!(used.add(id(added), &other, 1, 0), Ok(true));
    }

    #[test]
    fn many_callers_stay_within_its_bytes_too() {
        let mut used = Generations::default();
        let mut number = 0;
        while used.add(id(number), &number.to_string().into(), number % 5, 0) == Ok(true) {
            number += 1;
        }
        assert!(number > 100_000, "{number}");
        assert!(bytes(&used) <= MEMORY_BYTES, "{}", bytes(&used));
    }
}
