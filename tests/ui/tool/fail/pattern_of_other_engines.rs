use mcp_runtime::tool;

#[tool]
fn find(
    #[arg(pattern = r"\w+\@\w+")] mail: &str,
    #[arg(pattern = "a]")] bracket: &str,
    #[arg(pattern = "[]a]")] empty: &str,
    #[arg(pattern = "a{1,2}{3}")] counts: &str,
    #[arg(pattern = r"\p{L}+")] letters: &str,
    #[arg(pattern = r"(a)\1")] twice: &str,
) {
}

fn main() {}
