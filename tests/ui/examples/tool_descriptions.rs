#![deny(warnings)]

use mcp_runtime::tool;

const PURPOSE: &str = "Adds.";

#[tool(title = PURPOSE, description = PURPOSE)]
fn add(#[arg(description = PURPOSE)] a: i64) -> i64 {
    a
}

#[doc = "Subtracts"]
#[doc = concat!("and ", "more.")]
#[tool(title = stringify!(Subtract), description = concat!("Sub", "tracts."))]
fn subtract(#[doc = concat!("What", "ever.")] a: i64) -> i64 {
    -a
}

#[doc = concat!("Multi", "plies.")]
#[tool(
    name = "times.two",
    allow_dots,
    icon(src = "https://a.example/icon.png", mime_type = "image/png", sizes("48x48", "any"), theme = "dark"),
    icon(src = "data:image/png;base64,AA=="),
    meta("example.com/limits" = {"max": [1, 2.5, -3], "strict": true, "note": null}),
)]
/** And explains it. */
fn multiply(a: i64) -> i64 {
    a * 2
}

fn main() {
    let _ = mcp_runtime::server!().tool::<add>().tool::<subtract>().tool::<multiply>();
}
