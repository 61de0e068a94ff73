use mcp_runtime::Elicit;

#[derive(Elicit)]
enum Color {
    Red,
    Other(String),
}

fn main() {}
