//! The connection for hints. There is one only where somebody listens.

use std::pin::pin;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, PushInfo, PushKind, RedisResult, cmd};
use tokio::sync::{Notify, watch};
use tokio::time::timeout;

use super::Redis;
use super::hint_channels::HintChannels;
use super::line::config;
use super::nodes::RedisNodes;
use crate::store::hints::Hints;

/// How often it is seen to that the connection still works, and how long it takes to try again.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// What listens to hints.
pub(super) struct HintConnection {
    channels: Arc<HintChannels>,
    listener: Arc<Listener>,
    started: OnceLock<()>,
    connection: watch::Receiver<Option<MultiplexedConnection>>,
    sender: watch::Sender<Option<MultiplexedConnection>>,
}

/// What keeps the connection.
struct Listener {
    nodes: Arc<dyn RedisNodes>,
    config: AsyncConnectionConfig,
    patience: Duration,
    /// The connection is of no use any more.
    broken: Arc<Notify>,
}

impl HintConnection {
    pub(super) fn new(redis: &Redis, prefix: &str, nodes: Arc<dyn RedisNodes>) -> Self {
        let channels = Arc::new(HintChannels::new(prefix));
        let broken = Arc::new(Notify::new());
        let (receiver, breaks) = (Arc::clone(&channels), Arc::clone(&broken));
        let config = config(redis).set_push_sender(move |push: PushInfo| {
            if push.kind == PushKind::Disconnection {
                breaks.notify_one();
            }
            receiver.on_push(&push);
            Ok::<_, std::convert::Infallible>(())
        });
        let listener = Listener { nodes, config, patience: redis.timeout, broken };
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

    /// Listens to hints. Where the server does not say in time that it sends them, they are lost until it
    /// does, which is reported then.
    pub(super) async fn listen(&self, replica: &str) -> Hints {
        let (sender, hints) = Hints::channel();
        self.channels.add(replica, sender);
        self.start();
        let asked = timeout(self.listener.patience, async {
            let mut connection = self.connection.clone();
            let connection = connection.wait_for(Option::is_some).await.ok()?.clone();
            connection?.subscribe(self.channel(Some(replica))).await.ok()
        });
        if asked.await.ok().flatten().is_none() {
            self.channels.is_late(replica);
            self.listener.broken.notify_one();
        }
        hints
    }

    /// Keeps a connection from now on, until this is dropped.
    fn start(&self) {
        self.started.get_or_init(|| {
            let (listener, channels) = (Arc::clone(&self.listener), Arc::clone(&self.channels));
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
                    channels.is_cut();
                    tracing::debug!("the connection for hints broke");
                    tokio::time::sleep(CHECK_INTERVAL / 10).await;
                }
                Err(error) => {
                    tracing::debug!(%error, "there is no connection for hints");
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

    /// Ends when the connection does not work any more.
    async fn watch(&self, mut connection: MultiplexedConnection) {
        // What was said before is of the connection before.
        pin!(self.broken.notified()).as_mut().enable();
        loop {
            if timeout(CHECK_INTERVAL, self.broken.notified()).await.is_ok() {
                return;
            }
            let ping = cmd("PING");
            let answer = ping.exec_async(&mut connection);
            if !matches!(timeout(self.patience, answer).await, Ok(Ok(()))) {
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
