//! A server that is attacked, and what the attack may cost.

use serde_json::json;

use crate::http::Client;
use crate::peer::{Peer, Process};

const MIB: usize = 1024 * 1024;

/// How much more memory an attack may cost.
const LIMIT: usize = 64 * MIB;

/// A server over HTTP in a process of its own.
#[derive(Debug)]
pub struct AttackTarget {
    /// Sends requests to it.
    pub client: Client,
    process: Process,
    before: usize,
}

impl AttackTarget {
    /// Starts a fixture server, and lets it serve once.
    pub async fn start(program: &str) -> Self {
        Self::start_with(program, &[]).await
    }

    /// Starts a fixture server with options, and lets it serve once.
    pub async fn start_with(program: &str, options: &[&str]) -> Self {
        let (client, process) = Client::spawn(program, options).await;
        let mut attacked = Self { client, process, before: 0 };
        attacked.assert_serves().await;
        attacked.before = attacked.process.peak_memory();
        attacked
    }

    /// Another client is answered.
    pub async fn assert_serves(&self) {
        assert_eq!(self.client.call("add", json!({"a": 1, "b": 2})).await, "3");
    }

    /// What it cost so far is within the limit, and another client is answered.
    pub async fn assert_unharmed(&self) {
        self.assert_serves().await;
        assert_within_limit(&self.process, self.before);
    }

    /// How many descriptors the server has open.
    pub fn descriptors(&self) -> usize {
        self.process.descriptors()
    }
}

/// A server over standard input and output, initialized, with its peak of memory so far.
pub async fn start_stdio(program: &str, version: &str) -> (Peer, Process, usize) {
    let (mut peer, process) = Peer::spawn(program);
    peer.initialize(version).await;
    let before = process.peak_memory();
    (peer, process, before)
}

/// The process has not used more than the limit beyond what it used before.
///
/// # Panics
///
/// When it has.
#[track_caller]
pub fn assert_within_limit(process: &Process, before: usize) {
    let more = process.peak_memory().saturating_sub(before);
    assert!(more < LIMIT, "{} MiB more", more / MIB);
}
