//! Macros of `mcp-runtime`.

mod arg;
mod attr;
mod block;
mod bounds;
mod check;
mod constraints;
mod docs;
mod errors;
mod free;
mod function;
mod handler;
mod handlers;
mod json;
mod krate;
mod marked;
mod model;
mod parameter;
mod pattern;
mod resource;
mod template;
mod tool;
mod types;
mod values;

use model::Kind;
use proc_macro::TokenStream;

/// Tool.
#[proc_macro_attribute]
pub fn tool(arguments: TokenStream, item: TokenStream) -> TokenStream {
    free::expand(Kind::Tool, arguments.into(), item.into()).into()
}

/// Prompt.
#[proc_macro_attribute]
pub fn prompt(arguments: TokenStream, item: TokenStream) -> TokenStream {
    free::expand(Kind::Prompt, arguments.into(), item.into()).into()
}

/// Resource.
#[proc_macro_attribute]
pub fn resource(arguments: TokenStream, item: TokenStream) -> TokenStream {
    free::expand(Kind::Resource, arguments.into(), item.into()).into()
}

/// Handlers.
#[proc_macro_attribute]
pub fn handlers(arguments: TokenStream, item: TokenStream) -> TokenStream {
    handlers::expand(arguments.into(), &item.into()).into()
}

#[cfg(test)]
mod tests;
