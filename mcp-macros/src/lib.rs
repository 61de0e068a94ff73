//! The macros of `mcp-runtime`, `mcp-runtime-acp` and `mcp-runtime-skills`, which re-export them:
//! depend on those.
//!
//! # Layout
//!
//! A macro works in four stages, each in a folder or a file that imports only those before it:
//!
//! * parse: `attr` has the arguments of attributes, with a struct for each attribute; `attr/parse`
//!   separates them, `attr/named` reads them by name, and `attr/values` and its neighbours have the
//!   types of their values. `item` reads the annotated item, whose bodies stay tokens;
//!   `item/unfinished` keeps what does not parse.
//! * model: what was read, with the tokens that the user wrote.
//! * check: every rejection. All errors of an item are reported at once, each at its own tokens.
//! * expand: `expand/free_function` for a function, `expand/handlers` for an impl block; `route` and
//!   what it imports generate the code of one handler.
//!
//! The derives `schema` and `elicit`, and `extension`, have folders of their own, with the same
//! stages; `skills` is a file. Every stage may import what knows none of them, such as `serde`, which
//! reads the names and the shape that serde's attributes give.
//!
//! Generated code is a definition and a forwarding call. It knows no rule of the protocol, and
//! names only `::core` and the hidden modules of those three: `::mcp_runtime::__private`, ...

mod attr;
mod check;
mod docs;
mod elicit;
mod errors;
mod expand;
mod extension;
mod foreign;
mod item;
mod kind;
mod lints;
mod literal;
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

