use mcp_runtime::Schema;
use serde::Deserialize;

#[derive(Deserialize, Schema)]
#[serde(rename_all = "camelCase")]
struct Entry {
    user_id: u32,
    #[serde(rename = "userId")]
    owner: u32,
}

fn main() {}
