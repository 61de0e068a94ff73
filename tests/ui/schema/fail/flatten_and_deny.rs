use mcp_runtime::Schema;

#[derive(Schema)]
struct Paging {
    limit: u32,
}

#[derive(Schema)]
#[serde(deny_unknown_fields)]
struct Search {
    #[serde(flatten)]
    paging: Paging,
}

fn main() {}
