//! The connection for hints, which is only opened once there is a subscriber.

use std::pin::pin;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use mcp_runtime::store::Hints;
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, PushInfo, PushKind, RedisResult, cmd};
use tokio::sync::{Notify, watch};
use tokio::time::timeout;

use super::Redis;
use super::command_connection::config;
use super::hint_channels::HintChannels;
use super::nodes::RedisNodes;

/// How often the connection is checked, and the delay before it is opened again.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// The connection for hints, and its subscribers.
pub(super) struct HintConnection {
    channels: Arc<HintChannels>,
    listener: Arc<Listener>,
    started: OnceLock<()>,
    connection: watch::Receiver<Option<MultiplexedConnection>>,
    sender: watch::Sender<Option<MultiplexedConnection>>,
}

/// The task that keeps the connection open.
struct Listener {
    nodes: Arc<dyn RedisNodes>,
    config: AsyncConnectionConfig,
    answer_timeout: Duration,
    /// Notified when the connection is unusable.
    broken: Arc<Notify>,
}

impl HintConnection {
    pub(super) fn new(redis: &Redis, prefix: &str, nodes: Arc<dyn RedisNodes>) -> Self {
        let channels = Arc::new(HintChannels::new(prefix));
        let broken = Arc::new(Notify::new());
        let receiver = Arc::clone(&channels);
        let breaks = Arc::clone(&broken);
        let config = config(redis).set_push_sender(move |push: PushInfo| {
            if push.kind == PushKind::Disconnection {
                breaks.notify_one();
            }
            receiver.on_push(&push);
            Ok::<_, std::convert::Infallible>(())
        });
        let listener = Listener { nodes, config, answer_timeout: redis.timeout, broken };
        let (sender, connection) = watch::channel(None);
        Self {
            channels,
            listener: Arc::new(listener),
            started: OnceLock::new(),
            connection,
            sender,
        }
    }

    /// The channel of hints for one, or for all.
    pub(super) fn channel(&self, to: Option<&str>) -> String {
        self.channels.channel(to)
    }

    /// Subscribes to hints. If the server does not confirm the subscription in time, hints until it
    /// does are lost, which is then reported.
    pub(super) async fn listen(&self, replica: &str) -> Hints {
        let (sender, hints) = Hints::channel();
        self.channels.add(replica, sender);
        self.start();
        let asked = timeout(self.listener.answer_timeout, async {
            let mut connections = self.connection.clone();
            let connection = connections.wait_for(Option::is_some).await.ok()?.clone();
            connection?.subscribe(self.channel(Some(replica))).await.ok()
        });
        if asked.await.ok().flatten().is_none() {
            self.channels.mark_late(replica);
            self.listener.broken.notify_one();
        }
        hints
    }

    /// Starts the task that keeps a connection open until this is dropped.
    fn start(&self) {
        self.started.get_or_init(|| {
            let listener = Arc::clone(&self.listener);
            let channels = Arc::clone(&self.channels);
            let connection = self.sender.clone();
            drop(tokio::spawn(async move {
                tokio::select! {
                    () = listener.keep(&channels, &connection) => {}
                    () = connection.closed() => {}
                }
            }));
        });
    }
}

impl Listener {
    async fn keep(
        &self,
        channels: &HintChannels,
        connection: &watch::Sender<Option<MultiplexedConnection>>,
    ) {
        loop {
            match self.open(channels).await {
                Ok(new) => {
                    connection.send_replace(Some(new.clone()));
                    self.watch(new).await;
                    connection.send_replace(None);
                    channels.mark_disconnected();
                    tracing::debug!("the connection for Redis pub/sub was lost");
                    tokio::time::sleep(CHECK_INTERVAL / 10).await;
                }
                Err(error) => {
                    tracing::debug!(%error, "could not open the connection for Redis pub/sub");
                    tokio::time::sleep(CHECK_INTERVAL).await;
                }
            }
        }
    }

    async fn open(&self, channels: &HintChannels) -> RedisResult<MultiplexedConnection> {
        let mut connection = self.nodes.one(&self.config).await?;
        connection.subscribe(channels.names()).await?;
        Ok(connection)
    }

    /// Returns when the connection no longer works.
    async fn watch(&self, mut connection: MultiplexedConnection) {
        // Earlier notifications are about the previous connection.
        pin!(self.broken.notified()).as_mut().enable();
        loop {
            if timeout(CHECK_INTERVAL, self.broken.notified()).await.is_ok() {
                return;
            }
            let ping = cmd("PING");
            let answer = ping.exec_async(&mut connection);
            if !matches!(timeout(self.answer_timeout, answer).await, Ok(Ok(()))) {
                return;
            }
        }
    }
}

impl Drop for HintConnection {
    fn drop(&mut self) {
        self.channels.close();
    }
}
