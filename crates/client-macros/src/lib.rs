//! The macro of [`mcp-runtime-client`](https://docs.rs/mcp-runtime-client), which exports it as
//! `client!` with the feature `macros`: depend on that.
//!
//! # Layout
//!
//! The macro works in four stages, each in a file: `parse` reads the arguments, `model` has what was
//! read, with the tokens of the user, `check` reads the lock and has every rejection, and `expand`
//! makes a module of the text that [`mcp-runtime-codegen`](https://docs.rs/mcp-runtime-codegen)
//! writes. All that comes from the lock is escaped there.

mod check;
mod expand;
mod model;
mod parse;

use proc_macro::TokenStream;

/// Makes a typed client of a lock: a module with a struct that has a method for each tool, and with
/// types for arguments and results.
///
/// The path of the lock starts where the `Cargo.toml` of the package is. The module has the name of
/// the file:
///
/// ```no_run
/// use mcp_runtime_client::{Client, Result, Stdio, client};
///
/// client!("tests/locks/notes.lock");
///
/// async fn run() -> Result<()> {
///     let client = Client::builder("agent", "1.0");
///     let notes = notes::Notes::connect(client, Stdio::spawn("notes")).await?;
///     let found = notes.search(notes::SearchArgs::new("rust").limit(5)).await?;
///     println!("{}", found.total);
///     Ok(())
/// }
/// ```
///
/// A tool that leaves the lock is an error where it is called. `LOCK` of the module is the text of
/// the lock, for [`ClientBuilder::approve`](https://docs.rs/mcp-runtime-client/latest/mcp_runtime_client/struct.ClientBuilder.html#method.approve).
///
/// # Options
///
/// | option | meaning |
/// |---|---|
/// | `name = notes` | the name of the module, and of the client in it |
/// | `"date-time" = jiff::Timestamp` | the type for strings of a format |
/// | `both_ways` | arguments deserialize as well, and results serialize |
#[proc_macro]
pub fn client(input: TokenStream) -> TokenStream {
    let call = match parse::parse(parse::ungrouped(input)) {
        Ok(call) => call,
        Err(mistake) => return expand::refuse(&mistake),
    };
    match check::check(&call) {
        Ok(checked) => expand::expand(call, &checked),
        Err(mistake) => expand::refuse(&mistake),
    }
}
