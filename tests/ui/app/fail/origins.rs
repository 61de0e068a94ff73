use mcp_runtime::resource;

#[resource("ui://board", app(
    connect("example.com", "https://example.com/", "https://example.com/x"),
    resources("https://ex*.com", "https://a.*.com", "*", "https://*"),
    frames("https://example.com;script-src *", "https://exa mple.com"),
    base("'unsafe-eval'", "data:", ""),
))]
fn board() -> &'static str {
    "<!doctype html>"
}

fn main() {}
