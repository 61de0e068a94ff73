use mcp_runtime::prompt;

#[prompt]
fn review(
    #[arg(complete = numbers)] page: &str,
    #[arg(complete = owned)] style: &str,
    #[arg(complete = several)] of: &str,
) -> String {
    format!("{page} {style} {of}")
}

fn numbers(typed: u32) -> Vec<String> {
    vec![typed.to_string()]
}

fn owned(typed: String) -> Vec<String> {
    vec![typed]
}

fn several(typed: &str, city: &str) -> Vec<String> {
    vec![typed.to_owned(), city.to_owned()]
}

fn main() {}
