//! Servers that are relayed: names, failures, callers and loops. What passes through is tested with
//! the fixture of `asking::fixture`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_runtime::middleware::{Request, RequestService, from_fn};
use mcp_runtime::protocol::{ContentBlock, ProtocolVersion, ResourceLink};
use mcp_runtime::{
    Changes, Context, Result, Server, ServerBuilder, SessionState, State, prompt, resource, server,
    tool,
};
use mcp_runtime_client::{Client, Connect, Error, Opened};
use mcp_runtime_relay::{Backend, Relay as _};
use mcp_runtime_testing::{self as testing, json};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout};

const DEADLINE: Duration = Duration::from_secs(120);

/// Says what it is called by, and with what.
#[tool(read_only)]
fn whoami(context: Context, name: State<&'static str>) -> String {
    let token = context.meta().get("token").is_some();
    format!("{} {token}", *name)
}

/// Names what there is to read.
#[tool(read_only)]
fn link() -> Vec<ContentBlock> {
    vec![ContentBlock::ResourceLink(Box::new(ResourceLink::new("notes://today", "a note")))]
}

/// A note.
#[resource("notes://today")]
fn today(name: State<&'static str>) -> String {
    format!("a note of {}", *name)
}

/// Greets somebody.
#[prompt]
fn greet(who: &str) -> String {
    format!("Hello, {who}!")
}

/// Counts the calls of a session.
#[tool]
fn count(calls: SessionState<Mutex<u32>>) -> u32 {
    let mut calls = calls.lock().unwrap();
    *calls += 1;
    *calls
}

fn behind(name: &'static str) -> ServerBuilder {
    server!()
        .state(name)
        .tool::<whoami>()
        .tool::<link>()
        .tool::<count>()
        .resource::<today>()
        .prompt::<greet>()
        .instructions("Notes of a day.")
}

/// A server behind that is there or is not.
#[derive(Clone, Default)]
struct Switch(Arc<AtomicBool>);

impl Switch {
    fn set(&self, is_on: bool) {
        self.0.store(is_on, Ordering::Relaxed);
    }

    /// The server, if it is there.
    fn server(&self, server: impl Fn() -> ServerBuilder) -> Switched {
        let is_on = self.0.load(Ordering::Relaxed);
        let server = if is_on { server().build() } else { Err(Error::other("switched off")) };
        Switched { server, ended: Arc::default() }
    }
}

/// A server that ends when this is notified, or one that is not there.
struct Switched {
    server: Result<Server>,
    ended: Arc<Notify>,
}

impl Connect for Switched {
    fn open(self) -> mcp_runtime_client::Result<Opened> {
        let Self { server, ended } = self;
        let server = server?;
        Ok(Opened::in_memory(|input, output| async move {
            tokio::select! {
                served = server.serve((input, output)) => served.unwrap(),
                () = ended.notified() => {}
            }
        }))
    }
}

async fn tools(client: &Client) -> Vec<String> {
    client.list_tools().await.unwrap().into_iter().map(|tool| tool.name).collect()
}

#[tokio::test]
async fn relayed_servers_are_offered_under_their_names() -> Result<()> {
    let front = server!()
        .state("front")
        .tool::<whoami>()
        .relay("a", || behind("a").versions([ProtocolVersion::LATEST]))
        .relay("b", || behind("b").versions([ProtocolVersion::LATEST_LEGACY]))
        .open()
        .await?
        .build()?;
    for version in ProtocolVersion::ALL {
        let client = testing::connect_as(front.clone(), *version).await?;
        let expected = ["whoami", "a_whoami", "a_link", "a_count", "b_whoami", "b_link", "b_count"];
        assert_eq!(tools(&client).await, expected, "{version}");
        for (tool, said) in [("whoami", "front"), ("a_whoami", "a"), ("b_whoami", "b")] {
            let text = client.call_tool(tool, ()).await?.text();
            assert_eq!(text, format!("{said} false"), "{version}");
        }
        for name in ["a", "b"] {
            let uri = format!("notes://{name}/today");
            assert_eq!(client.read_resource(&uri).await?.text(), format!("a note of {name}"));
            let linked = client.call_tool(&format!("{name}_link"), ()).await?;
            assert!(json!(linked.content).to_string().contains(&uri), "{version} {linked:?}");
            let prompt = client.get_prompt(&format!("{name}_greet"), json!({ "who": "Ada" }));
            assert_eq!(prompt.await?.text(), "Hello, Ada!");
        }
        let instructions = client.instructions().unwrap();
        assert_eq!(instructions, "## a\n\nNotes of a day.\n\n## b\n\nNotes of a day.");
    }
    Ok(())
}

