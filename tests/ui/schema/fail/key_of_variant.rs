use mcp_runtime::Schema;
use serde::Deserialize;

#[derive(Deserialize, Schema)]
enum Step {
    #[serde(rename = "go to")]
    GoTo { line: u32 },
    // The name of a plain variant is a value, not a key.
    #[serde(rename = "do nothing")]
    Nothing,
}

fn main() {}
