//! The macros of `mcp-runtime`, `mcp-runtime-acp` and `mcp-runtime-skills`, which re-export them:
//! depend on those.

// A macro works in four stages, each in a folder or a file that imports only those before it:
//
// * parse: `attr` has the arguments of attributes, with a struct for each attribute; `attr/parse`
//   separates them, `attr/named` reads them by name, and `attr/values` and its neighbours have the
//   types of their values. `item` reads the annotated item, whose bodies stay tokens;
//   `item/unfinished` keeps what does not parse.
// * model: what was read, with the tokens that the user wrote.
// * check: every rejection. All errors of an item are reported at once, each at its own tokens.
// * expand: `expand/free_function` for a function, `expand/handlers` for an impl block; `route` and
//   what it imports generate the code of one handler.
//
// The derives `schema` and `elicit`, and `extension`, have folders of their own, with the same
// stages; `skills` is a file. Every stage may import what knows none of them, such as `serde`, which
// reads the names and the shape that serde's attributes give.
//
// Generated code is a definition and a forwarding call. It knows no rule of the protocol, and
// names only `::core` and the hidden modules of those three: `::mcp_runtime::__private`, ...

mod attr;
mod check;
mod docs;
#[allow(dead_code, unreachable_pub, reason = "it is that of another crate, which uses more of it")]
mod ecma;
mod elicit;
mod errors;
mod expand;
mod extension;
mod foreign;
mod item;
mod kind;
mod lints;
mod literal;
mod manifest;
mod model;
mod runtime_path;
mod schema;
mod serde;
mod skills;
mod template;
mod tokens;
mod types;

use expand::{free_function, handlers};
use kind::Kind;
use proc_macro::TokenStream;

#[doc = include_str!("../docs/tool.md")]
#[proc_macro_attribute]
pub fn tool(arguments: TokenStream, item: TokenStream) -> TokenStream {
    free_function::expand(Kind::Tool, arguments.into(), item.into()).into()
}

#[doc = include_str!("../docs/agent.md")]
#[proc_macro_attribute]
pub fn agent(arguments: TokenStream, item: TokenStream) -> TokenStream {
    free_function::expand(Kind::Agent, arguments.into(), item.into()).into()
}

#[doc = include_str!("../docs/command.md")]
#[proc_macro_attribute]
pub fn command(arguments: TokenStream, item: TokenStream) -> TokenStream {
    free_function::expand(Kind::Command, arguments.into(), item.into()).into()
}

#[doc = include_str!("../docs/prompt.md")]
#[proc_macro_attribute]
pub fn prompt(arguments: TokenStream, item: TokenStream) -> TokenStream {
    free_function::expand(Kind::Prompt, arguments.into(), item.into()).into()
}

#[doc = include_str!("../docs/resource.md")]
#[proc_macro_attribute]
pub fn resource(arguments: TokenStream, item: TokenStream) -> TokenStream {
    free_function::expand(Kind::Resource, arguments.into(), item.into()).into()
}

#[doc = include_str!("../docs/handlers.md")]
#[proc_macro_attribute]
pub fn handlers(arguments: TokenStream, item: TokenStream) -> TokenStream {
    handlers::expand(arguments.into(), &item.into()).into()
}

#[doc = include_str!("../docs/extension.md")]
#[proc_macro_attribute]
pub fn extension(arguments: TokenStream, item: TokenStream) -> TokenStream {
    extension::expand(arguments.into(), &item.into()).into()
}

#[doc = include_str!("../docs/method.md")]
#[proc_macro_attribute]
pub fn method(arguments: TokenStream, item: TokenStream) -> TokenStream {
    free_function::expand(Kind::Method, arguments.into(), item.into()).into()
}

#[doc = include_str!("../docs/notified.md")]
#[proc_macro_attribute]
pub fn notified(arguments: TokenStream, item: TokenStream) -> TokenStream {
    free_function::expand(Kind::Notified, arguments.into(), item.into()).into()
}

#[doc = include_str!("../docs/around.md")]
#[proc_macro_attribute]
pub fn around(arguments: TokenStream, item: TokenStream) -> TokenStream {
    free_function::expand(Kind::Around, arguments.into(), item.into()).into()
}

#[doc = include_str!("../docs/extension_request.md")]
#[proc_macro_derive(ExtensionRequest, attributes(request))]
pub fn extension_request(item: TokenStream) -> TokenStream {
    extension::request(item.into()).into()
}

#[doc = include_str!("../docs/extension_notification.md")]
#[proc_macro_derive(ExtensionNotification, attributes(notification))]
pub fn extension_notification(item: TokenStream) -> TokenStream {
    extension::notification(item.into()).into()
}

#[doc = include_str!("../docs/meta_entry.md")]
#[proc_macro_derive(MetaEntry, attributes(meta))]
pub fn meta_entry(item: TokenStream) -> TokenStream {
    extension::meta(item.into()).into()
}

#[doc = include_str!("../docs/schema.md")]
#[proc_macro_derive(Schema, attributes(schema, schemars, serde))]
pub fn schema(item: TokenStream) -> TokenStream {
    schema::derive(item.into()).into()
}

#[doc = include_str!("../docs/elicit.md")]
#[proc_macro_derive(Elicit, attributes(elicit, serde))]
pub fn elicit(item: TokenStream) -> TokenStream {
    elicit::derive(item.into()).into()
}

#[doc = include_str!("../docs/skills.md")]
#[proc_macro]
pub fn skills(folder: TokenStream) -> TokenStream {
    skills::expand(folder.into()).into()
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod truncation_tests;
