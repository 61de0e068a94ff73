use mcp_runtime::Elicit;

#[derive(Elicit)]
struct Host {
    #[elicit(format = "ipv4")]
    address: String,
}

fn main() {}
