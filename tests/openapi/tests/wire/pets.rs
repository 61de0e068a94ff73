//! The tools that the tests call.

use mcp_runtime::{Schema, server};
use mcp_runtime_openapi::{Api, OpenApi as _, openapi};
use mcp_runtime_testing::{self as testing, TestClient};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Serialize, Deserialize, Schema)]
pub(crate) struct Pet {
    id: u64,
    name: String,
}

#[derive(Serialize, Deserialize, Schema)]
pub(crate) struct Order {
    id: u64,
}

#[derive(Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    Available,
    Sold,
}

#[derive(Serialize, Deserialize, Schema)]
pub(crate) struct Filter {
    age: u32,
    name: Option<String>,
}

/// Finds and orders pets. Search before you order.
#[openapi("documents/petstore.json", provided("store-version"))]
pub(crate) trait Pets {
    /// Finds pets that are for sale.
    #[get("/pet/findByStatus")]
    async fn find(
        status: Status,
        tags: Option<Vec<String>>,
        #[arg(default = 10, range(1..=50))] limit: u32,
    ) -> Vec<Pet>;

    #[get("/pet/{petId}")]
    async fn pet(#[arg(name = "petId")] pet: String, x_trace: Option<String>) -> Option<Pet>;

    #[delete("/pet/{petId}", confirm = "Delete {pet_id}?")]
    async fn delete(pet_id: String);

    #[put("/pet/{petId}/photos/{photo}")]
    async fn caption(#[arg(name = "petId")] pet: String, photo: Value, body: String) -> String;

    #[post("/store/order")]
    async fn order(
        #[arg(name = "petId")] pet: u64,
        #[arg(nullable)] quantity: Option<Option<u32>>,
        /// Whether it is paid.
        complete: Option<bool>,
    ) -> Order;

    /// Renames the store.
    #[post("/store/rename", destructive = false)]
    async fn rename(
        name: &str,
        #[arg(in = "body")] id: Option<String>,
        #[arg(name = "id", in = "query")] version: Option<u32>,
        #[arg(default)] labels: Vec<String>,
    );

    #[get("/search")]
    async fn search(
        ids: Option<Vec<u32>>,
        colors: Option<Vec<String>>,
        filter: Option<Filter>,
        r#where: Option<Value>,
        session: Option<String>,
    ) -> Vec<u32>;

    #[post("/numbers", read_only)]
    async fn add(body: Vec<f64>) -> f64;
}

pub(crate) async fn connect(api: Api) -> TestClient {
    let server = server!().openapi::<dyn Pets>(api).open().await.unwrap();
    testing::connect(server).await.unwrap()
}

/// What a call says, and whether it failed.
pub(crate) async fn call(client: &TestClient, tool: &str, arguments: Value) -> (String, bool) {
    let result = client.call_tool(tool, arguments).await.unwrap();
    (result.text(), result.is_error == Some(true))
}

/// What a call says that succeeds.
pub(crate) async fn called(client: &TestClient, tool: &str, arguments: Value) -> String {
    let (text, is_error) = call(client, tool, arguments).await;
    assert!(!is_error, "{text}");
    text
}

/// What a call says that fails.
pub(crate) async fn refused(client: &TestClient, tool: &str, arguments: Value) -> String {
    let (text, is_error) = call(client, tool, arguments).await;
    assert!(is_error, "{text}");
    text
}

/// The arguments of `caption`.
pub(crate) fn caption(pet: &str, photo: impl Into<Value>) -> Value {
    json!({ "pet": pet, "photo": photo.into(), "body": "A cat" })
}
