use mcp_runtime::Schema;

#[derive(Schema)]
struct Query {
    #[schema(header = "Rate")]
    rate: Option<f64>,
}

fn main() {}
