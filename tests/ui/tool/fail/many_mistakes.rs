#![allow(unused)]

use mcp_runtime::tool;

#[tool(name = "a b", timeout = "soon")]
async fn many<T>(
    unit: (),
    text: &'static str,
    #[arg(default = 0, range(1..=9))] number: u8,
    #[arg(patern = "x")] word: String,
    (x, y): (u8, u8),
) -> impl Sized {
}

fn main() {
    let _ = mcp_runtime::server!().tool::<many>();
}
