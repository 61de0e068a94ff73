//! Replicas of a server in memory, which take turns.

use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::Mutex;
use tokio::task::JoinSet;

use super::head::Head;
use mcp_runtime::Server;
use mcp_runtime_protocol::Result;
use mcp_runtime_protocol::{Connect, Opened};

/// The size of the buffer of each of them, in bytes.
const ROOM: usize = 64 * 1024;

/// Servers that take requests in turn, as behind a load balancer.
pub(super) struct Replicas {
    pub(super) servers: Vec<Server>,
    /// Who sends them.
    pub(super) head: Head,
}

impl Connect for Replicas {
    fn open(self) -> Result<Opened> {
        Ok(Opened::in_memory(|input, output| async move {
            if let Err(error) = balance(self, input, output).await {
                tracing::warn!(%error, "a replica failed");
            }
        }))
    }
}

/// Distributes the messages of a client to the servers, until its output ends and they are done.
async fn balance(
    Replicas { servers, head }: Replicas,
    input: impl AsyncRead + Unpin,
    output: impl AsyncWrite + Unpin + Send + 'static,
) -> Result<()> {
    #[derive(Deserialize)]
    struct SentMessage {
        id: Option<IgnoredAny>,
    }
    let output = Arc::new(Mutex::new(output));
    let mut tasks = JoinSet::new();
    let open = |server: Server| {
        let (ours, theirs) = tokio::io::duplex(ROOM);
        let (answers, requests) = tokio::io::split(ours);
        let (server_input, server_output) = tokio::io::split(theirs);
        tasks.spawn(head.clone().serve(server, server_input, server_output));
        tasks.spawn(pass_on(answers, Arc::clone(&output)));
        requests
    };
    let mut replicas: Vec<_> = servers.into_iter().map(open).collect();
    let mut lines = BufReader::new(input).lines();
    while let Some(line) = lines.next_line().await? {
        let line = line + "\n";
        let sent: SentMessage = serde_json::from_str(&line).map_err(std::io::Error::from)?;
        // A notification may be for any of them.
        let takers = if sent.id.is_some() { 1 } else { replicas.len() };
        for replica in replicas.iter_mut().take(takers) {
            replica.write_all(line.as_bytes()).await?;
        }
        replicas.rotate_left(takers);
    }
    for mut replica in replicas {
        replica.shutdown().await?;
    }
    while let Some(done) = tasks.join_next().await {
        done.map_err(mcp_runtime_protocol::Error::other)??;
    }
    Ok(())
}

/// Passes the messages of one server to the client, each as a whole.
async fn pass_on(
    answers: impl AsyncRead + Unpin,
    output: Arc<Mutex<impl AsyncWrite + Unpin>>,
) -> Result<()> {
    let mut lines = BufReader::new(answers).lines();
    while let Some(line) = lines.next_line().await? {
        output.lock().await.write_all((line + "\n").as_bytes()).await?;
    }
    Ok(())
}