/// Makes a function a tool: something that a model can do.
///
/// ```
/// use mcp_runtime::tool;
///
/// /// Adds two numbers.
/// #[tool(read_only)]
/// fn add(
///     /// First addend.
///     a: i64,
///     /// Second addend.
///     #[arg(default = 1, range(-100..=100))]
///     b: i64,
/// ) -> i64 {
///     a + b
/// }
///
/// assert_eq!(add(1, 2), 3);
/// let server = mcp_runtime::server!().tool::<add>();
/// ```
///
/// The function stays as it is. A struct of the same name is generated beside it, so that
/// `tool::<add>()` can name the tool. Doc comments, those of parameters too, become descriptions.
///
/// That struct shares a namespace with types and modules: beside a module `add`, the function needs
/// another name, and the tool can keep its own with `#[tool(name = "add")]`.
///
/// A parameter is an argument if its type can be read from JSON and has a schema (`Deserialize` and
/// `Schema`), or a context parameter (`Context`, `State<T>`, `Progress`, ..) that the runtime hands
/// in. Arguments may be taken by reference: `&str`, `&[T]`, `&Path`, `&MyType`. An `Option` is an
/// argument that may be absent. The runtime owns the arguments while the function runs, and lends
/// them: a type that borrows from the request (`Query<'a>`, with `#[serde(borrow)]`) cannot be an
/// argument. Take `&str` and `&Query` instead, with a `String` in `Query`.
///
/// # Arguments of the attribute
///
/// | argument | meaning |
/// |---|---|
/// | `name = ".."` | the name, instead of that of the function |
/// | `title = EXPR` | the name for people; any constant |
/// | `description = EXPR` | replaces the doc comment; any constant |
/// | `pure` | it only computes: all four hints at once |
/// | `read_only`, `destructive`, `idempotent`, `open_world` | hints for clients, each also `= false` |
/// | `icon(src = "..", mime_type = "..", sizes("48x48"), theme = "dark")` | a picture; may be repeated |
/// | `meta("key" = JSON, ..)` | entries of `_meta` |
/// | `ask` | an agent asks for permission before it calls the tool, as for one that is `destructive` |
/// | `kind = "edit"` | the icon with which an agent shows its calls: `read`, `edit`, `delete`, `move`, `search`, `execute`, `think`, `fetch`, `switch_mode` or `other` |
/// | `confirm = "Delete {id}?"` | a question to the person, before the tool runs |
/// | `timeout = "30s"` | how long a call may run; after that, it ends with an error |
/// | `rate = "10/min"` | how often each caller may call it; calls above the rate are refused, with the time to retry after |
/// | `concurrency = 4` | how many of its calls run at the same time; others wait for their turn, for at most `timeout` |
/// | `max_result = "200 KB"` | how large a result may be, as JSON; a larger one is an error, which tells the model its size |
/// | `max_result_hint = ".."` | what that error tells the model to do instead: `narrow it with from and to` |
/// | `truncate` | a text above `max_result` is shortened instead, and says how much is missing |
/// | `large_result` | asks Claude Code to show results of up to `max_result`, at most 500,000 characters |
/// | `blocking` | a plain `fn` that blocks: it runs on a thread of its own |
/// | `rename_all = "camelCase"` | how the arguments are renamed, by the rules of serde |
/// | `strict` | unknown argument keys are refused, instead of ignored |
/// | `allow_dots` | the name may have dots, which some providers refuse |
/// | `visible = path` | a `fn(&Context) -> bool`: the callers for whom it exists |
/// | `scopes("..", "..")` | the scopes that the token of an HTTP request needs: see the guide `authorization` |
/// | `task`, `task(..)` | a call may become a task; see below |
/// | `only = Type` | for clients that declared this [extension](macro@extension) |
/// | `ui = "ui://.."` | the page that shows what it does |
/// | `ui_visibility = "app"` | only the page calls it; or `"model"`: only the model does |
/// | `crate = ::path` | where `mcp-runtime` is found |
///
/// Only hints that are given, or follow from those that are, are sent. A client assumes that a tool
/// without hints may be destructive and reaches an open world, and many ask the person before each
/// call. Only you know better; the lint of `mcp-runtime-testing` finds missing hints.
///
/// # Asking first
///
/// ```
/// use mcp_runtime::tool;
///
/// /// Deletes a note.
/// #[tool(destructive, confirm = "Delete the note {name} for good?")]
/// fn delete(name: &str) -> String {
///     format!("{name} is gone")
/// }
/// ```
///
/// The person sees the question with the arguments in it. The function runs only if they accept;
/// otherwise the call returns an error result that says so. The client must support forms. A
/// function that has more to ask takes an `Elicit` parameter instead.
///
/// # Tasks
///
/// A call of a tool with `task` becomes a task if the client supports tasks: the client gets an id
/// at once, and polls for the result. For every other client it is an ordinary call.
///
/// ```
/// use mcp_runtime::{Progress, tool};
///
/// /// Indexes a folder.
/// #[tool(task(ttl = "2h"))]
/// async fn index(path: String, progress: Progress) -> String {
///     progress.report_of(1, 2, "reading").await;
///     format!("{path} is indexed")
/// }
/// ```
///
/// | in parentheses | meaning |
/// |---|---|
/// | `required` | a client without support for tasks is refused, if its revision has them |
/// | `ttl = "1h"` | how long the task is kept from its start, and may run |
/// | `poll = "2s"` | how long a client is to wait between polls |
/// | `grace = "1s"` | a call that completes within this time is answered directly, and does not become a task |
/// | `manual` | the task begins where the function awaits `TaskContext::detach` |
/// | `immediate = ".."` | what the model reads at once |
/// | `resume`, `attempts = 3` | run again, with the saved state, after the process died |
///
/// # Attributes of parameters
///
/// | attribute | meaning |
/// |---|---|
/// | `#[arg(name = "..")]` | the name, instead of that of the parameter (`rename` is the same) |
/// | `#[arg(description = ..)]` | replaces the doc comment |
/// | `#[arg(default)]`, `#[arg(default = EXPR)]` | the value of an absent argument |
/// | `#[arg(range(1..=100))]` | the bounds of a number |
/// | `#[arg(length(1..=64))]`, `#[arg(len = 3)]` | the length of a string, list or map |
/// | `#[arg(pattern = "..")]`, `#[arg(format = "..")]` | the pattern or format of a string; a format is told to the model, and not checked |
/// | `#[arg(example = JSON)]` | may be repeated |
/// | `#[arg(header = "Region")]` | HTTP clients send the argument as a header, too |
/// | `#[arg(seconds)]`, `#[arg(humantime)]` | a `Duration` as a number, or as `"1h 30m"` |
/// | `#[arg(nullable)]` | an `Option<Option<T>>` that distinguishes null from absent |
/// | `#[args]` | the parameter is a struct of arguments; others may stand beside it |
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

