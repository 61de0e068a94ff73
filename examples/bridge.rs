//! An HTTP server in front of a server that only has standard input and output.
//!
//! `bridge 127.0.0.1:8000 PROGRAM [ARGUMENT…]`, and clients of every revision find it at `/mcp`.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use mcp_runtime::client::{Change, Client, ClientBuilder, Reply, Request, Stdio};
use mcp_runtime::protocol::{
    ClientCapability, InputRequiredResult, InputResponses, ProgressParams,
};
use mcp_runtime::{Context, Error, Result, Server, ServerBuilder};
use serde::de::DeserializeOwned;
use tokio::sync::{Mutex as AsyncMutex, mpsc};
use tokio::task::JoinSet;

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, program, rest @ ..] = &arguments[..] else {
        return Err(Error::other("bridge ADDRESS PROGRAM [ARGUMENT…]"));
    };
    let address: SocketAddr = address.parse().map_err(Error::other)?;
    let (changed, changes) = mpsc::unbounded_channel();
    let (caller, builder) = Caller::answering(Client::builder("bridge", env!("CARGO_PKG_VERSION")));
    // What changes before somebody listens is listed anyway.
    let builder = builder.on_change(move |change| drop(changed.send(change.clone())));
    let client = builder.connect(Stdio::spawn(program).args(rest)).await?;
    let info = client.server_info();
    let mut server = ServerBuilder::new(&*info.name, &*info.version)
        .dynamic_tools()
        .dynamic_prompts()
        .dynamic_resources()
        .resource_updates();
    if let Some(instructions) = client.instructions() {
        server = server.instructions(instructions);
    }
    let server = server.build()?;
    let bridge = Bridge { client, caller };
    let offered = bridge.offer(&server).await?;
    tokio::spawn(bridge.follow(server.clone(), offered, changes));
    server.into_http().path("/mcp").serve(address).await
}

/// What the server behind may ask; whether a client can answer it shows when it is asked.
const CAN_BE_ASKED: [ClientCapability; 5] = [
    ClientCapability::ElicitationForm,
    ClientCapability::ElicitationUrl,
    ClientCapability::Sampling,
    ClientCapability::SamplingTools,
    ClientCapability::Roots,
];

/// The server behind, and what its calls need.
#[derive(Clone)]
struct Bridge {
    client: Client,
    caller: Caller,
}

impl Bridge {
    /// Offers all that the server behind offers.
    async fn offer(&self, server: &Server) -> Result<Offered> {
        let mut offered = Offered::default();
        for tool in self.client.list_tools().await? {
            let (bridge, name) = (self.clone(), tool.name.clone());
            offered.tools.push(name.clone());
            server.relay_tool(tool, move |context, arguments| {
                let (bridge, name) = (bridge.clone(), name.clone());
                let call = move |client: &Client| client.call_tool(&name, &arguments);
                async move { bridge.pass(context, call).await }
            })?;
        }
        for prompt in self.client.list_prompts().await? {
            let (bridge, name) = (self.clone(), prompt.name.clone());
            offered.prompts.push(name.clone());
            server.relay_prompt(prompt, move |context, arguments| {
                let (bridge, name) = (bridge.clone(), name.clone());
                let call = move |client: &Client| client.get_prompt(&name, &arguments);
                async move { bridge.pass(context, call).await }
            })?;
        }
        let read = {
            let bridge = self.clone();
            move |context: Context, uri: String| {
                let bridge = bridge.clone();
                let call = move |client: &Client| client.read_resource(&uri);
                async move { bridge.pass(context, call).await }
            }
        };
        for resource in self.client.list_resources().await? {
            offered.resources.push(resource.uri.clone());
            server.relay_resource(resource, read.clone())?;
        }
        for template in self.client.list_resource_templates().await? {
            offered.resources.push(template.uri_template.clone());
            server.relay_resource_template(template, read.clone())?;
        }
        Ok(offered)
    }

