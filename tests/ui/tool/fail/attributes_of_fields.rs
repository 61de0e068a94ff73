use mcp_runtime::tool;

#[tool]
fn search(
    #[serde(rename = "searchTerm")] term: &str,
    #[serde(default)] pages: u32,
    #[schemars(description = "In which language.")] language: Option<&str>,
    #[validate(range(min = 1, max = 100))] limit: u32,
    #[schema(length(1..=64))] user: &str,
    #[tool(param)] order: Option<String>,
    #[serde(alias = "q")] query: Option<String>,
) {
}

fn main() {}