#[tokio::test]
async fn a_server_that_is_not_there_is_left_out_until_it_comes() -> Result<()> {
    let switch = Switch::default();
    let late = switch.clone();
    let front = server!()
        .relay("late", Backend::new(move || late.server(|| behind("late"))).wait(Duration::ZERO))
        .relay("there", || behind("there"))
        .open()
        .await?
        .build()?;
    let client = testing::connect(front).await?;
    assert_eq!(tools(&client).await, ["there_whoami", "there_link", "there_count"]);
    switch.set(true);
    let comes = async {
        while tools(&client).await.len() < 6 {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(DEADLINE, comes).await.expect("it is offered when it is there");
    assert_eq!(client.call_tool("late_whoami", ()).await?.text(), "late false");
    Ok(())
}

#[tokio::test]
async fn a_required_server_that_is_not_there_fails_the_start_with_its_error() {
    let switch = Switch::default();
    let backend = Backend::new(move || switch.server(|| behind("late"))).required();
    let opened = server!().relay("late", backend).open().await;
    let error = opened.expect_err("it is required").to_string();
    assert!(error.contains("late") && error.contains("switched off"), "{error}");
}

/// Ends the server.
#[tool]
async fn end(ended: State<Arc<Notify>>) -> &'static str {
    ended.notify_one();
    std::future::pending().await
}

#[tokio::test]
async fn lists_stay_while_a_server_is_away_and_its_calls_say_so() -> Result<()> {
    let switch = Switch::default();
    switch.set(true);
    let ended = Arc::new(Notify::new());
    let on = switch.clone();
    let connect = move || {
        let server = on.server(|| behind("away").state(Arc::clone(&ended)).tool::<end>());
        Switched { ended: Arc::clone(&ended), ..server }
    };
    let backend = Backend::new(connect).wait(Duration::from_millis(100));
    let front = server!().relay("away", backend).open().await?.build()?;
    let client = testing::connect(front).await?;
    let listed = tools(&client).await;
    assert_eq!(listed.len(), 4);
    switch.set(false);
    let ended = client.call_tool("away_end", ()).await?;
    assert_eq!(ended.is_error, Some(true), "{ended:?}");
    let gone = async {
        loop {
            let said = client.call_tool("away_whoami", ()).await.unwrap();
            if said.is_error == Some(true) && said.text().contains("`away` is not reachable") {
                return;
            }
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(DEADLINE, gone).await.expect("calls say that it is away");
    assert_eq!(tools(&client).await, listed);
    switch.set(true);
    let back = async {
        while client.call_tool("away_whoami", ()).await.unwrap().is_error == Some(true) {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(DEADLINE, back).await.expect("it is started again");
    Ok(())
}

#[tokio::test(start_paused = true)]
async fn calls_to_a_server_that_is_away_wait_at_the_same_time() -> Result<()> {
    const WAIT: Duration = Duration::from_secs(3);
    let is_silent = Arc::new(AtomicBool::new(false));
    let ended = Arc::new(Notify::new());
    let silenced = Arc::clone(&is_silent);
    let connect = move || {
        let server = behind("away").state(Arc::clone(&ended)).tool::<end>().build();
        let is_silent = silenced.load(Ordering::Relaxed);
        Silent { server: Switched { server, ended: Arc::clone(&ended) }, is_silent }
    };
    let front = server!().relay("away", Backend::new(connect).wait(WAIT)).open().await?.build()?;
    let client = testing::connect(front).await?;
    is_silent.store(true, Ordering::Relaxed);
    client.call_tool("away_end", ()).await?;
    let began = Instant::now();
    let calls = (0..5).map(|_| tokio::spawn(client.call_tool("away_whoami", ()).into_future()));
    for call in calls.collect::<Vec<_>>() {
        let said = call.await.unwrap()?;
        assert_eq!(said.text(), "`away` is not reachable");
    }
    // The clock is paused: one after the other they would take five times as long.
    assert!(began.elapsed() < 2 * WAIT, "{:?}", began.elapsed());
    Ok(())
}

/// A server, or something that accepts connections and says nothing.
struct Silent {
    server: Switched,
    is_silent: bool,
}

impl Connect for Silent {
    fn open(self) -> mcp_runtime_client::Result<Opened> {
        if !self.is_silent {
            return self.server.open();
        }
        Ok(Opened::in_memory(|input, output| async move {
            let _held = (input, output);
            std::future::pending().await
        }))
    }
}

#[tokio::test]
async fn callers_of_a_server_with_sessions_do_not_share_one() -> Result<()> {
    let front = server!()
        .relay_flat("old", || behind("old").versions([ProtocolVersion::LATEST_LEGACY]))
        .open()
        .await?
        .build()?;
    let mut callers = Vec::new();
    for _ in 0..17 {
        callers.push(testing::connect_as(front.clone(), ProtocolVersion::LATEST_LEGACY).await?);
    }
    for expected in 1..3 {
        for client in &callers {
            assert_eq!(client.call::<u32>("count", ()).await?, expected);
        }
    }
    let one_more = testing::connect_as(front.clone(), ProtocolVersion::LATEST_LEGACY).await?;
    let refused = one_more.call_tool("count", ()).await?;
    assert!(refused.text().contains("`old` already serves 16 other callers"), "{refused:?}");
    callers.pop().unwrap().close().await;
    let served = async {
        while one_more.call_tool("count", ()).await.unwrap().is_error == Some(true) {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(DEADLINE, served).await.expect("there is room when a session has ended");
    Ok(())
}

/// Says in which revision it is called.
#[tool(read_only)]
fn revision(context: Context) -> String {
    context.version().to_string()
}

#[tokio::test]
async fn a_server_may_serve_callers_in_their_own_era() -> Result<()> {
    let backend = || Backend::new(|| server!().tool::<revision>());
    let newest = (backend(), ProtocolVersion::LATEST);
    for (backend, legacy) in [newest, (backend().same_era(), ProtocolVersion::LATEST_LEGACY)] {
        let front = server!().relay("a", backend).open().await?.build()?;
        for version in ProtocolVersion::ALL {
            let client = testing::connect_as(front.clone(), *version).await?;
            let expected = if version.is_modern() { ProtocolVersion::LATEST } else { legacy };
            for _ in 0..2 {
                let said = client.call_tool("a_revision", ()).await?.text();
                assert_eq!(said, expected.to_string(), "{version}");
            }
        }
    }
    Ok(())
}

#[tokio::test]
async fn what_is_around_the_server_sees_the_final_names_and_a_denial_is_final() -> Result<()> {
    let seen = Arc::<Mutex<Vec<String>>>::default();
    let seeing = Arc::clone(&seen);
    let front = server!()
        .relay("a", || behind("a"))
        .visible(|_, feature| feature.key() != "a_link")
        .layer(from_fn(move |request: Request, next: RequestService| {
            seeing.lock().unwrap().extend(request.params.clone());
            next.run(request)
        }))
        .open()
        .await?
        .build()?;
    let client = testing::connect(front).await?;
    assert_eq!(tools(&client).await, ["a_whoami", "a_count"]);
    client.call_tool("a_whoami", ()).await?;
    assert!(seen.lock().unwrap().iter().any(|params| params.contains("\"a_whoami\"")));
    let hidden = client.call_tool("a_link", ()).await.unwrap_err();
    assert!(hidden.to_string().contains("unknown tool"), "{hidden}");
    Ok(())
}

#[tokio::test]
async fn tools_that_are_added_behind_are_offered_in_front() -> Result<()> {
    let behind = behind("grows").changes(Changes::new().tools()).build()?;
    let relayed = behind.clone();
    let front = server!().relay("x", move || relayed.clone()).open().await?.build()?;
    let client = testing::connect(front).await?;
    assert_eq!(tools(&client).await.len(), 3);
    behind.add_tool("new", "Is new.", async || "new")?;
    let offered = async {
        while !tools(&client).await.contains(&"x_new".to_owned()) {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(DEADLINE, offered).await.expect("it is offered");
    assert_eq!(client.call_tool("x_new", ()).await?.text(), "new");
    Ok(())
}

#[tokio::test]
async fn a_request_passes_through_eight_relays_at_most() -> Result<()> {
    let mut server = behind("last").build()?;
    for depth in 1..=9 {
        let next = server.clone();
        server = server!().relay_flat("next", move || next.clone()).open().await?.build()?;
        let client = testing::connect(server.clone()).await?;
        let said = client.call_tool("whoami", ()).await?;
        if depth <= 8 {
            assert_eq!(said.text(), "last false", "{depth}");
        } else {
            assert!(said.text().contains("does one of them relay to itself?"), "{said:?}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn the_connection_ends_with_the_server() -> Result<()> {
    let alive = Arc::new(());
    let held = Arc::downgrade(&alive);
    let relayed = behind("a").state(alive).build()?;
    let backend = Mutex::new(Some(relayed));
    let connect = move || backend.lock().unwrap().take().expect("it is connected once");
    let front = server!().relay("a", connect).open().await?.build()?;
    let client = testing::connect(front.clone()).await?;
    client.call_tool("a_whoami", ()).await?;
    client.close().await;
    drop(front);
    let ended = async {
        while held.strong_count() > 0 {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(DEADLINE, ended).await.expect("nothing keeps the server behind");
    Ok(())
}
