//! A client on the command line: lists what a server offers, and calls it.
//!
//! ```text
//! client [--legacy] [--call TOOL --with JSON] --url URL
//! client [--legacy] [--call TOOL --with JSON] -- PROGRAM [ARGUMENT…]
//! ```

use std::fmt::Display;
use std::io::stdin;

use clap::Parser;
use mcp_runtime::protocol::{ElicitFormParams, LoggingLevel, ProtocolVersion};
use mcp_runtime::{Accepted, Answer, Error, Result, printable};
use mcp_runtime_client::{Client, HttpTransport, Stdio};
use serde_json::{Map, Value};

/// Asks a server what it offers, or calls one of its tools.
#[derive(Parser)]
struct Line {
    /// Speaks the last revision with a handshake instead of finding out what the server speaks.
    #[arg(long)]
    legacy: bool,
    /// Calls this tool instead of listing what there is.
    #[arg(long, value_name = "TOOL")]
    call: Option<String>,
    /// The arguments of the tool, a JSON object.
    #[arg(long, value_name = "JSON", default_value = "{}", requires = "call")]
    with: String,
    /// The server: where it is.
    #[arg(long)]
    url: Option<String>,
    /// The server: a program and its arguments.
    #[arg(last = true, required_unless_present = "url", value_name = "PROGRAM")]
    program: Vec<String>,
}

#[tokio::main(flavor = "current_thread")]
#[expect(deprecated, reason = "servers of older revisions log to their clients")]
async fn main() -> Result<()> {
    let line = Line::parse();
    let mut client = Client::builder(env!("CARGO_BIN_NAME"), env!("CARGO_PKG_VERSION"))
        .on_elicit(|form| async move { fill_in(&form) })
        .on_log(|message| tell(format_args!("{:?}: {}", message.level, message.data)))
        .log_level(LoggingLevel::Notice);
    if line.legacy {
        client = client.version(ProtocolVersion::LATEST_LEGACY);
    }
    let client = match (&line.url, &line.program[..]) {
        (Some(url), _) => client.connect(HttpTransport::new(url)).await?,
        (None, [program, arguments @ ..]) => {
            client.connect(Stdio::spawn(program).args(arguments)).await?
        }
        (None, []) => return Err(Error::other("no server is named")),
    };
    match line.call {
        Some(tool) => call(&client, &tool, &line.with).await?,
        None => list(&client).await?,
    }
    client.close().await;
    Ok(())
}

async fn list(client: &Client) -> Result<()> {
    let server = client.server_info();
    say(format_args!("{} {}, revision {}", server.name, server.version, client.version()));
    for tool in client.list_tools().await? {
        say(format_args!("tool      {:24}{}", tool.name, tool.description.unwrap_or_default()));
    }
    for prompt in client.list_prompts().await? {
        say(format_args!("prompt    {:24}{}", prompt.name, prompt.description.unwrap_or_default()));
    }
    for resource in client.list_resources().await? {
        say(format_args!(
            "resource  {:24}{}",
            resource.uri,
            resource.description.unwrap_or_default()
        ));
    }
    for template in client.list_resource_templates().await? {
        let uri = template.uri_template;
        let description = template.description;
        say(format_args!("template  {uri:24}{}", description.unwrap_or_default()));
    }
    Ok(())
}

async fn call(client: &Client, tool: &str, arguments: &str) -> Result<()> {
    let arguments: Map<String, Value> = serde_json::from_str(arguments).map_err(Error::other)?;
    let progress = |report: &mcp_runtime::protocol::ProgressParams| {
        let total = report.total.map(|total| format!(" of {total}")).unwrap_or_default();
        let message = report.message.as_deref().unwrap_or_default();
        tell(format_args!("{}{total} {message}", report.progress));
    };
    let result = client.call_tool(tool, arguments).on_progress(progress).await?;
    if result.is_error == Some(true) {
        return Err(Error::other(result.text()));
    }
    say(result.text());
    Ok(())
}

/// Asks for each field of a form; an empty line is the default, the end of the input a refusal.
fn fill_in(form: &ElicitFormParams) -> Result<Answer<Map<String, Value>>> {
    tell(&form.message);
    let mut answer = Map::new();
    for (name, schema) in &form.requested_schema.properties.0 {
        tell(format_args!("{name} {}:", serde_json::to_string(schema).map_err(Error::other)?));
        let mut line = String::new();
        if stdin().read_line(&mut line)? == 0 {
            return Ok(Answer::Declined);
        }
        let line = line.trim();
        if !line.is_empty() {
            let value = serde_json::from_str(line).unwrap_or_else(|_| line.into());
            answer.insert(name.clone(), value);
        }
    }
    Ok(Accepted(answer))
}

/// Prints text of a server, which could contain escape sequences.
fn say(text: impl Display) {
    println!("{}", printable(&text.to_string()));
}

/// Like `say`, for text other than the result.
fn tell(text: impl Display) {
    eprintln!("{}", printable(&text.to_string()));
}
