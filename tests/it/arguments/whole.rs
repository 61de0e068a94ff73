//! Parameters that take many arguments as one value: maps, structs with aliases, and those beside others.

use std::collections::BTreeMap;

use mcp_runtime::{Schema, ServerBuilder, server, tool};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::Caller;

#[tool]
fn counts(#[args] counts: BTreeMap<String, u8>) -> String {
    format!("{counts:?}")
}

#[derive(Debug, Deserialize, Schema)]
#[expect(dead_code, reason = "it is printed")]
struct Flat {
    name: String,
    #[serde(flatten)]
    counts: BTreeMap<String, u8>,
}

#[tool]
fn flat(#[args] flat: Flat) -> String {
    format!("{flat:?}")
}

/// Takes any arguments, and one of its own.
#[tool]
fn rest(name: String, #[args] rest: Map<String, Value>) -> String {
    format!("{name} {}", Value::Object(rest))
}

#[derive(Debug, Deserialize, Schema)]
#[expect(dead_code, reason = "it is printed")]
struct Others {
    id: u8,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

#[tool]
fn others(#[args] others: Others, name: &str) -> String {
    format!("{name} {others:?}")
}

#[derive(Debug, Deserialize, Schema)]
struct Search {
    #[serde(alias = "words", alias = "query")]
    text: String,
}

#[tool(strict)]
fn search(#[args] search: Search) -> String {
    search.text
}

#[tool(strict)]
fn search_page(#[args] search: Search, page: u8) -> String {
    format!("{} {page}", search.text)
}

/// Any name is right.
#[tool(strict)]
fn strict_counts(#[args] counts: BTreeMap<String, u8>) -> String {
    format!("{counts:?}")
}

fn tools() -> ServerBuilder {
    server!()
        .tool::<counts>()
        .tool::<flat>()
        .tool::<rest>()
        .tool::<others>()
        .tool::<search>()
        .tool::<search_page>()
        .tool::<strict_counts>()
}

#[tokio::test]
async fn a_wrong_value_in_a_map_is_told_once() {
    let mut caller = Caller::connect(tools()).await;
    let wrong = "expected an integer from 0 to 255, got \"x\"";
    for (tool, arguments) in [
        ("counts", r#"{"a":1,"b":"x"}"#),
        ("flat", r#"{"name":"n","b":"x"}"#),
        ("strict_counts", r#"{"b":"x"}"#),
    ] {
        let text = caller.text(tool, arguments).await;
        let expected = format!("Invalid arguments for tool `{tool}`:\n- `b`: {wrong}");
        assert_eq!(text, Err(expected), "{arguments}");
    }
}

#[tokio::test]
async fn a_map_has_only_arguments_without_a_parameter_of_their_own() {
    let mut caller = Caller::connect(tools()).await;
    for (tool, arguments, expected) in [
        ("rest", r#"{"z":[1.50],"name":"n","\"a":null}"#, r#"n {"z":[1.5],"\"a":null}"#),
        ("rest", r#"{"name":"n"}"#, "n {}"),
        (
            "others",
            r#"{"name":"n","id":3,"more":true}"#,
            r#"n Others { id: 3, others: {"more": Bool(true)} }"#,
        ),
    ] {
        let text = caller.text(tool, arguments).await;
        assert_eq!(text, Ok(expected.to_owned()), "{tool} {arguments}");
    }
}

#[tokio::test]
async fn a_strict_tool_reads_what_serde_reads() {
    let mut caller = Caller::connect(tools()).await;
    for (tool, arguments, expected) in [
        ("search", r#"{"words":"a"}"#, "a"),
        ("search", r#"{"query":"a"}"#, "a"),
        ("search_page", r#"{"words":"a","page":2}"#, "a 2"),
        ("strict_counts", r#"{"a":1}"#, r#"{"a": 1}"#),
    ] {
        let text = caller.text(tool, arguments).await;
        assert_eq!(text, Ok(expected.to_owned()), "{tool} {arguments}");
    }
    for tool in ["search", "search_page"] {
        let text = caller.text(tool, r#"{"text":"a","page":2,"wrods":1}"#).await;
        assert!(
            text.as_ref().is_err_and(|text| text.contains("unknown argument \"wrods\"")),
            "{text:?}"
        );
    }
}
