//! An agent that does what it is told in its prompts.

#![expect(clippy::needless_pass_by_value, reason = "a handler is given what it asks for")]

use std::future::pending;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_runtime::middleware::{Request, RequestService, from_fn};
use mcp_runtime::protocol::ContentBlock;
use mcp_runtime::store::Directory;
use mcp_runtime::{
    Accepted, Elicit, Error, Progress, Result, Server, SessionState, State, json, server, stdio,
    tool,
};
use mcp_runtime_acp::{
    AgentServer, AgentSettings, AuthMethod, CallView, Client, Diff, McpServer, Notice, Plan,
    Prompt, Session, StopReason, Subagent, SystemPromptSupport, ToolKind, ToolView, Turn, agent,
    command,
};
use mcp_runtime_client::Stdio;
use serde_json::Value;
use tokio::time::sleep;

/// How often something was wiped.
#[derive(Clone, Default)]
struct WipeCount(Arc<AtomicU64>);

/// How often the person has counted in a session.
#[derive(Default)]
struct UserCount(AtomicU64);

#[derive(Elicit)]
struct Name {
    /// How you are called.
    name: String,
}

/// Adds two numbers.
#[tool(read_only)]
fn add(a: f64, b: f64) -> f64 {
    a + b
}

/// Wipes everything.
#[tool(destructive)]
fn wipe(wiped: State<WipeCount>) -> u64 {
    wiped.0.fetch_add(1, Ordering::Relaxed) + 1
}

/// How often everything was wiped.
#[tool(read_only)]
fn wiped(wiped: State<WipeCount>) -> u64 {
    wiped.0.load(Ordering::Relaxed)
}

/// Says how far it is, and asks for a name.
#[tool]
async fn greet(progress: Progress, elicit: Elicit) -> Result<String> {
    progress.report_of(1, 2, "thinking of a greeting").await;
    match elicit.form::<Name>("Who are you?").await? {
        Accepted(Name { name }) => Ok(format!("Hello, {name}!")),
        _ => Ok("Hello, whoever you are!".to_owned()),
    }
}

/// Changes a file.
#[tool(kind = "edit")]
async fn edit(path: String, call: CallView) -> Result<&'static str> {
    call.at(&path, 2_usize).await?;
    call.diff(Diff::new(&path, "one\ntwo\n", "one\n2\n")).await?;
    call.diff(Diff::new_file("new.rs", "three\n")).await?;
    Ok("changed")
}

/// Rewrites a file.
#[tool(destructive, kind = "edit", preview = show_rewrite)]
fn rewrite(path: String, text: &str, wiped: State<WipeCount>) -> u64 {
    let _ = (path, text);
    wiped.0.fetch_add(1, Ordering::Relaxed) + 1
}

async fn show_rewrite(path: String, text: &str, _: State<WipeCount>) -> Result<ToolView> {
    match text {
        "" => Err("there is nothing to write".into()),
        "?" => Ok(ToolView::default()),
        "titled" => Ok(ToolView::new(format!("Rewrite {path}"))),
        _ => Ok(ToolView::default().at(&path, 1).diff(Diff::new(&path, "one\n", text))),
    }
}

/// Has its work done by another.
#[tool]
async fn delegate(turn: Turn) -> Result<String> {
    let child = turn.subagent(Subagent::new("Helper").description("It helps.")).await?;
    let sum: f64 = child.call("add", json!({ "a": 2, "b": 3 })).await?;
    child.failed("no more").await?;
    Ok(sum.to_string())
}

/// Never ends.
#[tool]
async fn hang() -> String {
    pending().await
}

/// Where it is called.
#[tool(read_only)]
fn place(session: Option<Session>) -> String {
    session.map_or("nowhere".to_owned(), |session| session.cwd().display().to_string())
}

/// A turn that somebody has kept.
#[derive(Default)]
struct KeptTurn(Mutex<Option<Turn>>);

/// Keeps the turn that it is called in.
#[tool]
fn keep(turn: Turn, kept: SessionState<KeptTurn>) -> bool {
    kept.0.lock().is_ok_and(|mut kept| kept.replace(turn).is_none())
}

/// What saying something in the turn that was kept comes to.
#[tool]
async fn reuse(kept: SessionState<KeptTurn>) -> String {
    let turn = kept.0.lock().ok().and_then(|mut kept| kept.take());
    match turn {
        Some(turn) => {
            turn.say("late").await.map_or_else(|error| error.to_string(), |()| "said".to_owned())
        }
        None => "nothing was kept".to_owned(),
    }
}

