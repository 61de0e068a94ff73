//! A network between a store and its server, of which the weather changes.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering};
use std::time::Duration;

use mcp_runtime_redis::Redis;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use super::server::RedisServer;

/// What becomes of what is sent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Weather {
    /// It arrives.
    Fine,
    /// Connections break, and new ones, too.
    Cut,
    /// Nothing arrives, and nobody is told.
    Silent,
    /// Commands arrive, but answers do not.
    AnswersAreLost,
    /// Answers come so much later.
    Slow(Duration),
    /// Connections on which somebody subscribes break.
    NoHints,
}

/// A way to a server.
pub(crate) struct Network {
    pub(crate) port: u16,
    weather: watch::Sender<Weather>,
    to: Arc<AtomicU16>,
    /// How many connections there were.
    connections: Arc<AtomicU32>,
}

impl Network {
    pub(crate) async fn to(server: &RedisServer) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let network = Self {
            port: listener.local_addr().unwrap().port(),
            weather: watch::Sender::new(Weather::Fine),
            to: Arc::new(server.port.into()),
            connections: Arc::default(),
        };
        let weather = network.weather.subscribe();
        let to = Arc::clone(&network.to);
        let connections = Arc::clone(&network.connections);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                connections.fetch_add(1, Ordering::Relaxed);
                let port = to.load(Ordering::Relaxed);
                tokio::spawn(connect(near, port, weather.clone()));
            }
        });
        network
    }

    pub(crate) fn set(&self, weather: Weather) {
        self.weather.send_replace(weather);
    }

    /// New connections lead to this server.
    pub(crate) fn lead_to(&self, server: &RedisServer) {
        self.to.store(server.port, Ordering::Relaxed);
    }

    pub(crate) fn connections(&self) -> u32 {
        self.connections.load(Ordering::Relaxed)
    }

    pub(crate) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// How the store is reached this way.
    pub(crate) fn redis(&self) -> Redis {
        Redis::new(self.url()).namespace("test")
    }
}

async fn connect(near: TcpStream, port: u16, weather: watch::Receiver<Weather>) {
    if *weather.borrow() == Weather::Cut {
        return;
    }
    let Ok(far) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await else { return };
    let hears = watch::Sender::new(false);
    let ((near_read, near_write), (far_read, far_write)) = (near.into_split(), far.into_split());
    tokio::select! {
        () = pass(near_read, far_write, Some(&hears), weather.clone()) => {}
        () = pass(far_read, near_write, None, weather.clone()) => {}
        () = breaks(weather, &hears) => {}
    }
}

/// Waits until a connection breaks.
async fn breaks(mut weather: watch::Receiver<Weather>, hears: &watch::Sender<bool>) {
    let mut hears = hears.subscribe();
    loop {
        let now = *weather.borrow_and_update();
        if now == Weather::Cut || (now == Weather::NoHints && *hears.borrow_and_update()) {
            return;
        }
        tokio::select! {
            _ = weather.changed() => {}
            _ = hears.changed() => {}
        }
    }
}

/// Passes on what one end says; commands are those of which it is noted whether somebody subscribes.
async fn pass(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    commands: Option<&watch::Sender<bool>>,
    mut weather: watch::Receiver<Weather>,
) {
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        let bytes = &buffer[..read];
        if let Some(hears) = commands
            && bytes.windows(9).any(|word| word == b"SUBSCRIBE")
        {
            hears.send_replace(true);
            if *weather.borrow() == Weather::NoHints {
                return;
            }
        }
        if weather.wait_for(|weather| *weather != Weather::Silent).await.is_err() {
            return;
        }
        let now = *weather.borrow();
        match now {
            Weather::AnswersAreLost if commands.is_none() => continue,
            Weather::Slow(delay) if commands.is_none() => tokio::time::sleep(delay).await,
            _ => {}
        }
        if to.write_all(bytes).await.is_err() {
            return;
        }
    }
}
