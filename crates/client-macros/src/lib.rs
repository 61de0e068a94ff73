//! The macro of [`mcp-runtime-client`](https://docs.rs/mcp-runtime-client), which exports it as
//! `client!` with the feature `macros`: depend on that.

// The macro works in four stages, each in a file: `parse` reads the arguments, `model` has what was
// read, with the tokens of the user, `check` reads the lock and has every rejection, and `expand`
// makes a module of the text that [`mcp-runtime-codegen`](https://docs.rs/mcp-runtime-codegen)
// writes. All that comes from the lock is escaped there.

mod check;
mod expand;
mod model;
mod parse;

use proc_macro::TokenStream;

#[doc = include_str!("../docs/client.md")]
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
