use mcp_runtime::tool;

#[tool]
fn forever() -> ! {
    loop {}
}

fn main() {}