/// Makes a function a prompt: a text template that a person chooses.
///
/// ```
/// use mcp_runtime::prompt;
///
/// /// Asks for a review in the style of a person.
/// #[prompt(title = "Review")]
/// fn review(
///     code: &str,
///     /// Whose style.
///     #[arg(complete = reviewers)]
///     reviewer: Option<&str>,
/// ) -> String {
///     format!("Review this as {} would:\n{code}", reviewer.unwrap_or("a colleague"))
/// }
///
/// fn reviewers(typed: &str) -> Vec<String> {
///     ["ada", "grace"].iter().filter(|name| name.starts_with(typed)).map(ToString::to_string).collect()
/// }
///
/// let server = mcp_runtime::server!().prompt::<review>();
/// ```
///
/// Takes `name`, `title`, `description`, `icon`, `meta`, `visible`, `scopes`, `timeout`,
/// `blocking`, `rename_all` and `crate` as [`macro@tool`] does, and parameters like those of a
/// tool. `#[arg(complete = path)]` names the function that completes what was typed so far; an enum
/// completes itself. The function may be async, and return a `Result`. It takes what was typed as
/// `&str`, or as `&CompletionRequest`, which also has the other arguments and the caller. In an impl block
/// it is named `Self::path`, and may take `&self` first.
#[proc_macro_attribute]
pub fn prompt(arguments: TokenStream, item: TokenStream) -> TokenStream {
    free_function::expand(Kind::Prompt, arguments.into(), item.into()).into()
}

/// Makes a function a resource: something to read, at a URI.
///
/// ```
/// use mcp_runtime::resource;
///
/// /// One row of a table.
/// #[resource("db://{table}/{id}", mime = "text/csv", cache(ttl = "60s", public))]
/// async fn row(table: &str, id: u64) -> String {
///     format!("{table},{id}")
/// }
///
/// let server = mcp_runtime::server!().resource::<row>();
/// ```
///
/// With variables in the URI (RFC 6570: `{x}`, `{+x}` with slashes, a query `{?a,b}` at the end) it
/// is a template. Each variable is a parameter of that name; other parameters are context
/// parameters. A number is written as in JSON: `01` is refused, so that a resource has one URI.
///
/// A variable is what the client wrote, decoded, and may have a slash in it that was written as
/// `%2F`. None has a segment `.` or `..`, and `{x}` does not begin with a slash.
///
/// Where several templates match a URI, the most specific one is read, compared from the left: text
/// precedes `{x}`, which precedes `{+x}`. Two templates that match the same URIs are refused when
/// the server is built.
///
/// A value that changes is a `watch::Receiver`: a read returns the current value, and clients that
/// subscribe are notified of each later one.
///
/// ```
/// use mcp_runtime::{handlers, resource, watch};
///
/// struct Meter(watch::Sender<String>);
///
/// #[handlers]
/// impl Meter {
///     /// What the meter shows.
///     #[resource("meter://power")]
///     fn power(&self) -> watch::Receiver<String> {
///         self.0.subscribe()
///     }
/// }
///
/// let server = mcp_runtime::server!().handlers(Meter(watch::Sender::new("0 W".to_owned())));
/// ```
///
/// Besides `name`, `title`, `description`, `icon`, `meta`, `visible`, `scopes`, `timeout`,
/// `blocking`, `rename_all` and `crate`, which are those of [`macro@tool`]:
///
/// | argument | meaning |
/// |---|---|
/// | `mime = ".."` | the media type of the content |
/// | `audience(user, assistant)` | whom it is meant for |
/// | `priority = 0.8` | from 0.0 (optional) to 1.0 (required) |
/// | `cache(ttl = "60s", public)` | for how long it may be cached, and whether for everyone or (`private`) only for the caller |
/// | `list = Self::ids` | a function from `&Context` that lists the resources of a template: see the guide `resources` |
/// | `app`, `app(connect("https://.."), permissions(camera), border = false, ..)` | a page that tools show in hosts: see the guide `apps` |
#[proc_macro_attribute]
pub fn resource(arguments: TokenStream, item: TokenStream) -> TokenStream {
    free_function::expand(Kind::Resource, arguments.into(), item.into()).into()
}

