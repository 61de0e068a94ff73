use mcp_runtime::Elicit;

#[derive(Elicit)]
#[serde(rename_all = "lowercase")]
enum Color {
    Red,
    #[serde(rename = "red")]
    Crimson,
}

fn main() {}
