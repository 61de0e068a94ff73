#![deny(warnings)]

use mcp_runtime::{Context, Progress, resource};

/// The index.
#[resource(
    "notes://index",
    name = "index",
    title = "Index",
    mime = "text/csv",
    audience(user, assistant),
    priority = 0.8,
    cache(ttl = "60s", public),
    meta("a" = 1),
)]
fn index() -> String {
    String::new()
}

#[resource("notes://{+name}", mime = "text/markdown", priority = 1)]
async fn note(cx: &Context, name: &str, progress: Progress) -> Result<String, String> {
    let _ = (cx, progress);
    Ok(name.to_owned())
}

#[resource("db:{table}/{id}{?depth,full}", cache(ttl = "0s"))]
fn row(
    id: u64,
    #[arg(pattern = "^[a-z]+$", complete = tables)] table: String,
    depth: Option<u8>,
    #[arg(default = false)] full: bool,
) -> String {
    format!("{table}{id}{depth:?}{full}")
}

fn tables(typed: &str) -> Vec<String> {
    vec![typed.to_owned()]
}

fn main() {
    let _ = mcp_runtime::server!().resource::<index>().resource::<note>().resource::<row>();
}
