//! The rows that a handler shows: signatures, attributes of parameters, results that are no data.

use std::time::Duration;

use mcp_runtime::protocol::{CallToolResult, ContentBlock, Tool};
use mcp_runtime::{Context, Log, Progress, Schema, server, tool};
use mcp_runtime_testing::{TestClient, connect};
use serde::Deserialize;
use serde_json::{Value, json};

use super::check::{plain, same};
use super::rows::{Row, row};

/// The rows that are checked here; each is the name of a tool, with `-` for `_`.
pub(super) const ROWS: [&str; 17] = [
    "param-default",
    "duration-seconds",
    "duration-humantime",
    "sig-none",
    "sig-two",
    "sig-docs",
    "sig-ctx",
    "sig-mut",
    "sig-underscore",
    "sig-args-struct",
    "sig-args-mixed",
    "sig-recursive",
    "result-string",
    "result-str",
    "result-unit",
    "result-int",
    "result-content",
];

#[tool]
fn param_default(#[arg(default = 10)] x: u32) -> u32 {
    x
}

#[tool]
fn duration_seconds(#[arg(seconds)] x: Duration) -> String {
    format!("{x:?}")
}

#[tool]
fn duration_humantime(#[arg(humantime)] x: Duration) -> String {
    format!("{x:?}")
}

#[tool]
fn sig_none() {}

#[tool]
fn sig_two(a: i32, b: Option<u32>) -> String {
    format!("{a} {b:?}")
}

#[tool]
fn sig_docs(
    /** The query. */
    q: String,
) -> String {
    q
}

#[tool]
fn sig_ctx(context: Context, log: Log, progress: Progress, q: String) -> String {
    drop((context, log, progress));
    q
}

#[tool]
fn sig_mut(mut q: String) -> String {
    q.push('.');
    q
}

#[tool]
fn sig_underscore(_q: String) {}

#[derive(Deserialize, Schema)]
struct P {
    a: u8,
}

#[tool]
fn sig_args_struct(#[args] p: &P) -> u8 {
    p.a
}

#[tool]
fn sig_args_mixed(#[args] p: P, q: String) -> String {
    format!("{} {q}", p.a)
}

#[derive(Deserialize, Schema)]
struct Node {
    name: String,
    kids: Vec<Self>,
}

#[tool]
fn sig_recursive(tree: &Node) -> String {
    format!("{} {}", tree.name, tree.kids.len())
}

#[tool]
fn result_string() -> String {
    "text".to_owned()
}

#[tool]
fn result_str() -> &'static str {
    "text"
}

#[tool]
fn result_unit() {}

#[tool]
fn result_int() -> i32 {
    1
}

#[tool]
fn result_content() -> Vec<ContentBlock> {
    vec![ContentBlock::text("text")]
}

async fn client() -> TestClient {
    let server = server!()
        .tool::<param_default>()
        .tool::<duration_seconds>()
        .tool::<duration_humantime>()
        .tool::<sig_none>()
        .tool::<sig_two>()
        .tool::<sig_docs>()
        .tool::<sig_ctx>()
        .tool::<sig_mut>()
        .tool::<sig_underscore>()
        .tool::<sig_args_struct>()
        .tool::<sig_args_mixed>()
        .tool::<sig_recursive>()
        .tool::<result_string>()
        .tool::<result_str>()
        .tool::<result_unit>()
        .tool::<result_int>()
        .tool::<result_content>();
    connect(server).await.unwrap()
}

#[tokio::test]
async fn the_rows_of_handlers() {
    let client = client().await;
    let tools = client.list_tools().await.unwrap();
    assert_eq!(tools.len(), ROWS.len());
    for id in ROWS {
        let name = id.replace('-', "_");
        let tool = tools.iter().find(|tool| tool.name == name).unwrap();
        let row = row(id);
        if id.starts_with("result") {
            assert_eq!(row.want, Value::Null, "{id}");
            assert_eq!(tool.output_schema, None, "{id}");
            let result = client.call_tool(&name, json!({})).await.unwrap();
            assert!(result.structured_content.is_none(), "{id}");
        } else {
            check_input(&row, tool);
            check_calls(&client, &row, &name).await;
        }
    }
}

fn check_input(row: &Row, tool: &Tool) {
    let schema = &*tool.input_schema;
    plain(schema);
    if row.whole {
        let mut schema = schema.clone();
        let defs = schema.as_object_mut().unwrap().remove("$defs");
        same(&schema, &row.want);
        same(&defs.unwrap_or_else(|| json!({})), &Value::Object(row.defs.clone()));
    } else {
        same(&schema["properties"]["x"], &row.want);
        let required = schema.get("required").is_some();
        assert_eq!(Some(required), row.required, "{}", row.id);
    }
}

async fn check_calls(client: &TestClient, row: &Row, name: &str) {
    let arguments = |value: &Value| {
        if row.whole { value.clone() } else { json!({ "x": value }) }
    };
    let is_error = |result: CallToolResult| result.is_error.unwrap_or_default();
    for value in row.accepts.iter().chain(&row.lenient) {
        let result = client.call_tool(name, arguments(value)).await.unwrap();
        assert!(!is_error(result), "{}: {value} is taken", row.id);
    }
    for value in &row.rejects {
        let result = client.call_tool(name, arguments(value)).await.unwrap();
        assert!(is_error(result), "{}: {value} is refused", row.id);
    }
}
