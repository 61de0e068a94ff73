//! An HTTP server in front of a server that only has standard input and output.
//!
//! `bridge 127.0.0.1:8000 PROGRAM [ARGUMENT…]`, and clients of every revision find it at `/mcp`.
//!
//! Whatever the server behind tells, and however little the clients in front take of it, what waits
//! has a bound: changes are told once, and news that have no room are left out.

mod caller;

use std::collections::HashSet;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use mcp_runtime::client::{Change, Client, RequestBuilder, RoundResult, Stdio};
use mcp_runtime::protocol::{LoggingLevel, ProgressParams};
use mcp_runtime::{Context, Error, Result, Server, ServerBuilder};
use serde::de::DeserializeOwned;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use caller::{Caller, News, Teller, Turn, gave_way};

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, program, rest @ ..] = &arguments[..] else {
        return Err(Error::other("bridge ADDRESS PROGRAM [ARGUMENT…]"));
    };
    let address: SocketAddr = address.parse().map_err(Error::other)?;
    let changes = Changes::default();
    let changed = changes.clone();
    let caller = Caller::new(match std::env::var("BRIDGE_ANSWER_SECONDS") {
        Ok(seconds) => Duration::from_secs(seconds.parse().map_err(Error::other)?),
        Err(_) => ANSWER,
    });
    let client = caller
        .answering(Client::builder("bridge", env!("CARGO_PKG_VERSION")))
        .on_change(move |change| changed.add(change))
        // What is meant for one client in front is not for the others.
        .without_cache()
        .connect(Stdio::spawn(program).args(rest))
        .await?;
    if client.server_capabilities().logging && !client.version().is_modern() {
        // Which messages go on is decided for each call.
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
    let (info, offers) = (client.server_info(), client.server_capabilities());
    let mut server = ServerBuilder::new(&*info.name, &*info.version);
    if let Some(instructions) = client.instructions() {
        server = server.instructions(instructions);
    }
    if offers.tools {
        server = server.dynamic_tools();
    }
    if offers.prompts {
        server = server.dynamic_prompts();
    }
    if offers.resources {
        server = server.dynamic_resources();
    }
    if offers.resources_subscribe {
        let (client, front) = (client.clone(), Arc::clone(front));
        server = server.on_subscribe(move |uri| {
            let (client, front) = (client.clone(), Arc::clone(&front));
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

/// The server behind, and what its calls need.
#[derive(Clone)]
struct Behind {
    client: Client,
    caller: Caller,
}

/// The lists that have changed behind, each once however often it did.
#[derive(Clone, Default)]
struct Changes(Arc<watch::Sender<HashSet<Change>>>);

impl Changes {
    fn add(&self, change: &Change) {
        // Those of resources go to who subscribed to them.
        if !matches!(change, Change::Resource(_)) {
            self.0.send_if_modified(|changes| changes.insert(change.clone()));
        }
    }

    async fn next(&self) -> HashSet<Change> {
        let mut changes = self.0.subscribe();
        // The sender is here.
        let _ = changes.wait_for(|changes| !changes.is_empty()).await;
        self.0.send_replace(HashSet::new())
    }
}

impl Behind {
    /// Follows what changes.
    async fn follow(self, server: Server, changes: Changes) {
        loop {
            for change in changes.next().await {
                if let Err(error) = self.offer(&server, change).await {
                    eprintln!("the server behind cannot be listed: {error:?}");
                }
            }
            // A server that changes all the time must not keep all clients busy.
            sleep(PAUSE).await;
        }
    }

    /// Offers what is another now, or tells of it.
    async fn offer(&self, server: &Server, changed: Change) -> Result<()> {
        let (client, behind) = (&self.client, self.clone());
        match changed {
            Change::Tools if client.server_capabilities().tools => {
                let tools = client.list_tools().await?;
                server.relay_tools(tools, move |context, name, arguments| {
                    let call = move |client: &Client| client.call_tool(&name, &arguments);
                    behind.clone().pass(context, call)
                })
            }
            Change::Prompts if client.server_capabilities().prompts => {
                let prompts = client.list_prompts().await?;
                server.relay_prompts(prompts, move |context, name, arguments| {
                    let get = move |client: &Client| client.get_prompt(&name, &arguments);
                    behind.clone().pass(context, get)
                })
            }
            Change::Resources if client.server_capabilities().resources => {
                let resources = client.list_resources().await?;
                // Few servers have templates, and some do not even know the method.
                let templates = client.list_resource_templates().await.unwrap_or_default();
                server.relay_resources(resources, templates, move |context, uri| {
                    let read = move |client: &Client| client.read_resource(&uri);
                    behind.clone().pass(context, read)
                })
            }
            _ => Ok(()),
        }
    }

    /// Passes a request on, with its questions, progress, log messages and cancellation.
    async fn pass<T>(
        self,
        context: Context,
        request: impl Fn(&Client) -> RequestBuilder<T>,
    ) -> Result<T>
    where
        T: DeserializeOwned + Send + 'static,
    {
        let (teller, mut news) = Teller::new();
        let (log, progress) = (context.log(), context.progress());
        // A legacy server asks and logs without saying for which call, and a modern one logs so.
        let needs_turn = !self.client.version().is_modern() || log.level().is_some();
        let take_turn = async || match needs_turn {
            true => Some(self.caller.take_turn(&context, &teller).await),
            false => None,
        };
        let hear = async |(news, _room)| {
            let passed_on = async {
                match news {
                    News::Progress(report) => progress.pass_on(report).await,
                    News::Log(message) => log.pass_on(message).await,
                    News::Unanswered(error) => return Err(error),
                }
                Ok(())
            };
            let too_slow = |_| Err(Error::other("the client does not read what it is told"));
            timeout(ANSWER, passed_on).await.unwrap_or_else(too_slow)
        };
        let prepare = |mut request: RequestBuilder<T>| {
            if let Some(level) = log.level() {
                request = request.log_level(level);
            }
            let answered = &context.client().capabilities;
            let teller = teller.clone();
            let report = move |report: &ProgressParams| {
                teller.tell(News::Progress(report.clone()));
            };
            let request = request.capabilities(answered).on_progress(report);
            request.timeout(PATIENCE).once().into_future()
        };
        let mut turn = take_turn().await;
        let mut replies = JoinSet::new();
        let send = |replies: &mut JoinSet<_>, turn: &Option<Turn>, request| {
            let running = replies.spawn(prepare(request));
            turn.as_ref().inspect(|turn| turn.runs(running));
        };
        send(&mut replies, &turn, request(&self.client));
        loop {
            let replied = tokio::select! {
                biased;
                Some(news) = news.recv() => {
                    hear(news).await?;
                    continue;
                }
                Some(replied) = replies.join_next() => replied,
            };
            // What came before the reply is told before it.
            while let Ok(news) = news.try_recv() {
                hear(news).await?;
            }
            match replied.map_err(gave_way)?? {
                RoundResult::Complete(result) => return Ok(result),
                RoundResult::InputRequired(asked) => {
                    let questions = asked.input_requests.unwrap_or_default();
                    // Nothing runs behind meanwhile.
                    drop(turn.take());
                    let answers = context.ask_all(questions).await?;
                    let state = asked.request_state.as_deref();
                    turn = take_turn().await;
                    send(&mut replies, &turn, request(&self.client).answers(&answers, state));
                }
                _ => return Err(Error::other("the server behind gives another kind of result")),
            }
        }
    }
}

/// How long to wait for an answer: that is for the clients in front to decide.
const PATIENCE: Duration = Duration::from_secs(60 * 60);

/// How long a client that is asked, or does not read, may keep other calls waiting for their turn.
const ANSWER: Duration = Duration::from_secs(30);

/// How long the lists of a server that changes them stay as they are at least.
const PAUSE: Duration = Duration::from_millis(100);
