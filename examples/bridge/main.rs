//! An HTTP server in front of a server that only has standard input and output.
//!
//! `bridge 127.0.0.1:8000 PROGRAM [ARGUMENT…]`, and clients of every revision find it at `/mcp`.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mcp_runtime::client::{Change, Client, ClientBuilder, Reply, Request, Stdio};
use mcp_runtime::protocol::{ClientCapability, LoggingLevel, LoggingMessageParams, ProgressParams};
use mcp_runtime::{Context, Error, Result, Server, ServerBuilder};
use serde::de::DeserializeOwned;
use tokio::sync::{Mutex as AsyncMutex, mpsc};

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, program, rest @ ..] = &arguments[..] else {
        return Err(Error::other("bridge ADDRESS PROGRAM [ARGUMENT…]"));
    };
    let address: SocketAddr = address.parse().map_err(Error::other)?;
    let (changed, changes) = mpsc::unbounded_channel();
    let caller = Caller::default();
    let client = caller
        .answering(Client::builder("bridge", env!("CARGO_PKG_VERSION")))
        .on_change(move |change| drop(changed.send(change.clone())))
        // What is meant for one client in front is not for the others.
        .without_cache()
        .connect(Stdio::spawn(program).args(rest))
        .await?;
    if client.server_capabilities().logging && !client.version().is_modern() {
        // Which messages go on is decided for each call.
        client.set_log_level(LoggingLevel::Debug).await?;
    }
    let server = server(&client)?;
    let behind = Behind { client, caller };
    for list in [Change::Tools, Change::Prompts, Change::Resources] {
        behind.offer(&server, list).await?;
    }
    tokio::spawn(behind.follow(server.clone(), changes));
    server.into_http().path("/mcp").serve(address).await
}

/// A server that can do what the server behind can, and offers nothing yet.
fn server(client: &Client) -> Result<Server> {
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
        let client = client.clone();
        server = server.on_subscribe(move |uri| {
            let client = client.clone();
            async move { client.subscribe(uri).await }
        });
    }
    if offers.completions {
        let client = client.clone();
        server = server.on_complete(move |asked| client.complete_with(asked).into_future());
    }
    server.build()
}

/// The server behind, and what its calls need.
#[derive(Clone)]
struct Behind {
    client: Client,
    caller: Caller,
}

/// A running call, and where it hears of what happens meanwhile.
type Call = (Context, mpsc::Sender<News>);

/// What a call hears of while it runs.
enum News {
    Progress(ProgressParams),
    Log(LoggingMessageParams),
    Unanswered(Error),
}

impl Behind {
    /// Follows what changes, for as long as there is a server behind.
    async fn follow(self, server: Server, mut changes: mpsc::UnboundedReceiver<Change>) {
        while let Some(change) = changes.recv().await {
            if let Err(error) = self.offer(&server, change).await {
                eprintln!("the server behind cannot be listed: {error:?}");
            }
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
            Change::Resource(uri) => {
                server.resource_updated(&uri);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Passes a request on, with its questions, progress, log messages and cancellation.
    async fn pass<T>(self, context: Context, request: impl Fn(&Client) -> Request<T>) -> Result<T>
    where
        T: DeserializeOwned + Send + 'static,
    {
        let (sender, mut news) = mpsc::channel(1000);
        let (log, progress) = (context.log(), context.progress());
        // A legacy server asks and logs without saying for which call, and a modern one logs so.
        let _turn;
        if !self.client.version().is_modern() || log.level().is_some() {
            _turn = self.caller.turn.lock().await;
            *self.caller.current() = Some((context.clone(), sender.clone()));
        }
        let hear = async |news| {
            match news {
                News::Progress(report) => progress.pass_on(report).await,
                News::Log(message) => log.pass_on(message).await,
                News::Unanswered(error) => return Err(error),
            }
            Ok(())
        };
        let send = |mut request: Request<T>| {
            if let Some(level) = log.level() {
                request = request.log_level(level);
            }
            let answered = &context.client().capabilities;
            let sender = sender.clone();
            let report = move |report: &ProgressParams| {
                drop(sender.try_send(News::Progress(report.clone())))
            };
            let request = request.capabilities(answered).on_progress(report);
            request.timeout(PATIENCE).once().into_future()
        };
        let mut reply = send(request(&self.client));
        loop {
            let replied = tokio::select! {
                biased;
                Some(news) = news.recv() => {
                    hear(news).await?;
                    continue;
                }
                replied = &mut reply => replied,
            };
            // What came before the reply is told before it.
            while let Ok(news) = news.try_recv() {
                hear(news).await?;
            }
            match replied? {
                Reply::Complete(result) => return Ok(result),
                Reply::InputRequired(asked) => {
                    let questions = asked.input_requests.unwrap_or_default();
                    let answers = context.ask_all(questions).await?;
                    let state = asked.request_state.as_deref();
                    reply = send(request(&self.client).answers(&answers, state));
                }
            }
        }
    }
}

/// The one call that what the server behind asks and logs belongs to.
#[derive(Clone, Default)]
struct Caller {
    turn: Arc<AsyncMutex<()>>,
    current: Arc<Mutex<Option<Call>>>,
}

impl Caller {
    /// Lets a client answer what the server behind asks with what its own client answers, and
    /// hear what it logs.
    fn answering(&self, client: ClientBuilder) -> ClientBuilder {
        let (asked, logged) = (self.clone(), self.clone());
        client
            .capabilities(CAN_BE_ASKED.into_iter().collect())
            .on_question(move |question| {
                let current = asked.current().clone();
                async move {
                    let (context, news) =
                        current.ok_or_else(|| Error::other("no call is running"))?;
                    match context.ask(question).await {
                        Ok(answer) => Ok(answer),
                        // The call ends with it, as if the client had been asked directly.
                        Err(error) => {
                            let _ = news.send(News::Unanswered(error)).await;
                            Err(Error::other("nobody answers"))
                        }
                    }
                }
            })
            .on_notification(move |method, params| {
                if method == "notifications/message"
                    && let Some((_, news)) = &*logged.current()
                    && let Ok(message) = serde_json::from_value(params.clone())
                {
                    let _ = news.try_send(News::Log(message));
                }
            })
    }

    fn current(&self) -> MutexGuard<'_, Option<Call>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a legacy server behind may ask; whether a client can answer it shows when it is asked.
const CAN_BE_ASKED: [ClientCapability; 5] = [
    ClientCapability::ElicitationForm,
    ClientCapability::ElicitationUrl,
    ClientCapability::Sampling,
    ClientCapability::SamplingTools,
    ClientCapability::Roots,
];

/// How long to wait for an answer: that is for the clients in front to decide.
const PATIENCE: Duration = Duration::from_secs(60 * 60);
