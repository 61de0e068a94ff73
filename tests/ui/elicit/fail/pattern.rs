use mcp_runtime::Elicit;

#[derive(Elicit)]
struct Person {
    #[elicit(pattern = "^[a-z]+$")]
    name: String,
}

fn main() {}
