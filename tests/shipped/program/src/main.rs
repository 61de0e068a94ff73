//! A server with a handler of each kind: what is built into every program is tried with it.

use mcp_runtime::{Result, prompt, resource, server, tool};

/// Adds two numbers.
#[tool(pure)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Pours everything away.
#[tool(destructive, confirm = "Pour everything away?")]
async fn empty() -> &'static str {
    "empty"
}

/// Says how it was built: an answer that not all builds give.
#[tool(read_only)]
fn build() -> &'static str {
    if cfg!(debug_assertions) { "with debug assertions" } else { "as it ships" }
}

/// Asks for a cup.
#[prompt]
fn cup(#[arg(complete = teas)] tea: &str) -> String {
    format!("A cup of {tea}, please.")
}

fn teas(typed: &str) -> Vec<&'static str> {
    ["assam", "ceylon"].into_iter().filter(|tea| tea.starts_with(typed)).collect()
}

/// How warm it is.
#[resource("kettle://temperature")]
fn temperature() -> &'static str {
    "96 °C"
}

/// Repeats what it is told.
#[cfg(feature = "agent")]
#[mcp_runtime_acp::agent]
async fn parrot(prompt: mcp_runtime_acp::Prompt, turn: mcp_runtime_acp::Turn) -> Result<()> {
    turn.say(prompt.text()).await
}

fn main() -> Result<()> {
    let server = server!().tool::<add>().tool::<empty>().tool::<build>().prompt::<cup>().resource::<temperature>();
    #[cfg(feature = "agent")]
    let server = mcp_runtime_acp::AgentServer::agent::<parrot>(server);
    #[cfg(feature = "auth")]
    let server = server.http_options(mcp_runtime_auth::options());
    #[cfg(feature = "observe")]
    let server = mcp_runtime_observe::Observe::observe(server);
    #[cfg(feature = "skills")]
    let server = server.extension(mcp_runtime_skills::skills!("skills"));
    #[cfg(feature = "ship")]
    let server = server.subcommands(mcp_runtime_ship::subcommands());
    #[cfg(feature = "page")]
    let server = server
        .subcommands([mcp_runtime_ship::page::dev()])
        .http_options(mcp_runtime_ship::page::options());
    #[cfg(feature = "web")]
    let server = server
        .subcommands([mcp_runtime_web::card_command(mcp_runtime_web::Card::new())])
        .http_options(mcp_runtime_web::options());
    server.run()
}
