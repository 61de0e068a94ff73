//! What a client sees of the tools.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]
#![allow(missing_docs, reason = "a test has no documentation")]

use mcp_runtime::{Schema, server};
use mcp_runtime_openapi::{Api, OpenApi as _, openapi};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Schema)]
struct Pet {
    id: u64,
    name: String,
}

#[derive(Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
enum Status {
    Available,
    Sold,
}

/// Finds and orders pets. Search before you order.
#[openapi("documents/petstore.json")]
trait Pets {
    /// Finds pets that are for sale.
    #[get("/pet/findByStatus")]
    async fn find(status: Status, #[arg(default = 10)] limit: u32) -> Vec<Pet>;

    #[get("/pet/{petId}")]
    async fn pet(#[arg(name = "petId")] pet: String) -> Option<Pet>;
}

#[tokio::test]
async fn tools_list() {
    let server = server!().openapi::<dyn Pets>(Api::new("https://pets.example"));
    let client = mcp_runtime_testing::connect(server.open().await.unwrap()).await.unwrap();
    let tools = client.list_tools().await.unwrap();
    assert_eq!(tools.len(), 2);
}
