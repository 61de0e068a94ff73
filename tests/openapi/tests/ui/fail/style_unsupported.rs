use mcp_runtime::Schema;
use mcp_runtime_openapi::openapi;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, Schema, Serialize)]
struct Pet {
    id: u64,
}

#[openapi("documents/petstore.json")]
trait Pets {
    #[get("/search")]
    async fn search(store_version: String, old: String) -> Vec<u32>;
}

fn main() {}
