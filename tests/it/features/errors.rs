//! Errors of handlers: what `?` takes, and what a client learns.

use mcp_runtime::{Error, PublicError, Result, handlers, prompt, resource, server, tool};
use mcp_runtime_testing::{TestClient, connect, json};
use mcp_test_support::log::CapturedLog;
use serde_json::Value;

use super::code;

#[derive(Debug, thiserror::Error)]
enum DbError {
    #[error("no table `users` at db.internal")]
    Table,
    #[error(transparent)]
    Ours(#[from] Error),
}

#[derive(Debug, thiserror::Error)]
#[error("item {0} is sold out")]
struct SoldOut(u8);

impl PublicError for SoldOut {}

fn question_mark(what: &str) -> Result<String> {
    match what {
        "number" => drop("x".parse::<u8>()?),
        "bool" => drop("x".parse::<bool>()?),
        "address" => drop("x".parse::<std::net::IpAddr>()?),
        "utf8" => drop(String::from_utf8(vec![255])?),
        "json" => drop(serde_json::from_str::<Value>("{")?),
        "file" => drop(std::fs::read("/does/not/exist")?),
        "text" => Err("as it is written")?,
        "words" => Err(format!("{} words", 2))?,
        "own" => Err(SoldOut(7))?,
        _ => return Err("what?".into()),
    }
    Ok("fine".to_owned())
}

/// Fails.
#[tool]
fn fail(what: &str) -> Result<String> {
    question_mark(what)
}

#[tool]
fn told() -> Result<String> {
    Err(Error::other(DbError::Table))
}

#[tool]
fn hidden() -> Result<String> {
    Err(Error::internal(DbError::Table))
}

#[tool]
fn hidden_in_thiserror() -> Result<String, DbError> {
    Err(Error::internal("db.internal"))?
}

#[tool]
fn hidden_in_anyhow() -> anyhow::Result<String> {
    use anyhow::Context as _;
    Err(Error::internal("db.internal")).context("asked the database")
}

#[prompt]
fn hidden_prompt() -> Result<String> {
    Err(Error::internal("db.internal"))
}

struct Hidden;

#[handlers]
impl Hidden {
    #[resource("hidden://resource")]
    async fn hidden_resource(&self) -> Result<String> {
        Err(Error::internal("db.internal"))
    }
}

async fn client() -> TestClient {
    let server = server!()
        .tool::<fail>()
        .tool::<told>()
        .tool::<hidden>()
        .tool::<hidden_in_thiserror>()
        .tool::<hidden_in_anyhow>()
        .prompt::<hidden_prompt>()
        .handlers(Hidden);
    connect(server).await.unwrap()
}

async fn text(client: &TestClient, tool: &str, arguments: Value) -> String {
    let result = client.call_tool(tool, arguments).await.unwrap();
    assert_eq!(result.is_error, Some(true), "{tool}");
    result.text()
}

#[tokio::test]
async fn the_question_mark_takes_public_errors() {
    let client = client().await;
    for (what, told) in [
        ("number", "invalid digit found in string"),
        ("bool", "provided string was not `true` or `false`"),
        ("address", "invalid IP address syntax"),
        ("utf8", "invalid utf-8 sequence of 1 bytes from index 0"),
        ("json", "EOF while parsing an object at line 1 column 1"),
        ("file", "No such file or directory (os error 2)"),
        ("text", "as it is written"),
        ("words", "2 words"),
        ("own", "item 7 is sold out"),
        ("else", "what?"),
    ] {
        assert_eq!(text(&client, "fail", json!({ "what": what })).await, told);
    }
    assert_eq!(text(&client, "told", json!({})).await, "no table `users` at db.internal");
}

#[tokio::test]
async fn an_internal_error_is_not_told() {
    let client = client().await;
    for (tool, told) in [
        ("hidden", "internal error"),
        ("hidden_in_thiserror", "internal error"),
        ("hidden_in_anyhow", "asked the database: internal error"),
    ] {
        assert_eq!(text(&client, tool, json!({})).await, told);
    }
    let errors = [
        client.get_prompt("hidden_prompt", json!({})).await.unwrap_err(),
        client.read_resource("hidden://resource").await.unwrap_err(),
    ];
    for error in errors {
        assert_eq!(code(&error), Some(-32603));
        assert_eq!(error.rpc().unwrap().message, "internal error");
    }
}

#[test]
fn an_internal_error_is_logged_with_its_causes() {
    let log = CapturedLog::start(tracing::Level::INFO);
    let cause = DbError::Ours(Error::other(DbError::Table));
    let error = Error::internal(anyhow::Error::from(cause).context("reads"));
    let written = log.text();
    assert!(written.contains("reads: no table `users` at db.internal"), "{written}");
    assert_eq!(error.to_string(), "internal error");
    assert_eq!(format!("{error:?}"), "reads");
    assert!(std::error::Error::source(&error).is_none());
}

/// `main` of a program that uses anyhow, or `Box<dyn Error>`.
#[test]
fn our_errors_are_errors() {
    fn anyhow() -> anyhow::Result<()> {
        Err(Error::other("no port"))?
    }
    fn boxed() -> Result<(), Box<dyn std::error::Error>> {
        Err(Error::other("no port"))?
    }
    assert_eq!(anyhow().unwrap_err().to_string(), "no port");
    assert_eq!(boxed().unwrap_err().to_string(), "no port");
}
