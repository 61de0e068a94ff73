//! Three processes behind HAProxy, which share a server of Redis: each request goes to the next of them.

mod sessions;
mod soak;
mod standing_alone;
mod tasks;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mcp_test_support::http::{Client, Request, Session, called, text};
use mcp_test_support::peer::Process;
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

const SERVE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/replicas/serve");
pub(crate) const REPLICA: &str = env!("CARGO_BIN_EXE_replica-server");
const TIMEOUT: Duration = Duration::from_secs(30);

/// The replicas, as a client sees them, and what they note.
struct Replicas {
    client: Client,
    _serving: Process,
    notes: PathBuf,
}

impl Replicas {
    async fn start() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("replicas-{}-{count}", std::process::id());
        let notes = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_file(&notes);
        let options = [REPLICA, notes.to_str().unwrap()];
        let (client, serving) = Client::spawn(SERVE, &options).await;
        Self { client, _serving: serving, notes }
    }

    /// How often something was done, by whichever replica.
    fn noted(&self, what: &str) -> usize {
        let notes = std::fs::read_to_string(&self.notes).unwrap_or_default();
        notes.lines().filter(|line| line.starts_with(what)).count()
    }

    async fn until_noted(&self, what: &str) {
        let noted = async {
            while self.noted(what) == 0 {
                sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(TIMEOUT, noted).await.unwrap_or_else(|_| panic!("{what} is not noted"));
    }
}

/// Kills a process, without a word.
async fn kill(process: &str) {
    let killed = tokio::process::Command::new("kill").args(["-9", process]).status().await;
    assert!(killed.unwrap().success());
}

/// What a client can that can be asked.
pub(crate) fn able() -> Value {
    json!({ "elicitation": { "form": {} } })
}

/// The parameters of a modern request of such a client.
pub(crate) fn by_able(mut params: Value) -> Value {
    let mut able = able();
    able["extensions"] = json!({ "io.modelcontextprotocol/tasks": {} });
    params["_meta"] = json!({ "io.modelcontextprotocol/clientCapabilities": able });
    params
}

pub(crate) fn yes() -> Value {
    json!({ "action": "accept", "content": { "sure": true } })
}

async fn process(session: &Session) -> String {
    session.call("process", json!({})).await
}
