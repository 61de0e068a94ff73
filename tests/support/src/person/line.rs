//! A connection to a server, and requests on it.

use mcp_runtime::{Server, ServerBuilder};
use serde_json::{Value, json};

use super::{MODERN, Place};
use crate::http::{Client, Request, Response, Session, serve};
use crate::peer::{Peer, Process, initialize_with, notification};

/// A connection to a server; a process that was started for it ends with it.
#[derive(Debug)]
pub(super) struct Line {
    wire: Wire,
    _process: Option<Process>,
}

#[derive(Debug)]
enum Wire {
    Pipe(Box<Peer>),
    Http(Client, Option<Session>),
}

/// A request on its way.
pub(super) enum Call<'a> {
    Pipe(&'a mut Peer, u64),
    Http(Option<Box<Response>>, Option<&'a Session>),
}

impl Line {
    /// Connects, and opens a session where the revision has them.
    pub(super) async fn open(place: Place<'_>, version: &str, capabilities: &Value) -> Self {
        let (mut wire, process) = match place {
            Place::Memory(server) => (Wire::Pipe(Peer::memory(built(server)).into()), None),
            Place::Loopback(server) => {
                (Wire::Http(serve(built(server).into_http()).await, None), None)
            }
            Place::Stdio(program, options) => {
                let (peer, process) = Peer::spawn_with(program, options);
                (Wire::Pipe(peer.into()), Some(process))
            }
            Place::Http(program, options) => {
                let (client, process) = Client::spawn(program, options).await;
                (Wire::Http(client, None), Some(process))
            }
            Place::At(client) => (Wire::Http(client, None), None),
        };
        if version != MODERN {
            wire.initialize(version, capabilities).await;
        }
        Self { wire, _process: process }
    }

    /// The wire, where it is a pipe.
    pub(super) fn peer(&mut self) -> Option<&mut Peer> {
        match &mut self.wire {
            Wire::Pipe(peer) => Some(peer),
            Wire::Http(..) => None,
        }
    }

    /// Sends a request.
    pub(super) async fn start(&mut self, method: &str, params: Value) -> Call<'_> {
        match &mut self.wire {
            Wire::Pipe(peer) => {
                let id = peer.start(method, params).await;
                Call::Pipe(peer, id)
            }
            Wire::Http(client, None) => {
                let response = client.send(Request::modern(method, params)).await;
                Call::Http(Some(response.into()), None)
            }
            Wire::Http(_, Some(session)) => {
                let response = session.start(1, method, params).await;
                Call::Http(Some(response.into()), Some(session))
            }
        }
    }

    /// Sends a modern request twice at the same time, and reads both answers.
    pub(super) async fn race(&mut self, method: &str, params: Value) -> [Value; 2] {
        match &mut self.wire {
            Wire::Pipe(peer) => {
                for _ in 0..2 {
                    peer.start(method, params.clone()).await;
                }
                [peer.receive().await, peer.receive().await]
            }
            Wire::Http(client, _) => {
                let send = async || client.modern(method, params.clone()).await.json().await;
                let (first, second) = tokio::join!(send(), send());
                [first, second]
            }
        }
    }
}

impl Wire {
    async fn initialize(&mut self, version: &str, capabilities: &Value) {
        match self {
            Self::Pipe(peer) => {
                let params = initialize_with(version, capabilities);
                let answer = peer.request("initialize", params).await;
                assert_eq!(answer["result"]["protocolVersion"], version, "{answer}");
                peer.send(notification("notifications/initialized", json!({}))).await;
            }
            Self::Http(client, session) => {
                *session = Some(client.initialize_with(version, capabilities).await);
            }
        }
    }
}

impl Call<'_> {
    /// The next message that belongs to the request.
    pub(super) async fn receive(&mut self) -> Value {
        match self {
            Self::Pipe(peer, id) => {
                let message = peer.receive().await;
                assert!(message.get("method").is_some() || message["id"] == *id, "{message}");
                message
            }
            Self::Http(response, _) => {
                match response.as_mut().filter(|response| response.is_stream()) {
                    Some(stream) => stream.message().await.expect("a stream has an answer"),
                    None => response.take().expect("there is one answer").json().await,
                }
            }
        }
    }

    /// Answers a request of the server.
    pub(super) async fn reply(&mut self, message: Value) {
        match self {
            Self::Pipe(peer, _) => peer.send(message).await,
            Self::Http(_, session) => {
                let session = session.expect("only a session is asked");
                assert_eq!(session.client.send(session.post(message)).await.status, 202);
            }
        }
    }
}

fn built(server: ServerBuilder) -> Server {
    server.build().expect("the server can be built")
}
