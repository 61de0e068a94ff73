use mcp_runtime::tool;

#[tool]
fn list(
    #[cfg_attr(unix, arg(default = 10))] limit: u8,
    #[cfg_attr(unix, cfg(windows))] drive: char,
) {
}

fn main() {}
