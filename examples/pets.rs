//! Tools that call an HTTP API: the operations of `pets.json` that a model needs, checked against
//! that document while this compiles.

use mcp_runtime::{Env, Schema, server};
use mcp_runtime_openapi::{Api, OpenApi as _, openapi};
use serde::{Deserialize, Serialize};

const PETS_URL: Env =
    Env::new("PETS_URL").url().default("https://petstore.example/v1").why("Where the API is");

#[derive(Deserialize, Serialize, Schema)]
#[serde(rename_all = "lowercase")]
enum Status {
    Available,
    Pending,
    Sold,
}

/// What a model needs of a pet; the API sends more.
#[derive(Deserialize, Serialize, Schema)]
struct Pet {
    id: String,
    name: String,
    category: Option<String>,
}

#[derive(Deserialize, Serialize, Schema)]
struct Order {
    id: u64,
}

/// Finds and orders pets. Search before you order.
#[openapi("pets.json")]
trait Pets {
    /// Finds pets by their status.
    #[get("/pet/findByStatus")]
    async fn find(status: Status, #[arg(default = 10, range(1..=100))] limit: u32) -> Vec<Pet>;

    #[get("/pet/{petId}")]
    async fn pet(#[arg(name = "petId")] id: String) -> Pet;

    /// Orders a pet.
    #[post("/store/order", confirm = "Order the pet {pet}?")]
    async fn order(
        #[arg(name = "petId")] pet: String,
        #[arg(range(1..=10))] quantity: Option<u32>,
    ) -> Order;
}

fn main() -> mcp_runtime::Result<()> {
    let url = PETS_URL.value().unwrap_or_default();
    let api = Api::new(url).bearer_env("PETS_TOKEN");
    server!().needs(PETS_URL).openapi::<dyn Pets>(api).run()
}
