use mcp_runtime::Schema;
use serde::Deserialize;

#[derive(Deserialize, Schema)]
struct Query {
    #[serde(rename = "$filter")]
    filter: String,
}

fn main() {}
