//! What a client sees of the tools.

use mcp_runtime::server;
use mcp_runtime_openapi::{Api, OpenApi as _, openapi};
use serde_json::{Value, json};

use crate::pets::{Pet, Pets, connect};

#[tokio::test]
async fn tools_are_described_by_the_trait_and_by_the_document() {
    let client = connect(Api::new("https://pets.example")).await;
    assert_eq!(client.instructions().unwrap(), "Finds and orders pets. Search before you order.");
    let tools = serde_json::to_value(client.list_tools().await.unwrap()).unwrap();
    let tool = |name: &str| {
        let tools = tools.as_array().unwrap();
        tools.iter().find(|tool| tool["name"] == name).unwrap().clone()
    };
    let find = tool("find");
    assert_eq!(find["description"], "Finds pets that are for sale.");
    let limit = json!({
        "type": "integer", "description": "How many, at most.", "minimum": 1, "maximum": 50, "default": 10
    });
    let properties = &find["inputSchema"]["properties"];
    assert_eq!(properties["limit"], limit);
    assert_eq!(properties["status"], json!({ "type": "string", "enum": ["available", "sold"] }));
    assert_eq!(find["inputSchema"]["required"], json!(["status"]));
    assert_eq!(tool("pet")["description"], "Gets a pet");
    let pet = &tool("pet")["inputSchema"]["properties"]["pet"];
    assert_eq!(*pet, json!({ "type": "string", "description": "Which pet." }));
    let complete = &tool("order")["inputSchema"]["properties"]["complete"];
    assert_eq!(complete["description"], "Whether it is paid.");
}

#[tokio::test]
async fn hints_follow_from_the_method_unless_they_are_given() {
    let client = connect(Api::new("https://pets.example")).await;
    let tools = serde_json::to_value(client.list_tools().await.unwrap()).unwrap();
    let hints = |name: &str| {
        let tools = tools.as_array().unwrap();
        let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
        let hint = |hint: &str| tool["annotations"][hint].clone();
        (hint("readOnlyHint"), hint("destructiveHint"), hint("idempotentHint"))
    };
    let yes = Value::Bool(true);
    let no = Value::Bool(false);
    let none = Value::Null;
    assert_eq!(hints("find"), (yes.clone(), no.clone(), none.clone()));
    assert_eq!(hints("order").1, yes);
    assert_eq!(hints("order").2, none);
    assert_eq!((hints("delete").1, hints("delete").2), (yes.clone(), yes.clone()));
    assert_eq!((hints("caption").1, hints("caption").2), (yes.clone(), yes.clone()));
    assert_eq!(hints("rename").1, no);
    assert_eq!(hints("add").0, yes);
}

/// The variable is one that cargo sets.
#[tokio::test]
async fn the_environment_of_the_api_is_that_of_the_server() {
    let api = Api::new("https://pets.example").bearer_env("CARGO_PKG_NAME");
    let server = server!().openapi::<dyn Pets>(api).open().await.unwrap().build().unwrap();
    let needs: Vec<_> = server.needs().iter().map(|env| (env.name(), env.is_secret())).collect();
    assert_eq!(needs, [("CARGO_PKG_NAME", true)]);
}

/// Counts pets.
#[openapi("documents/petstore.json")]
trait Counted {
    #[get("/pet/findByStatus")]
    async fn find(status: String, limit: Option<u32>) -> Vec<Pet>;

    #[post("/numbers", read_only, name = "add_numbers")]
    async fn add(#[arg(name = "body")] numbers: Vec<f64>) -> f64;
}

#[tokio::test]
async fn nobody_objects_to_tools_with_plain_types() {
    let builder = server!().openapi::<dyn Counted>(Api::new("https://pets.example"));
    let server = builder.open().await.unwrap().build().unwrap();
    mcp_runtime_testing::lint(&server).unwrap();
}
