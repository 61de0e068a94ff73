use mcp_runtime::Schema;

// What `#[serde_as]` makes of `#[serde_as(as = "DisplayFromStr")]`.
#[derive(Schema)]
struct Job {
    #[serde(with = "::serde_with::As::<::serde_with::DisplayFromStr>")]
    id: u64,
}

fn main() {}
