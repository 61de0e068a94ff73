//! The command line of a server binary.
//!
//! Every command is a request to the server in this process, the one that a client would send:
//! `arguments` makes its parameters of what was typed, `client` sends it, `questions` asks what the
//! server asks, `show` puts the answer in words, `terminal` prints them.

mod arguments;
mod client;
mod command;
mod definition;
#[cfg(feature = "http")]
pub(crate) mod http;
mod questions;
mod show;
mod terminal;

use std::io::IsTerminal as _;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::error::{Error, Result};
use crate::jsonrpc::ErrorObject;
use crate::protocol::{
    CallToolResult, GetPromptResult, Method, Prompt, ReadResourceParams, ReadResourceResult,
    Resource, ResourceTemplate, Tool,
};
use crate::schema::nearest;
use crate::server::Server;
use arguments::Arguments;
use client::Client;
use terminal::Terminal;

pub(crate) use command::{Command, CommandLine};
pub(crate) use definition::Facts;

/// Asks a server what was typed, and prints the answer.
///
/// # Errors
///
/// What went wrong, for a person.
pub(crate) async fn ask(server: Server, command: Command, json: bool) -> Result<()> {
    let program = Program { terminal: Terminal::take()?, client: Client::new(server), json };
    program.run(command).await
}

/// Tells a person who started the program, and sees nothing happen, what it waits for.
pub(crate) fn wait(server: &Server) {
    if std::io::stdin().is_terminal() {
        let name = &server.info().name;
        eprintln!(
            "{name} waits for a client that speaks MCP on its standard input; `--help` shows what \
             else it does."
        );
    }
}

/// A running command.
struct Program {
    client: Client,
    terminal: Terminal,
    json: bool,
}

/// Everything that a server lists.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Listing {
    tools: Vec<Tool>,
    prompts: Vec<Prompt>,
    resources: Vec<Resource>,
    resource_templates: Vec<ResourceTemplate>,
}

/// A tool or a prompt with its arguments.
#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
    arguments: Box<RawValue>,
}

impl Program {
    async fn run(mut self, command: Command) -> Result<()> {
        match command {
            Command::List => self.list().await,
            Command::Call { tool, arguments } => self.call(&tool, arguments).await,
            Command::Read { uri } => self.read(&uri).await,
            Command::Get { prompt, arguments } => self.get(&prompt, arguments).await,
            Command::Schema { tool } => self.schema(&tool).await,
        }
    }

    async fn list(&mut self) -> Result<()> {
        let listing = self.listing().await?;
        if self.json {
            return self.terminal.json(&listing);
        }
        let text = show::listing(&listing, self.terminal.width());
        self.terminal.text(&text)
    }

    async fn call(&mut self, name: &str, arguments: Arguments) -> Result<()> {
        let tools: Vec<Tool> = self.client.list(Method::ListTools, "tools").await?;
        let arguments = match tools.iter().find(|tool| tool.name == name) {
            Some(tool) => arguments.of_tool(tool)?,
            // The server says what is wrong with the name.
            None => arguments.of_nothing(),
        };
        let params = Named { name, arguments };
        let answer = self.client.request(Method::CallTool, &params).await;
        let answer = answer.map_err(plain)?;
        let result: CallToolResult = decode(&answer)?;
        let failed = result.is_error == Some(true);
        match (self.json, failed) {
            (true, false) => self.terminal.json(&answer),
            (false, false) => self.terminal.text(&show::tool_result(&result)),
            (true, true) => {
                self.terminal.json(&answer)?;
                Err(Error::other(format!("tool `{name}` failed")))
            }
            (false, true) => Err(Error::other(show::tool_result(&result))),
        }
    }

    async fn read(&mut self, uri: &str) -> Result<()> {
        let params = ReadResourceParams::new(uri);
        let answer = match self.client.request(Method::ReadResource, &params).await {
            Ok(answer) => answer,
            Err(error) => return Err(self.not_read(uri, &error).await?),
        };
        if self.json {
            return self.terminal.json(&answer);
        }
        let result: ReadResourceResult = decode(&answer)?;
        result.contents.iter().try_for_each(|contents| self.terminal.contents(contents))
    }

    /// Why a resource was not read, with the one that may have been meant.
    async fn not_read(&self, uri: &str, error: &ErrorObject) -> Result<Error> {
        let resources: Vec<Resource> = self.client.list(Method::ListResources, "resources").await?;
        let uris = resources.iter().map(|resource| resource.uri.as_str());
        let hint = match nearest(uri, uris) {
            Some(uri) => format!("; did you mean `{uri}`?"),
            None => String::new(),
        };
        Ok(Error::other(format!("`{uri}`: {}{hint}", error.message)))
    }

    async fn get(&mut self, name: &str, arguments: Arguments) -> Result<()> {
        let prompts: Vec<Prompt> = self.client.list(Method::ListPrompts, "prompts").await?;
        let arguments = match prompts.iter().find(|prompt| prompt.name == name) {
            Some(prompt) => arguments.of_prompt(prompt)?,
            None => arguments.of_nothing(),
        };
        let params = Named { name, arguments };
        let answer = self.client.request(Method::GetPrompt, &params).await;
        let answer = answer.map_err(plain)?;
        if self.json {
            return self.terminal.json(&answer);
        }
        let result: GetPromptResult = decode(&answer)?;
        self.terminal.text(&show::prompt(&result))
    }

    async fn schema(&mut self, name: &str) -> Result<()> {
        let tools: Vec<Tool> = self.client.list(Method::ListTools, "tools").await?;
        let Some(tool) = tools.iter().find(|tool| tool.name == name) else {
            let names = tools.iter().map(|tool| tool.name.as_str());
            return Err(plain(crate::server::unknown("tool", name, names)));
        };
        if self.json {
            return self.terminal.json(tool);
        }
        let text = show::definition(tool, self.terminal.width());
        self.terminal.text(&text)
    }

    async fn listing(&self) -> Result<Listing> {
        let client = &self.client;
        Ok(Listing {
            tools: client.list(Method::ListTools, "tools").await?,
            prompts: client.list(Method::ListPrompts, "prompts").await?,
            resources: client.list(Method::ListResources, "resources").await?,
            resource_templates: client
                .list(Method::ListResourceTemplates, "resourceTemplates")
                .await?,
        })
    }
}

fn decode<T: DeserializeOwned>(answer: &RawValue) -> Result<T> {
    serde_json::from_str(answer.get())
        .map_err(|error| Error::other(format!("the answer cannot be read: {error}")))
}

/// The message of an error, without its code: this one is for people.
fn plain(error: ErrorObject) -> Error {
    Error::other(error.message.into_owned())
}
