//! The macro of [`mcp-runtime-openapi`](https://docs.rs/mcp-runtime-openapi), which exports it as
//! `#[openapi]`: depend on that.

// The macro works in four stages: `parse` reads the trait, `model` has what was read, with the
// tokens of the user, `check` compares it with the document and has every rejection, and `expand`
// writes a table of requests and a block with `#[handlers]`, whose methods are tools. `document` and
// `operation` read of the document what the trait names; nothing of it reaches the program but names,
// descriptions and places.

mod check;
mod document;
mod errors;
mod expand;
mod kinds;
mod model;
mod nearest;
mod operation;
mod parse;
mod rust_type;

use document::ApiDocument;
use proc_macro::TokenStream;

#[doc = include_str!("../docs/openapi.md")]
#[proc_macro_attribute]
pub fn openapi(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let read = match parse::parse(arguments.into(), item.into()) {
        Ok(read) => read,
        Err(error) => return error.into_compile_error().into(),
    };
    let checked = ApiDocument::read(&read).and_then(|document| {
        let operations = check::check(&read, &document)?;
        Ok(expand::expand(&read, &document.file, &operations))
    });
    checked.unwrap_or_else(|error| expand::refuse(&read, &error)).into()
}
