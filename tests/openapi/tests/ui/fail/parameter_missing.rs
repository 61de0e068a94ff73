use mcp_runtime::Schema;
use mcp_runtime_openapi::openapi;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, Schema, Serialize)]
struct Pet {
    id: u64,
}

#[openapi("documents/petstore.json")]
trait Pets {
    #[get("/pet/findByStatus")]
    async fn find(limit: Option<u32>) -> Vec<Pet>;
}

fn main() {}
