//! A snapshot of the tools of all servers.

use std::{fmt, sync::Arc};

use mcp_runtime_client::protocol::Tool;
use serde_json::Value;

use crate::names::name_for_models;
use crate::provider::{Provider, ProviderFormat};

/// A tool of a server, under the name by which models call it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct HostTool {
    /// What models call it: unique among all servers.
    pub name: String,
    /// The name of the server.
    pub server: String,
    /// The tool, as the server lists it.
    pub tool: Tool,
}

/// A tool, or a part of one, that models are not offered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// The name of the server.
    pub server: String,
    /// The name of the tool, as the server lists it.
    pub tool: String,
    /// How much is left out.
    pub loss: Loss,
    /// The rule of [`mcp-runtime-lint`](https://docs.rs/mcp-runtime-lint) that finds it, such as
    /// `key.pattern`.
    pub rule: Option<&'static str>,
    /// Where in the schema, as a JSON Pointer: empty for all of it.
    pub at: String,
    /// Why it is left out.
    pub why: String,
}

/// How much of a tool models are not offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Loss {
    /// All of it.
    Tool,
    /// The strict mode: the tool is offered without.
    Strict,
    /// A detail of a schema, which then allows more.
    Detail,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let loss = match self.loss {
            Loss::Tool => "",
            Loss::Strict => " in strict mode",
            Loss::Detail => " in part",
        };
        write!(f, "{} of {} is left out{loss}: {}", self.tool, self.server, self.why)?;
        if !self.at.is_empty() {
            write!(f, ", at {}", self.at)?;
        }
        self.rule.map_or(Ok(()), |rule| write!(f, " ({rule})"))
    }
}

/// The tools of all servers at one moment.
///
/// One turn of a model uses one snapshot: what the model calls is looked up where the names came
/// from, though lists change meanwhile.
#[derive(Clone, Debug, Default)]
pub struct Tools {
    tools: Arc<[HostTool]>,
    left_out: Arc<[LeftOut]>,
}

impl Tools {
    /// The tools of servers, in order, by the name of each server.
    pub fn new<'s>(servers: impl IntoIterator<Item = (&'s str, Vec<Tool>)>) -> Self {
        let (mut tools, mut left_out) = (Vec::<HostTool>::new(), Vec::new());
        for (server, listed) in servers {
            for tool in listed {
                let name = name_for_models(server, &tool.name);
                if tools.iter().any(|other| other.name == name) {
                    let why = format!("another tool is called {name} already");
                    left_out.push(LeftOut {
                        server: server.into(),
                        tool: tool.name,
                        loss: Loss::Tool,
                        rule: Some("name.duplicate"),
                        at: String::new(),
                        why,
                    });
                } else {
                    tools.push(HostTool { name, server: server.into(), tool });
                }
            }
        }
        Self { tools: tools.into(), left_out: left_out.into() }
    }

    /// The tools, in the order of the servers and of their lists.
    pub fn iter(&self) -> std::slice::Iter<'_, HostTool> {
        self.tools.iter()
    }

    /// The tool that models call by this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&HostTool> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// The tools that models are not offered, and why.
    #[must_use]
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// The tools in the format of a provider, with settings.
    pub fn format(&self, provider: Provider) -> ProviderFormat {
        ProviderFormat::new(self.clone(), provider)
    }

    /// The `tools` of a request to OpenAI's Chat Completions.
    #[must_use]
    pub fn openai(&self) -> Vec<Value> {
        self.format(Provider::OpenAi).tools()
    }

    /// The `tools` of a request to OpenAI's Responses.
    #[must_use]
    pub fn openai_responses(&self) -> Vec<Value> {
        self.format(Provider::OpenAiResponses).tools()
    }

    /// The `tools` of a request to Anthropic's Messages.
    #[must_use]
    pub fn anthropic(&self) -> Vec<Value> {
        self.format(Provider::Anthropic).tools()
    }

    /// The `tools` of a request to Gemini.
    #[must_use]
    pub fn gemini(&self) -> Vec<Value> {
        self.format(Provider::Gemini).tools()
    }

    /// The `toolConfig.tools` of a request to Bedrock's Converse, whose `toolConfig` is to be left
    /// out if there are none.
    #[must_use]
    pub fn bedrock(&self) -> Vec<Value> {
        self.format(Provider::Bedrock).tools()
    }

    /// The `tools` of a request to Ollama.
    #[must_use]
    pub fn ollama(&self) -> Vec<Value> {
        self.format(Provider::Ollama).tools()
    }
}
