//! Arguments that must not be seen.

use mcp_runtime::{Secret, server, tool};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::json;

/// Opens the vault.
#[tool]
fn open(
    /// The key.
    #[arg(length(3..=20))]
    key: Secret<String>,
    #[arg(default = Secret::new(7))] number: Secret<u32>,
    hint: Option<Secret<String>>,
) -> String {
    let seen = format!("{key} {number:?} {hint:?}");
    format!("{seen} {} {}", key.expose(), number.into_exposed())
}

#[tokio::test]
async fn a_secret_is_read_and_not_shown() {
    let client = testing::connect(server!().tool::<open>()).await.unwrap();
    let opened = client.call_tool("open", json!({ "key": "xyzzy", "hint": "x" })).await.unwrap();
    assert_eq!(opened.text(), "[redacted] [redacted] Some([redacted]) xyzzy 7");
    let refused = client.call_tool("open", json!({ "key": "x" })).await.unwrap();
    assert!(refused.text().contains("expected a string of 3 to 20 characters"));
}

#[tokio::test]
async fn the_schema_is_that_of_the_value_and_tells_no_default() {
    let client = testing::connect(server!().tool::<open>()).await.unwrap();
    let tools = client.list_tools().await.unwrap();
    let properties = json!({
        "key": { "type": "string", "minLength": 3, "maxLength": 20, "description": "The key." },
        "number": { "type": "integer", "minimum": 0, "maximum": u32::MAX },
        "hint": { "type": "string" },
    });
    assert_eq!(tools[0].input_schema["properties"], properties);
    assert_eq!(tools[0].input_schema["required"], json!(["key"]));
}
