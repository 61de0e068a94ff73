use mcp_runtime::Schema;

#[derive(Schema)]
struct Person {
    #[schema(format = "phone")]
    phone: String,
}

fn main() {}
