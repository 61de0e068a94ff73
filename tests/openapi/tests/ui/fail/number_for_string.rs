use mcp_runtime::Schema;
use mcp_runtime_openapi::openapi;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, Schema, Serialize)]
struct Pet {
    id: u64,
}

#[openapi("documents/petstore.json")]
trait Pets {
    #[get("/pet/{petId}")]
    async fn pet(pet_id: u64) -> Pet;
}

fn main() {}
