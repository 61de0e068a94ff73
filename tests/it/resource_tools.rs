//! Resources as tools, for clients that know only tools.

use mcp_runtime::{Context, Limits, Result, ServerBuilder, resource, server};
use mcp_runtime_client::Client;
use mcp_runtime_testing::{self as testing, json};
use mcp_runtime_tools::ServerTools as _;
use serde_json::Value;

/// The rules of the house.
#[resource("house://rules")]
fn rules() -> &'static str {
    "No shoes."
}

/// A note by its number.
#[resource("house://notes/{number}")]
fn note(number: u32) -> String {
    format!("note {number}")
}

/// What nobody sees.
#[resource("house://secret", visible = nobody)]
fn secret() -> &'static str {
    "secret"
}

fn nobody(_: &Context) -> bool {
    false
}

fn house() -> ServerBuilder {
    server!().resource::<rules>().resource::<note>().resource::<secret>().resources_as_tools()
}

async fn text(client: &Client, tool: &str, arguments: Value) -> String {
    client.call_tool(tool, arguments).await.unwrap().text()
}

#[tokio::test]
async fn resources_are_listed_and_read_everywhere() -> Result<()> {
    testing::everywhere(house)
        .run(async |client| {
            let page = text(client, "list_resources", json!({})).await;
            let listed: Value = serde_json::from_str(&page).unwrap();
            assert_eq!(listed["resources"].as_array().unwrap().len(), 1, "{listed}");
            assert_eq!(listed["resources"][0]["uri"], "house://rules");
            let template = &listed["resourceTemplates"][0]["uriTemplate"];
            assert_eq!(template, "house://notes/{number}");
            let read = async |uri: &str| text(client, "read_resource", json!({ "uri": uri })).await;
            assert_eq!(read("house://rules").await, "No shoes.");
            assert_eq!(read("house://notes/7").await, "note 7");
            for missing in ["house://secret", "house://attic"] {
                let said = read(missing).await;
                assert!(said.contains(missing), "{said}");
                assert!(!said.contains("is secret"), "{said}");
            }
            let said = client.call_tool("read_resource", json!({})).await?;
            assert!(said.is_error == Some(true) && said.text().contains("uri"), "{said:?}");
            Ok(())
        })
        .await
}

#[tokio::test]
async fn long_lists_are_read_page_by_page() -> Result<()> {
    let small = house().limits(Limits::new().page_size(1));
    let client = testing::connect(small.resource::<attic>().resource::<shelf>()).await?;
    let list = async |arguments: Value| -> Value {
        serde_json::from_str(&text(&client, "list_resources", arguments).await).unwrap()
    };
    let first = list(json!({})).await;
    assert_eq!(first["resources"][0]["uri"], "house://rules");
    // The first page has all templates.
    assert_eq!(first["resourceTemplates"].as_array().unwrap().len(), 2, "{first}");
    let second = list(json!({ "cursor": first["nextCursor"] })).await;
    assert_eq!(second["resources"][0]["uri"], "house://attic");
    assert_eq!(second.get("resourceTemplates"), None);
    assert_eq!(second.get("nextCursor"), None);
    Ok(())
}

/// A picture of the attic.
#[resource("house://attic", mime = "image/png")]
fn attic() -> Vec<u8> {
    vec![1, 2, 3]
}

/// A shelf by its name.
#[resource("house://shelves/{name}")]
fn shelf(name: &str) -> String {
    name.to_owned()
}
