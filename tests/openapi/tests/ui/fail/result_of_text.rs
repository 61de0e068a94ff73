use mcp_runtime::Schema;
use mcp_runtime_openapi::openapi;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, Schema, Serialize)]
struct Pet {
    id: u64,
}

#[openapi("documents/petstore.json")]
trait Pets {
    #[put("/pet/{petId}/photos/{photo}")]
    async fn caption(pet_id: String, photo: String, body: String) -> Vec<String>;
}

fn main() {}
