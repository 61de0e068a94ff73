//! Writes typed clients of [Model Context Protocol](https://modelcontextprotocol.io) servers.
//!
//! A lock is a file with what a server offers: `Lock` of
//! [`mcp-runtime-lint`](https://docs.rs/mcp-runtime-lint) writes one, of a server of one's own or of
//! anybody's. [`client`] makes Rust of it: a struct with a method for each tool, and types for its
//! arguments and results.
//!
//! ```
//! use mcp_runtime_codegen::{Options, client};
//!
//! let lock = r#"{
//!     "lock": 1,
//!     "server": { "name": "notes", "version": "1.0.0" },
//!     "tools": { "search": { "input": {
//!         "type": "object",
//!         "properties": { "query": { "type": "string" }, "limit": { "type": "integer" } },
//!         "required": ["query"]
//!     } } }
//! }"#;
//! let rust = client(lock, &Options::new("notes.lock"))?;
//! assert!(rust.contains("pub struct Notes(Client);"));
//! assert!(rust.contains("pub fn search(&self, arguments: SearchArgs) -> RequestBuilder<CallToolResult>"));
//! # Ok::<(), mcp_runtime_codegen::CodegenError>(())
//! ```
//!
//! Most programs use `client!` of [`mcp-runtime-client`](https://docs.rs/mcp-runtime-client) instead,
//! which does the same while it compiles. This crate is for those who want to see the text: in the
//! repository, or from a build script, which writes it to a file in `OUT_DIR` that a module includes:
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! println!("cargo::rerun-if-changed=notes.lock");
//! let lock = std::fs::read_to_string("notes.lock")?;
//! let rust = mcp_runtime_codegen::client(&lock, &mcp_runtime_codegen::Options::new("notes.lock"))?;
//! let directory = std::env::var("OUT_DIR")?;
//! std::fs::write(std::path::Path::new(&directory).join("notes.rs"), rust)?;
//! // In src/lib.rs: mod notes { include!(concat!(env!("OUT_DIR"), "/notes.rs")); }
//! # Ok(())
//! # }
//! ```
//!
//! # What becomes of a schema
//!
//! Results are read from servers that change; so what is read is never narrower than it has to be.
//!
//! | schema | Rust |
//! |---|---|
//! | `integer` | `i64`, or `u64` if the minimum is zero or more |
//! | `number`, `boolean`, `null` | `f64`, `bool`, `()` |
//! | `string` | `String`, or [a type](Options::format) for its format |
//! | `enum` of strings | an enum; in results with `Other(String)`, for values that come later |
//! | `enum` of numbers | a number |
//! | `const` | arguments write it by themselves; in results it is what any value of its type is |
//! | a form that is `null` | `Option`; of a result as a whole, its method returns one |
//! | a member that is not required | `Option`, which is left out; a list in results is empty |
//! | `oneOf`, `anyOf` | an enum, if a constant, the types or required members tell the forms apart, or else `Value`; in results with `Other` if it is a constant |
//! | `object` | a struct, or `BTreeMap` if it names no members |
//! | `array` | `Vec`, or a tuple for up to twelve `prefixItems` |
//! | `allOf` | one type with what all of them demand |
//! | `$ref` | the type that it leads to, in a `Box` where a type contains itself; `Value` if it leads out of the lock |
//! | all else | documentation: the server checks it |
//!
//! Names are those of the lock, as Rust writes them: `user-id` is `user_id`, `type` is `r#type`, and
//! a name with letters that are not in ASCII is `field_5`. A type is named by its path, such as
//! `SearchArgsFilter`, so that no tool changes the names of another one.
//!
//! # Strangers
//!
//! A lock says what somebody else's server offers. All of it is escaped on the way to Rust: no name,
//! description or value becomes code, a link or a documentation test. How deep and how large it may
//! be is limited.

mod boxes;
mod client;
mod error;
mod limits;
mod lock;
mod model;
mod names;
mod options;
mod schema;
mod text;
mod write;

pub use error::CodegenError;
pub use options::Options;

/// Writes the client for a lock, given as its JSON: the items of a module.
///
/// The text needs [`mcp-runtime-client`](https://docs.rs/mcp-runtime-client) and nothing else.
///
/// # Errors
///
/// When the text is not a lock, a reference in a schema leads nowhere, or there is too much of it.
/// The error names the file, the tool and the reference.
pub fn client(lock: &str, options: &Options) -> Result<String, CodegenError> {
    let text = || {
        let lock = lock::ServerLock::parse(lock)?;
        let model = client::model(&lock, options)?;
        let text = write::write(&model, options.both_ways);
        if text.len() > limits::MAX_CLIENT_BYTES {
            return Err(CodegenError::new(format!(
                "the generated client exceeds {} MiB",
                limits::MAX_CLIENT_BYTES >> 20
            )));
        }
        Ok(text)
    };
    text().map_err(|error: CodegenError| error.in_file(&options.file))
}
