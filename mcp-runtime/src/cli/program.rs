//! A running command: sends the request, and prints the result.

use serde_json::{Value, json};

use super::arguments::Arguments;
use super::client::{Client, decode, plain};
use super::command::{Command, RequestLine};
use super::json::items;
use super::listing::{Listing, find, name};
use super::show::{self, Definition, Look};
use super::terminal::Terminal;
use crate::error::{Error, Result};
use crate::jsonrpc::ErrorObject;
use crate::protocol::Method;
use crate::protocol::suggest::nearest;
use crate::server::Server;

/// Runs a command on a server, and prints the result.
///
/// # Errors
///
/// The error, worded for a person.
pub(super) async fn run(server: Server, line: RequestLine) -> Result<()> {
    let RequestLine { command, json, answers } = line;
    let client = Client::new(server, answers);
    let program = Program { terminal: Terminal::take()?, client, json };
    program.run(command).await
}

/// A running command.
struct Program {
    client: Client,
    terminal: Terminal,
    json: bool,
}

impl Program {
    async fn run(mut self, command: Command) -> Result<()> {
        match command {
            Command::List => self.list().await,
            Command::Call { tool, arguments } => self.call(&tool, arguments).await,
            Command::Read { uri } => self.read(&uri).await,
            Command::Get { prompt, arguments } => self.get(&prompt, arguments).await,
            Command::Schema { name } => self.schema(&name).await,
            Command::Complete { name, arguments } => self.complete(&name, arguments).await,
            Command::Words(unfinished) => {
                let words = unfinished.words(Some(&Listing::of(&self.client).await?));
                words.iter().try_for_each(|word| self.terminal.text(word))
            }
        }
    }

    async fn list(&mut self) -> Result<()> {
        let listing = Listing::of(&self.client).await?;
        if self.json {
            return self.terminal.json(&listing);
        }
        let page = show::listing(&listing, Look::of(&self.terminal));
        self.terminal.page(&page)
    }

    async fn call(&mut self, name: &str, arguments: Arguments) -> Result<()> {
        let tools = self.client.list(Method::ListTools, "tools").await?;
        let arguments = match find(&tools, name) {
            Some(tool) => arguments.of_tool(tool)?,
            // The server reports what is wrong with the name.
            None => arguments.of_nothing(),
        };
        let params = json!({ "name": name, "arguments": arguments });
        let answer = self.client.call(params).await.map_err(plain)?;
        let result = decode(&answer)?;
        let failed = result["isError"] == true;
        let shown = show::tool_result(&result, &answer, self.terminal.is_for_a_person());
        match (self.json, failed) {
            (true, false) => self.terminal.json(&answer),
            (false, false) => self.terminal.text(&shown),
            (true, true) => {
                self.terminal.json(&answer)?;
                Err(Error::other(format!("tool `{name}` failed")))
            }
            (false, true) => Err(Error::other(shown)),
        }
    }

    async fn read(&mut self, uri: &str) -> Result<()> {
        let params = json!({ "uri": uri });
        let answer = match self.client.request(Method::ReadResource, params).await {
            Ok(answer) => answer,
            Err(error) => return Err(self.not_read(uri, &error).await?),
        };
        if self.json {
            return self.terminal.json(&answer);
        }
        let result = decode(&answer)?;
        items(&result, "contents").iter().try_for_each(|contents| self.terminal.contents(contents))
    }

    /// The error for a resource that was not read, with a suggestion of the intended one.
    async fn not_read(&self, uri: &str, error: &ErrorObject) -> Result<Error> {
        let resources = self.client.list(Method::ListResources, "resources").await?;
        let hint = match nearest(uri, resources.iter().map(name)) {
            Some(uri) => format!("; did you mean `{uri}`?"),
            None => String::new(),
        };
        Ok(Error::other(format!("`{uri}`: {}{hint}", error.message)))
    }

    async fn get(&mut self, name: &str, arguments: Arguments) -> Result<()> {
        let prompts = self.client.list(Method::ListPrompts, "prompts").await?;
        let arguments = match find(&prompts, name) {
            Some(prompt) => arguments.of_prompt(prompt)?,
            None => arguments.of_nothing(),
        };
        let params = json!({ "name": name, "arguments": arguments });
        let answer = self.client.request(Method::GetPrompt, params).await.map_err(plain)?;
        if self.json {
            return self.terminal.json(&answer);
        }
        self.terminal.text(&show::prompt(&decode(&answer)?))
    }

    async fn schema(&mut self, name: &str) -> Result<()> {
        let listing = Listing::of(&self.client).await?;
        let Some(definition) = Definition::find(&listing, name) else {
            return Err(plain(crate::server::unknown("name", name, listing.names())));
        };
        if self.json {
            return self.terminal.json(definition.json());
        }
        let arguments = self.client.server.arguments_of(name);
        let page = definition.page(Look::of(&self.terminal), &arguments);
        self.terminal.page(&page)
    }

    /// How the last of these arguments may continue.
    async fn complete(&mut self, name: &str, mut arguments: Vec<(String, String)>) -> Result<()> {
        // clap requires one.
        let (key, start) = arguments.pop().unwrap_or_default();
        let reference = if name.contains("://") {
            json!({ "type": "ref/resource", "uri": name })
        } else {
            json!({ "type": "ref/prompt", "name": name })
        };
        let arguments = arguments.into_iter().map(|(key, value)| (key, Value::from(value)));
        let params = json!({
            "ref": reference,
            "argument": { "name": key, "value": start },
            "context": { "arguments": Value::from_iter(arguments) },
        });
        let answer = self.client.request(Method::Complete, params).await.map_err(plain)?;
        if self.json {
            return self.terminal.json(&answer);
        }
        let completion = &decode(&answer)?["completion"];
        let values = items(completion, "values").iter().filter_map(Value::as_str);
        values.into_iter().try_for_each(|value| self.terminal.text(value))
    }
}