/// Does what it is told.
#[agent]
async fn obedient(
    prompt: Prompt,
    turn: Turn,
    session: Session,
    counted: SessionState<UserCount>,
) -> Result<StopReason> {
    let text = prompt.text();
    let (order, rest) = text.split_once(' ').unwrap_or((&text, ""));
    if show(&turn, order, rest).await?
        || delegate_to(&turn, order).await?
        || call_tool(&turn, order, rest).await?
    {
        return Ok(StopReason::EndTurn);
    }
    match order {
        "say" => turn.say(rest).await?,
        "think" => turn.think(rest).await?,
        "talk" => {
            turn.say("one ").await?;
            turn.say("two").await?;
            turn.think("three?").await?;
            turn.say("three").await?;
        }
        "plan" => turn.plan(rest.split(' ')).await?,
        "title" => turn.title(rest).await?,
        "usage" => turn.usage(10, 100).await?,
        "where" => turn.say(session.cwd().display().to_string()).await?,
        "client" => {
            let info = turn.client().info.as_ref();
            turn.say(info.map_or("unknown".to_owned(), |info| info.name.clone())).await?;
        }
        "count" => {
            let count = counted.0.fetch_add(1, Ordering::Relaxed) + 1;
            turn.say(count.to_string()).await?;
        }
        "tools" => {
            let names: Vec<String> = turn.tools().await.into_iter().map(|tool| tool.name).collect();
            turn.say(names.join(" ")).await?;
        }
        "ask" => {
            let decision = turn.ask(rest).await?;
            turn.say(format!("{decision:?} {}", decision.is_allowed())).await?;
        }
        "ask-change" => {
            let diff = Diff::new("a.txt", "one\n", "two\n");
            turn.ask(ToolView::new("Rename it?").at("a.txt", 1).diff(diff)).await?;
        }
        "wait" => sleep(Duration::from_millis(200)).await,
        "hang" => pending().await,
        "fail" => return Err(rest.into()),
        "panic" => panic!("told to"),
        "refuse" => return Ok(StopReason::Refusal),
        _ => turn.say(json!(prompt.content()).to_string()).await?,
    }
    Ok(StopReason::EndTurn)
}

