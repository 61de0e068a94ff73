//! What attributes add to a schema: examples, null, the type that is written.

#![allow(dead_code, reason = "only the schemas of some types are looked at")]

use mcp_runtime::{Result, Schema, server, tool};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::json;
use serde::Deserialize;
use serde_json::Value;

use super::derive::schema;

#[derive(Deserialize, Schema)]
struct Rows {
    #[schema(example = [{"a": 1}, {"b": [{"c": null}]}])]
    rows: Vec<Value>,
}

/// Sums the rows.
#[tool]
fn sum(
    #[arg(example = [{"a": 1}], example = [[{"b": -2.5}], [], [3]])] rows: Vec<Value>,
    #[arg(example = {"rows": [{"a": 1}]})] more: Option<Rows>,
) -> usize {
    rows.len() + more.map_or(0, |more| more.rows.len())
}

#[tokio::test]
async fn an_example_has_objects_in_lists() -> Result<()> {
    let client = testing::connect(server!().tool::<sum>()).await?;
    let tool = client.list_tools().await?.remove(0);
    let properties = &tool.input_schema["properties"];
    assert_eq!(properties["rows"]["examples"], json!([[{ "a": 1 }], [[{ "b": -2.5 }], [], [3]]]));
    assert_eq!(properties["more"]["examples"], json!([{ "rows": [{ "a": 1 }] }]));
    let of_field = &schema::<Rows>()["properties"]["rows"]["examples"];
    assert_eq!(*of_field, json!([[{ "a": 1 }, { "b": [{ "c": null }] }]]));
    Ok(())
}

/// Changes what is given.
#[tool]
fn change(
    #[arg(nullable)] size: Option<Option<u8>>,
    #[arg(nullable, length(1..=2))] names: Option<Option<Vec<String>>>,
    #[arg(nullable, range(1..=9))] count: Option<Option<u8>>,
) -> String {
    format!("{size:?} {names:?} {count:?}")
}

#[tokio::test]
async fn a_nullable_argument_says_that_it_takes_null() -> Result<()> {
    let client = testing::connect(server!().tool::<change>()).await?;
    let tool = client.list_tools().await?.remove(0);
    let nothing = json!({ "type": "null" });
    let names = json!({
        "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": 2,
    });
    let want = json!({
        "type": "object",
        "properties": {
            "size": { "anyOf": [{ "type": "integer", "minimum": 0, "maximum": 255 }, nothing] },
            "names": { "anyOf": [names, nothing] },
            "count": { "anyOf": [{ "type": "integer", "minimum": 1, "maximum": 9 }, nothing] },
        },
    });
    assert_eq!(*tool.input_schema, want);
    let call = async |arguments: Value| client.call_tool("change", arguments).await;
    let all_null = json!({ "size": null, "names": null, "count": null });
    assert_eq!(call(all_null).await?.text(), "Some(None) Some(None) Some(None)");
    assert_eq!(call(json!({})).await?.text(), "None None None");
    let given = json!({ "size": 3, "names": ["a"], "count": 9 });
    assert_eq!(call(given).await?.text(), "Some(Some(3)) Some(Some([\"a\"])) Some(Some(9))");
    let refused = call(json!({ "count": 10, "names": [] })).await?;
    assert!(refused.is_error.unwrap_or_default(), "{}", refused.text());
    assert!(refused.text().contains("count") && refused.text().contains("names"));
    Ok(())
}

#[test]
fn constraints_are_those_of_the_type_that_is_written() {
    #[derive(Deserialize, Schema)]
    struct Written {
        #[schema(as = "String", pattern = "^[0-9]+$", length(1..=3), example = "12")]
        id: u32,
        #[schema(as = "u8", range(1..=5))]
        stars: String,
        #[schema(as = "Option<String>", format = "email")]
        #[serde(default)]
        mail: Option<Vec<u8>>,
    }
    #[derive(Deserialize, Schema)]
    #[schema(as = "String", length(1..=3))]
    struct Code(u32);

    let properties = &schema::<Written>()["properties"];
    let id = json!({
        "type": "string", "minLength": 1, "maxLength": 3, "pattern": "^[0-9]+$", "examples": ["12"],
    });
    assert_eq!(properties["id"], id);
    assert_eq!(properties["stars"], json!({ "type": "integer", "minimum": 1, "maximum": 5 }));
    assert_eq!(properties["mail"], json!({ "type": "string", "format": "email" }));
    assert_eq!(schema::<Code>(), json!({ "type": "string", "minLength": 1, "maxLength": 3 }));
}
