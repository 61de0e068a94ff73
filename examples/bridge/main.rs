//! An HTTP server in front of a server that only has standard input and output.
//!
//! `bridge 127.0.0.1:8000 PROGRAM [ARGUMENT…]`, and clients of every revision find it at `/mcp`.
//!
//! Queues are bounded, whatever the server behind sends and however slowly the clients in front
//! read: several changes of a list are passed on as one, and events without room are dropped.

#![expect(deprecated, reason = "log messages of older servers are passed on")]

mod caller;
mod events;
mod relay;

use std::collections::HashSet;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use mcp_runtime::protocol::LoggingLevel;
use mcp_runtime::{Changes, Error, Result, Server, ServerBuilder};
use mcp_runtime_client::{Change, Client, Stdio};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use caller::Caller;
use relay::relay;

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, program, rest @ ..] = &arguments[..] else {
        return Err(Error::other("bridge ADDRESS PROGRAM [ARGUMENT…]"));
    };
    let address: SocketAddr = address.parse().map_err(Error::other)?;
    let changes = ChangedLists::default();
    let changed = changes.clone();
    let caller = Caller::new(match std::env::var("BRIDGE_ANSWER_SECONDS") {
        Ok(seconds) => Duration::from_secs(seconds.parse().map_err(Error::other)?),
        Err(_) => ANSWER,
    });
    let client = caller
        .answering(Client::builder("bridge", env!("CARGO_PKG_VERSION")))
        .on_change(move |change| changed.add(change))
        // A response for one client in front must not be served to the others.
        .without_cache()
        .connect(Stdio::spawn(program).args(rest))
        .await?;
    if client.server_capabilities().logging && !client.version().is_modern() {
        // Which messages are passed on is decided for each call.
        client.set_log_level(LoggingLevel::Debug).await?;
    }
    let front = Arc::<OnceLock<Server>>::default();
    let server = server(&client, &front)?;
    let _ = front.set(server.clone());
    let behind = Behind { client, caller };
    for list in [Change::Tools, Change::Prompts, Change::Resources] {
        behind.offer(&server, list).await?;
    }
    tokio::spawn(behind.follow(server.clone(), changes));
    server.into_http().path("/mcp").serve(address).await
}

/// A server that can do what the server behind can, and offers nothing yet.
fn server(client: &Client, front: &Arc<OnceLock<Server>>) -> Result<Server> {
    let info = client.server_info();
    let offers = client.server_capabilities();
    let mut server = ServerBuilder::new(&*info.name, &*info.version);
    if let Some(instructions) = client.instructions() {
        server = server.instructions(instructions);
    }
    let mut changes = Changes::new();
    if offers.tools {
        changes = changes.tools();
    }
    if offers.prompts {
        changes = changes.prompts();
    }
    if offers.resources {
        changes = changes.resources();
    }
    server = server.changes(changes);
    if offers.resources_subscribe {
        let client = client.clone();
        let front = Arc::clone(front);
        server = server.on_subscribe(move |_, uri| {
            let client = client.clone();
            let front = Arc::clone(&front);
            async move {
                let mut changes = client.subscribe(&*uri).await?;
                let mut follower = JoinSet::new();
                follower.spawn(async move {
                    while changes.next().await.is_some() {
                        front.get().inspect(|server| server.resource_updated(&uri));
                    }
                });
                Ok(follower)
            }
        });
    }
    if offers.completions {
        let client = client.clone();
        server = server
            .on_complete(move |asked| client.complete_with(asked.params().clone()).into_future());
    }
    server.build()
}

/// The server behind, and the state that its calls need.
#[derive(Clone)]
struct Behind {
    client: Client,
    caller: Caller,
}

/// The lists that have changed behind, each once however often it did.
#[derive(Clone, Default)]
struct ChangedLists(Arc<watch::Sender<HashSet<Change>>>);

impl ChangedLists {
    fn add(&self, change: &Change) {
        // Changes of resources go to their subscribers.
        if !matches!(change, Change::Resource(_)) {
            self.0.send_if_modified(|changes| changes.insert(change.clone()));
        }
    }

    async fn next(&self) -> HashSet<Change> {
        let mut changes = self.0.subscribe();
        // The sender is alive here.
        let _ = changes.wait_for(|changes| !changes.is_empty()).await;
        self.0.send_replace(HashSet::new())
    }
}

impl Behind {
    /// Follows what changes.
    async fn follow(self, server: Server, changes: ChangedLists) {
        loop {
            for change in changes.next().await {
                if let Err(error) = self.offer(&server, change).await {
                    eprintln!("the lists of the backend server cannot be read: {error:?}");
                }
            }
            // A server that changes all the time must not keep all clients busy.
            sleep(PAUSE).await;
        }
    }

    /// Lists what has changed, and offers it in front.
    async fn offer(&self, server: &Server, changed: Change) -> Result<()> {
        let client = &self.client;
        let behind = self.clone();
        match changed {
            Change::Tools if client.server_capabilities().tools => {
                let tools = client.list_tools().await?;
                server.relay_tools(tools, move |context, name, arguments| {
                    let call = move |client: &Client| client.call_tool(&name, &arguments);
                    relay(behind.clone(), context, call)
                })
            }
            Change::Prompts if client.server_capabilities().prompts => {
                let prompts = client.list_prompts().await?;
                server.relay_prompts(prompts, move |context, name, arguments| {
                    let get = move |client: &Client| client.get_prompt(&name, &arguments);
                    relay(behind.clone(), context, get)
                })
            }
            Change::Resources if client.server_capabilities().resources => {
                let resources = client.list_resources().await?;
                // Few servers have templates, and some do not even know the method.
                let templates = client.list_resource_templates().await.unwrap_or_default();
                server.relay_resources(resources, templates, move |context, uri| {
                    let read = move |client: &Client| client.read_resource(&uri);
                    relay(behind.clone(), context, read)
                })
            }
            _ => Ok(()),
        }
    }
}

/// How long a client that is asked may keep other calls waiting for their turn.
const ANSWER: Duration = Duration::from_secs(30);

/// The minimum time between two updates of the lists of a server.
const PAUSE: Duration = Duration::from_millis(100);
