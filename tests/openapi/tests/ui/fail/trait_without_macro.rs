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
    async fn pet(pet_id: String) -> Pet;
}

trait Others {}

fn main() {
    use mcp_runtime_openapi::{Api, OpenApi};

    let server = mcp_runtime::server!().openapi::<dyn Others>(Api::new("https://pets.example"));
}