/// Makes the annotated methods of an impl block handlers that share their `self`.
///
/// ```
/// use mcp_runtime::{handlers, resource, tool};
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// struct Counter(AtomicU64);
///
/// /// Counts.
/// #[handlers]
/// impl Counter {
///     /// Adds to the counter.
///     #[tool]
///     fn add(&self, #[arg(default = 1)] amount: u64) -> u64 {
///         self.0.fetch_add(amount, Ordering::Relaxed) + amount
///     }
///
///     /// The counter.
///     #[resource("counter://now", mime = "text/plain")]
///     async fn now(&self) -> String {
///         self.0.load(Ordering::Relaxed).to_string()
///     }
/// }
///
/// let server = mcp_runtime::server!().handlers(Counter(AtomicU64::new(0)));
/// ```
///
/// Methods take `&self`, since calls run at the same time; functions without `self` are fine, too.
/// The doc comment of the block becomes the server's instructions. `#[cfg]` on a method is
/// honoured.
///
/// # Arguments of the attribute
///
/// What most handlers of a block have is said once, and a handler says what is different about it:
///
/// ```
/// use mcp_runtime::{handlers, tool};
///
/// struct Notes;
///
/// #[handlers(read_only, open_world = false, timeout = "10s")]
/// impl Notes {
///     /// Lists the notes.
///     #[tool]
///     fn list(&self) -> Vec<String> {
///         Vec::new()
///     }
///
///     /// Deletes a note.
///     #[tool(destructive, timeout = "30s")]
///     fn delete(&self, name: &str) {}
/// }
/// # let _ = mcp_runtime::server!().handlers(Notes);
/// ```
///
/// | argument | for |
/// |---|---|
/// | `read_only`, `destructive`, `idempotent`, `open_world` | tools that do not have the hint. `read_only` is for none that has `destructive` or `idempotent`, also with `= false`: only a tool that writes has those |
/// | `max_result = ".."` | tools that do not have it; they may have `max_result_hint`, `truncate` and `large_result` of their own |
/// | `visible = path`, `scopes(..)`, `timeout = ".."` | tools, prompts and resources that do not have it |
/// | `part = name`, `parts(name, ..)` | see below |
/// | `crate = ::path` | where `mcp-runtime` is found |
///
/// # Several blocks
///
/// If one type has several blocks, in the same file or not, all but one have a name; that one lists
/// the others:
///
/// ```
/// use mcp_runtime::{handlers, tool};
///
/// struct Notes;
///
/// #[handlers(parts(writing))]
/// impl Notes {
///     /// Lists the notes.
///     #[tool(read_only)]
///     fn list(&self) -> Vec<String> {
///         Vec::new()
///     }
/// }
///
/// #[handlers(part = writing)]
/// impl Notes {
///     /// Writes a note.
///     #[tool(destructive = false)]
///     fn write(&self, note: String) {}
/// }
///
/// let server = mcp_runtime::server!().handlers(Notes);
/// ```
///
/// A block that is not listed is reported as dead code. Each has its own defaults.
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
