use mcp_runtime::prompt;

#[prompt]
fn ask(#[arg(header = "Region")] region: String) -> String {
    region
}

fn main() {}