/// Shows something besides messages; whether the order is one of these.
async fn show(turn: &Turn, order: &str, rest: &str) -> Result<bool> {
    match order {
        "plans" => {
            turn.plan(Plan::new(["look"]).id("tests")).await?;
            turn.plan(Plan::markdown("# Design").id("design").path("D.md")).await?;
            turn.remove_plan("tests").await?;
        }
        "notice" => turn.notice(Notice::warning("Slow model").description("Retrying")).await?,
        "compact" => {
            let compaction = turn.compaction().await?;
            compaction.summary("We fixed the parser.").await?;
            compaction.done().await?;
        }
        "compact-to" => {
            let compaction = turn.compaction().await?;
            for word in rest.split_inclusive(' ') {
                compaction.summary(word).await?;
            }
            compaction.done().await?;
        }
        "compact-in-vain" => turn.compaction().await?.failed("it is too long").await?,
        "compact-forever" => {
            let _compaction = turn.compaction().await?;
            pending().await
        }
        "recall" => {
            let messages: Vec<Value> = turn
                .session()
                .conversation()
                .into_iter()
                .map(|message| json!([format!("{:?}", message.role), message.content]))
                .collect();
            turn.say(json!(messages).to_string()).await?;
        }
        "remembered" => turn.say(remembered(turn)).await?,
        "instructions" => turn.say(turn.session().instructions("Own.")).await?,
        "show" => {
            let diff = Diff::new("a.rs", "one\ntwo\n", "one\n2\n");
            let view = ToolView::new("Edit a.rs").kind(ToolKind::Edit).at("a.rs", 2).diff(diff);
            turn.show(view.content("done")).await?;
        }
        "edit-often" => {
            let (times, bytes) = rest.split_once(' ').unwrap_or((rest, "0"));
            let text = "x".repeat(bytes.parse().unwrap_or_default());
            for _ in 0..times.parse().unwrap_or(0) {
                let diff = Diff::new("a.rs", &*text, &*text);
                turn.show(ToolView::new("Edit a.rs").diff(diff).content("done")).await?;
            }
            turn.say("edited").await?;
        }
        "cost" => turn.usage(10, 100).cost(0.25, "EUR").await?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// The beginnings of what a model reads, a message a line, and how many bytes all of it has.
fn remembered(turn: &Turn) -> String {
    let messages = turn.session().conversation();
    let beginning = |block: &ContentBlock| match block.as_text() {
        Some(text) => text.chars().take(60).collect(),
        None => format!("<{} bytes>", json!(block).to_string().len()),
    };
    let lines = messages.iter().map(|message| {
        let parts: Vec<String> = message.content.iter().map(beginning).collect();
        format!("{:?}: {}\n", message.role, parts.join(" | "))
    });
    let bytes = messages.iter().map(|message| json!(message.content).to_string().len());
    lines.collect::<String>() + &bytes.sum::<usize>().to_string()
}

/// Calls a tool; whether that is the order.
async fn call_tool(turn: &Turn, order: &str, rest: &str) -> Result<bool> {
    match order {
        "call" => {
            let (tool, arguments) = rest.split_once(' ').unwrap_or((rest, "{}"));
            let arguments: Value = serde_json::from_str(arguments).map_err(Error::other)?;
            match turn.call::<Value>(tool, arguments).await {
                Ok(value) => turn.say(format!("got {value}")).await?,
                Err(error) => turn.say(format!("failed: {error}")).await?,
            }
        }
        "call-both" => {
            let meanwhile = async {
                sleep(Duration::from_millis(100)).await;
                turn.say("meanwhile\n").await
            };
            let rewrite = json!({ "path": "a.rs", "text": "two\n" });
            let (wiped, rewritten, _) = tokio::join!(
                turn.call::<Value>("wipe", json!({})),
                turn.call::<Value>("rewrite", rewrite),
                meanwhile
            );
            turn.say(format!("got {} and {}", wiped?, rewritten?)).await?;
        }
        "text" => {
            let (tool, arguments) = rest.split_once(' ').unwrap_or((rest, "{}"));
            let arguments: Value = serde_json::from_str(arguments).map_err(Error::other)?;
            turn.say(turn.call_tool(tool, arguments).await?.text()).await?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Has others work; whether the order is one of these.
async fn delegate_to(turn: &Turn, order: &str) -> Result<bool> {
    match order {
        "delegate" => {
            let child = turn.subagent(Subagent::new("Reviewer")).await?;
            child.told("Review it").await?;
            child.say("Fine.").await?;
            child.done(StopReason::EndTurn).await?;
        }
        "delegate-wipe" => {
            let child = turn.subagent(Subagent::new("Cleaner")).await?;
            let wiped: u64 = child.call("wipe", json!({})).await?;
            child.done(StopReason::EndTurn).await?;
            turn.say(wiped.to_string()).await?;
        }
        "delegate-and-leave" => {
            let child = turn.subagent(Subagent::new("Slow")).await?;
            let compaction = turn.compaction().await?;
            tokio::spawn(async move {
                pending::<()>().await;
                drop((child, compaction));
            });
        }
        "delegate-question" => {
            let child = turn.subagent(Subagent::new("Asker").cancellable()).await?;
            let asked = child.ask("May I?").await;
            turn.say(asked.map_or_else(|error| error.to_string(), |_| "answered".to_owned()))
                .await?;
        }
        "delegate-forever" => {
            let _child = turn.subagent(Subagent::new("Reviewer").cancellable()).await?;
            pending().await
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Reviews a change.
#[command]
async fn review(change: String, turn: Turn) -> Result<()> {
    turn.say(change).await
}

fn main() -> Result<()> {
    // Which versions it speaks; all, if none is named.
    let versions = std::env::args().skip(1).filter_map(|version| version.parse().ok());
    let mut settings = AgentSettings::new();
    // What it has beside its handler.
    for option in std::env::args().skip(1) {
        settings = match option.as_str() {
            "terminal-login" => settings
                .auth_method(
                    AuthMethod::new("login", "Log in", || async { Ok(()) })
                        .in_terminal(["login"])
                        .env("APP_LOGIN", "1"),
                )
                .logged_in_if(|| false),
            "append" => settings.system_prompt(SystemPromptSupport::Append),
            "override" => settings.system_prompt(SystemPromptSupport::AppendOrOverride),
            option => match option.strip_prefix("store=") {
                Some(directory) => settings.store(Directory::open(directory)?),
                None => settings,
            },
        };
    }
    let base = server!();
    let has_commands = std::env::args().any(|option| option == "commands");
    let commanded = if has_commands { base.command::<review>() } else { base };
    let count = WipeCount::default();
    let pass = from_fn(async |request: Request, next: RequestService| next.run(request).await);
    let layered = server!().state(count.clone()).layer(pass).tool::<rewrite>();
    let server = commanded
        .agent_settings(settings.versions(versions))
        .mount("layered", layered)
        .state(count)
        .tools::<(add, wipe, wiped, greet, hang, place, keep, reuse, edit, delegate)>()
        .tool::<rewrite>()
        .agent::<obedient>()
        .build()?;
    match std::env::args().nth(1).as_deref() {
        // What people type.
        Some("prompt" | "--help") => server.run(),
        Some("drive") => drive(),
        Some("acp") => serve_acp(server),
        _ => serve_mcp(server),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn serve_mcp(server: Server) -> Result<()> {
    server.serve(stdio()).await
}

#[tokio::main(flavor = "current_thread")]
async fn serve_acp(server: Server) -> Result<()> {
    mcp_runtime_acp::serve(server, stdio()).await
}

/// Drives itself, as an agent that has the tools of itself, as an MCP server.
#[tokio::main(flavor = "current_thread")]
async fn drive() -> Result<()> {
    let own = std::env::current_exe().map_err(Error::other)?;
    let client = Client::builder("itself", "1.0").connect(Stdio::spawn(own).arg("acp")).await?;
    let session = client.new_session("/").mcp_server(McpServer::this_binary()?).await?;
    let turn = session.prompt("call agent-server__add {\"a\":2,\"b\":3}").await?;
    println!("{}", turn.text().await?);
    client.close().await;
    Ok(())
}
