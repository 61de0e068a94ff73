#![deny(warnings)]
#![allow(dead_code)]

type Result<T> = ::std::result::Result<T, ()>;

enum Option {
    Some(u8),
    None,
}

struct String;
struct Vec;
struct Arc;
struct Box;

mod core {}
mod std {}
mod mcp_runtime {}

use self::Option::{None, Some};

macro_rules! concat {
    () => {};
}

#[::mcp_runtime::tool(title = "Add", timeout = "1s", read_only)]
fn add(
    /// First addend.
    a: i64,
    #[arg(default = 1)] b: i64,
    words: &[&str],
) -> i64 {
    a + b + i64::from(words.is_empty())
}

#[::mcp_runtime::prompt]
async fn ask(question: &str) -> ::std::string::String {
    question.into()
}

#[::mcp_runtime::resource("notes://{name}", cache(ttl = "1s", private))]
fn note(name: &str) -> ::std::string::String {
    name.into()
}

struct Notes;

#[::mcp_runtime::handlers]
impl Notes {
    #[::mcp_runtime::tool]
    async fn list(&self, prefix: &str) -> ::std::string::String {
        prefix.into()
    }

    // Named like what generated code calls on the shared state, and on the set of handlers.
    #[::mcp_runtime::tool]
    fn clone(&self) {}

    #[::mcp_runtime::tool]
    fn register(&self) {}
}

fn main() {
    concat!();
    let _ = (Some(1), None, String, Vec, Arc, Box);
    let _: Result<()> = Ok(());
    let _ =
        ::mcp_runtime::server!().tool::<add>().prompt::<ask>().resource::<note>().handlers(Notes);
}
