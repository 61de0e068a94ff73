//! The client that the official conformance suite drives: `conformance-client URL`.
//!
//! The suite says in the environment which scenario it plays, and in which revision.

#[path = "conformance_auth.rs"]
mod auth;

use std::collections::BTreeMap;
use std::env;

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::{Accepted, Error, Result};
use mcp_runtime_client::{Client, HttpTransport};
use mcp_runtime_skills::ClientSkills;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let url = env::args().next_back().unwrap_or_default();
    let scenario = variable("MCP_CONFORMANCE_SCENARIO")?;
    let version: ProtocolVersion =
        variable("MCP_CONFORMANCE_PROTOCOL_VERSION")?.parse().map_err(Error::other)?;
    // What is not in the answer has the defaults of the form.
    let answer = if version.is_modern() { json!({ "confirmed": true }) } else { json!({}) };
    let mut server = HttpTransport::new(url);
    if scenario.starts_with("auth/") {
        server = server.authorize(auth::oauth(&scenario)?);
    }
    let client = Client::builder("conformance-client", env!("CARGO_PKG_VERSION"))
        .on_elicit(move |_| {
            let answer = answer.clone();
            async { Ok(Accepted(answer)) }
        })
        .version(version)
        .connect(server)
        .await;
    let played = match client {
        Ok(client) => {
            let played = play(&client, &scenario).await;
            client.close().await;
            played
        }
        Err(error) => Err(error),
    };
    match played {
        // What the suite refuses, or lies about, has to be an error.
        Err(error) if auth::has_to_fail(&scenario) => {
            println!("as it has to be: {error}");
            Ok(())
        }
        Ok(()) if auth::has_to_fail(&scenario) => Err(Error::other("this has to fail")),
        played => played,
    }
}

async fn play(client: &Client, scenario: &str) -> Result<()> {
    match scenario {
        "initialize" => {}
        "tools_call" => call(client, "add_numbers", json!({ "a": 5, "b": 3 })).await?,
        "elicitation-sep1034-client-defaults" => {
            call(client, "test_client_elicitation_defaults", json!({})).await?;
        }
        "sse-retry" => call(client, "test_reconnection", json!({})).await?,
        "request-metadata" | "json-schema-ref-no-deref" => drop(client.list_tools().await?),
        "http-standard-headers" => use_everything(client).await?,
        "http-custom-headers" => repeat_arguments(client).await?,
        "http-invalid-tool-headers" => {
            call(client, "valid_tool", json!({ "region": "us-west1" })).await?;
        }
        "json-schema-2020-12-preservation" => echo_schema(client).await?,
        "sep-2322-client-request-state" => {
            for case in ["echo_state", "unrelated", "no_state", "no_result_type"] {
                client.call_tool(&format!("test_mrtr_{case}"), json!({})).await?;
            }
        }
        "auth/authorization-server-migration" => {
            // Another server authorizes from the second request on.
            call(client, "test-tool", json!({})).await?;
            call(client, "test-tool", json!({})).await?;
        }
        _ if scenario.starts_with("auth/") => call(client, "test-tool", json!({})).await?,
        "sep-2640-client-no-prefetch" => drop(ClientSkills::of(client).list().await?),
        "sep-2640-client-verify-digest"
        | "sep-2640-client-verify-size"
        | "sep-2640-client-verify-frontmatter" => load_skills(client).await?,
        _ => return Err(Error::other(format!("unknown scenario {scenario:?}"))),
    }
    Ok(())
}

/// Lists the tools, and calls one that is there.
async fn call(client: &Client, tool: &str, arguments: Value) -> Result<()> {
    let tools = client.list_tools().await?;
    if !tools.iter().any(|listed| listed.name == tool) {
        return Err(Error::other(format!("the server lists no tool {tool:?}")));
    }
    client.call_tool(tool, arguments).await.map(drop)
}

async fn use_everything(client: &Client) -> Result<()> {
    for tool in client.list_tools().await? {
        client.call_tool(&tool.name, json!({})).await?;
    }
    for resource in client.list_resources().await? {
        client.read_resource(&resource.uri).await?;
    }
    for prompt in client.list_prompts().await? {
        client.get_prompt(&prompt.name, json!({})).await?;
    }
    Ok(())
}

async fn repeat_arguments(client: &Client) -> Result<()> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Context {
        tool_calls: Vec<ToolCall>,
    }
    #[derive(Deserialize)]
    struct ToolCall {
        name: String,
        arguments: BTreeMap<String, Value>,
    }
    let context: Context = context()?;
    client.list_tools().await?;
    for ToolCall { name, arguments } in context.tool_calls {
        client.call_tool(&name, arguments).await?;
    }
    Ok(())
}

/// Gives a schema back as it was listed.
async fn echo_schema(client: &Client) -> Result<()> {
    let tools = client.list_tools().await?;
    let found = tools.iter().find(|tool| tool.name == "json_schema_2020_12_tool");
    let tool = found.ok_or_else(|| Error::other("the tool with the schema is not listed"))?;
    client.call_tool("json_schema_echo", json!({ "schema": tool.input_schema })).await.map(drop)
}

/// Loads every skill with all its files, as far as it is what its entry says.
async fn load_skills(client: &Client) -> Result<()> {
    let skills = ClientSkills::of(client);
    for skill in skills.list().await? {
        let Ok(loaded) = skills.load(&skill).await else { continue };
        loaded.read("references/FORMS.md").await.map_err(Error::other)?;
    }
    Ok(())
}

/// What the suite tells in the scenarios that need more than a URL.
fn context<T: DeserializeOwned>() -> Result<T> {
    serde_json::from_str(&variable("MCP_CONFORMANCE_CONTEXT")?).map_err(Error::other)
}

fn variable(name: &str) -> Result<String> {
    env::var(name).map_err(|error| Error::other(format!("{name}: {error}")))
}