    /// Passes a request on, and its questions, progress and cancellation.
    async fn pass<T>(&self, context: Context, call: impl Fn(&Client) -> Request<T>) -> Result<T>
    where
        T: DeserializeOwned + Send + 'static,
    {
        // A server of the old era asks without saying for which call, so there is only one then.
        let _alone = match self.client.version().is_modern() {
            true => None,
            false => Some(self.caller.alone.lock().await),
        };
        let _current = self.caller.enter(&context);
        let (sender, mut reports) = mpsc::unbounded_channel::<ProgressParams>();
        let send = |request: Request<T>| {
            let sender = sender.clone();
            request
                .on_progress(move |report| drop(sender.send(report.clone())))
                .once()
                .into_future()
        };
        let mut reply = send(call(&self.client));
        let progress = context.progress();
        loop {
            tokio::select! {
                biased;
                Some(report) = reports.recv() => match report.total {
                    Some(total) => {
                        let message = report.message.unwrap_or_default();
                        progress.report_of(report.progress, total, message).await;
                    }
                    None => progress.report(report.progress).await,
                },
                done = &mut reply => match done? {
                    Reply::Complete(result) => return Ok(result),
                    Reply::InputRequired(asked) => {
                        let answers = answers(&context, &asked).await?;
                        let state = asked.request_state.as_deref();
                        reply = send(call(&self.client).answers(&answers, state));
                    }
                },
            }
        }
    }

    /// Offers what has changed behind, for as long as there is something behind.
    async fn follow(
        self,
        server: Server,
        mut offered: Offered,
        mut changes: mpsc::UnboundedReceiver<Change>,
    ) {
        while let Some(change) = changes.recv().await {
            match change {
                Change::Resource(uri) => server.resource_updated(&uri),
                _ => {
                    std::mem::take(&mut offered).withdraw(&server);
                    match self.offer(&server).await {
                        Ok(now) => offered = now,
                        Err(error) => eprintln!("the server behind cannot be listed: {error}"),
                    }
                }
            }
        }
    }
}

/// What is offered here, by name or URI.
#[derive(Default)]
struct Offered {
    tools: Vec<String>,
    prompts: Vec<String>,
    resources: Vec<String>,
}

impl Offered {
    /// Takes everything away; what is gone already needs no more.
    fn withdraw(self, server: &Server) {
        self.tools.iter().for_each(|name| drop(server.remove_tool(name)));
        self.prompts.iter().for_each(|name| drop(server.remove_prompt(name)));
        self.resources.iter().for_each(|uri| drop(server.remove_resource(uri)));
    }
}

/// Asks the client for the server behind: all questions in one round.
async fn answers(context: &Context, asked: &InputRequiredResult) -> Result<InputResponses> {
    let mut tasks = JoinSet::new();
    for (key, question) in asked.input_requests.clone().unwrap_or_default() {
        let question = context.ask(question);
        tasks.spawn(async move { (key, question.await) });
    }
    let mut answers = InputResponses::new();
    while let Some(answered) = tasks.join_next().await {
        let (key, answer) = answered.map_err(Error::other)?;
        answers.insert(key, answer?);
    }
    Ok(answers)
}

/// The call that a question or a log message of the old era belongs to.
#[derive(Clone, Default)]
struct Caller {
    alone: Arc<AsyncMutex<()>>,
    current: Arc<Mutex<Option<Context>>>,
}

/// A call that is the current one until this is dropped.
struct Current(Caller);

impl Drop for Current {
    fn drop(&mut self) {
        *self.0.current.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Caller {
    fn enter(&self, context: &Context) -> Current {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = Some(context.clone());
        Current(self.clone())
    }

    fn current(&self) -> Result<Context> {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        current.clone().ok_or_else(|| Error::other("no call is running"))
    }

    /// Lets a client answer what the server behind asks with what its own client answers.
    fn answering(client: ClientBuilder) -> (Self, ClientBuilder) {
        let caller = Self::default();
        let (asked, logged) = (caller.clone(), caller.clone());
        let client = client
            .capabilities(CAN_BE_ASKED.into_iter().collect())
            .on_question(move |question| {
                let context = asked.current();
                async move { context?.ask(question).await }
            })
            .on_log(move |message| {
                if let Ok(context) = logged.current() {
                    let (level, data) = (message.level, message.data.clone());
                    tokio::spawn(async move { context.log().log(level, data).await });
                }
            });
        (caller, client)
    }
}
