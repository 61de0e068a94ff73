use mcp_runtime::Schema;
use mcp_runtime_openapi::openapi;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, Schema, Serialize)]
struct Pet {
    id: u64,
}

#[derive(Deserialize, Serialize)]
struct Bare {
    id: u64,
}

#[openapi("documents/petstore.json")]
trait Pets {
    #[get("/pet/findByStatus")]
    async fn find(status: String) -> Vec<Bare>;
}

fn main() {}
