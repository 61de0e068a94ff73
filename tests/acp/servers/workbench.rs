//! An agent with all that one can have beside its handler: commands, options, ways to log in. With the
//! option `login TOKEN`, people have to, until that file is there; with `store DIRECTORY`, sessions are kept there.

#![expect(clippy::needless_pass_by_value, reason = "a handler is given what it asks for")]

use std::env::args;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use mcp_runtime::store::Directory;
use mcp_runtime::{
    Accepted, Elicit, Error, Progress, Result, State, extension, handlers, json, method, notified,
    server, stdio, tool,
};
use mcp_runtime_acp::{
    AgentServer, AgentSettings, AuthMethod, Choice, ConfigOption, Prompt, Turn, agent, command,
};

#[derive(Elicit)]
struct Name {
    /// How you are called.
    name: String,
}

#[derive(Debug, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Ask,
    Write,
}

/// Runs the tests in a terminal.
#[tool]
async fn test(turn: Turn, progress: Progress) -> Result<String> {
    let terminal = turn.terminal("make").arg("test").await?;
    progress.report_of(1, 2, "testing").await;
    terminal.wait_for_exit().await?;
    Ok(terminal.output().await?.output)
}

/// How often something was published.
#[derive(Default)]
struct PublishCount(AtomicU64);

/// Publishes everything.
#[tool(ask)]
fn publish(published: State<PublishCount>) -> u64 {
    published.0.fetch_add(1, Ordering::Relaxed) + 1
}

/// Does what it is told.
#[agent]
async fn obedient(prompt: Prompt, turn: Turn) -> Result<()> {
    let text = prompt.text();
    let words: Vec<&str> = text.split(' ').collect();
    match obey(&turn, &words).await {
        Ok(said) => turn.say(said).await,
        Err(error) => turn.say(format!("failed: {error}")).await,
    }
}

async fn obey(turn: &Turn, words: &[&str]) -> Result<String> {
    Ok(match words {
        ["read", path] => turn.read_file(path).await?,
        ["read", path, line, limit] => {
            let number = |text: &str| text.parse().map_err(Error::other);
            turn.read_file(path).line(number(line)?).limit(number(limit)?).await?
        }
        ["write", path, content] => {
            turn.write_file(path, *content).await?;
            "written".to_owned()
        }
        ["run", command, arguments @ ..] => {
            let terminal = turn
                .terminal(*command)
                .args(arguments.iter().copied())
                .env("A", "b")
                .cwd("src")
                .output_limit(100)
                .await?;
            let exit = terminal.wait_for_exit().await?;
            format!("{:?}", exit.exit_code)
        }
        ["kill", command] => {
            let terminal = turn.terminal(*command).await?;
            terminal.kill().await?;
            format!("{:?}", terminal.output().await?)
        }
        ["test"] => turn.call("test", json!({})).await?,
        ["call", tool] => turn.call::<serde_json::Value>(tool, json!({})).await?.to_string(),
        ["tools"] => {
            let names: Vec<String> = turn.tools().await.into_iter().map(|tool| tool.name).collect();
            names.join(" ")
        }
        ["name"] => match turn.elicit::<Name>("Who are you?").await? {
            Accepted(Name { name }) => name,
            _ => "nobody".to_owned(),
        },
        ["title", title] => {
            turn.title(*title).await?;
            "so be it".to_owned()
        }
        ["custom"] => json!(turn.client().capabilities.meta).to_string(),
        ["mode"] => format!("{:?}", turn.session().mode::<Mode>()?),
        ["mode", mode] => {
            turn.set_mode(mode).await?;
            "changed".to_owned()
        }
        ["option", id] => turn.session().option::<serde_json::Value>(id)?.to_string(),
        ["careful", careful] => {
            turn.set_option("careful", *careful == "yes").await?;
            "changed".to_owned()
        }
        _ => format!("the agent got {words:?}"),
    })
}

/// Reviews a change.
#[command]
async fn review(
    /// what to review
    change: String,
    turn: Turn,
    prompt: Prompt,
) -> Result<()> {
    if change.starts_with("blocks") {
        return turn.say(json!(prompt.content()).to_string()).await;
    }
    turn.say(format!("reviewed {change:?}, of {} blocks", prompt.content().len())).await
}

/// Counts up to a number.
#[command(name = "count-up", hint = "how far")]
async fn count(to: Option<u8>, turn: Turn) -> Result<()> {
    turn.say(format!("{:?}", (1..=to.unwrap_or(3)).collect::<Vec<_>>())).await
}

/// Desks, which a client knows of that says so.
#[extension("com.example/desks")]
#[derive(Default)]
struct Desks(AtomicU64);

#[derive(serde::Serialize)]
struct Count {
    count: u64,
}

#[handlers]
impl Desks {
    #[method("desks/count")]
    fn count(&self, more: Option<u64>) -> Count {
        Count { count: self.0.load(Ordering::Relaxed) + more.unwrap_or(0) }
    }

    #[method("desks/count-slowly", open)]
    async fn count_slowly(&self) -> Count {
        tokio::task::yield_now().await;
        self.count(None)
    }

    #[notified("notifications/desks/moved")]
    fn moved(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

struct Desk {
    owner: String,
}

#[handlers]
impl Desk {
    /// Says whose desk it is.
    #[command]
    async fn whose(&self, turn: Turn) -> Result<()> {
        turn.say(&*self.owner).await
    }
}

fn settings() -> Result<AgentSettings> {
    let modes =
        [Choice::new("ask", "Ask").description("Before it writes"), Choice::new("write", "Write")];
    let models = [Choice::new("small", "Small"), Choice::new("large", "Large")];
    let mut settings = AgentSettings::new()
        .option(ConfigOption::mode(modes))
        .option(ConfigOption::select("model", "Model", models).category("model").initial("large"))
        .option(ConfigOption::boolean("careful", "Careful", true).description("Looks twice"))
        .capability("example.com/desks", json!({ "count": 1 }));
    let options: Vec<String> = args().skip(1).collect();
    if let [store, directory, ..] = &options[..]
        && store == "store"
    {
        settings = settings.store(Directory::open(directory)?);
    }
    if options.iter().all(|option| option != "login") {
        return Ok(settings);
    }
    // What logging in in a terminal leaves.
    let token = options.into_iter().nth(1);
    let log_in = |id, is_right| {
        AuthMethod::new(id, "Log in", move || async move {
            if is_right { Ok(()) } else { Err(Error::other("wrong key")) }
        })
    };
    Ok(settings
        .auth_method(log_in("key", true).description("With the key"))
        .auth_method(log_in("wrong", false))
        .auth_method(log_in("terminal", true).in_terminal(["login"]).env("HOW", "by hand"))
        .logged_in_if(move || token.as_ref().is_some_and(|token| Path::new(token).exists()))
        .on_logout(|| async { Ok(()) }))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let server = server!()
        .state(PublishCount::default())
        .tools::<(test, publish)>()
        .extension(Desks::default())
        .agent::<obedient>()
        .command::<review>()
        .command::<count>()
        .handlers(Desk { owner: "Ada".to_owned() })
        .agent_settings(settings()?)
        .build()?;
    mcp_runtime_acp::serve(server, stdio()).await
}
