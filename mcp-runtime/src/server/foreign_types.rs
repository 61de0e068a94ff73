//! Types that the macros recognize by name: types of other crates, which get a schema from a
//! feature of `mcp-runtime-schema`, and wrappers around a state. Each has its own diagnostics.
//!
//! A name can be misleading: a type that is an argument, context or a result is accepted, whatever
//! crate it is from.

use super::handler::parameter_trait;
use super::{Response, respond};

/// The trait that a module below has for parameters of its types.
macro_rules! parameter {
    ($label:literal, $note:literal) => {
        parameter_trait! {
            /// A type that can be a parameter of a handler.
            #[diagnostic::on_unimplemented(
                message = "`{Self}` cannot be a parameter of a handler",
                label = $label,
                note = $note
            )]
            pub trait SpelledParam;
        }
    };
}

/// Types that are parameters only.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident: $label:literal, $note:literal;)*) => {$(
        $(#[$doc])*
        pub mod $name {
            use super::parameter_trait;

            parameter!($label, $note);
        }
    )*};
}

/// Types that are also fields and results.
macro_rules! foreign {
    ($($(#[$doc:meta])* $name:ident: $label:literal, $note:literal;)*) => {$(
        $(#[$doc])*
        pub mod $name {
            use super::{Response, parameter_trait, respond};

            parameter!($label, $note);

            crate::schema::schema_trait! {
                /// The type of a field.
                #[diagnostic::on_unimplemented(
                    message = "`{Self}` has no JSON schema",
                    label = $label,
                    note = $note
                )]
                pub trait SpelledSchema;
            }

            /// A way to respond with values of `T`.
            #[diagnostic::on_unimplemented(
                message = "`{T}` cannot be the result of a tool",
                label = $label,
                note = $note
            )]
            pub trait SpelledResult<T> {
                /// The response with a value.
                ///
                /// # Errors
                ///
                /// When the value cannot be serialized to JSON.
                #[doc(hidden)]
                fn respond(self, value: T) -> Response;
            }

            #[diagnostic::do_not_recommend]
            impl<T, By: respond::Respond<T>> SpelledResult<T> for By {
                fn respond(self, value: T) -> Response {
                    <By as respond::Respond<T>>::respond(self, value)
                }
            }
        }
    )*};
}

foreign! {
    /// Types of `bytes`.
    bytes: "types of bytes 1 need the feature `bytes` of mcp-runtime-schema",
        "add it in Cargo.toml: `mcp-runtime-schema = {{ version = \"..\", features = [\"bytes\"] }}`";
    /// Types of `chrono`.
    chrono: "types of chrono 0.4 need the feature `chrono` of mcp-runtime-schema",
        "add it in Cargo.toml: `mcp-runtime-schema = {{ version = \"..\", features = [\"chrono\"] }}`";
    /// Types of `indexmap`.
    indexmap: "types of indexmap 2 need the feature `indexmap` of mcp-runtime-schema",
        "add it in Cargo.toml: `mcp-runtime-schema = {{ version = \"..\", features = [\"indexmap\"] }}`; the types in it need a schema, too";
    /// Types of `jiff`.
    jiff: "types of jiff 0.2 need the feature `jiff` of mcp-runtime-schema",
        "add it in Cargo.toml: `mcp-runtime-schema = {{ version = \"..\", features = [\"jiff\"] }}`";
    /// Types of `rust_decimal`.
    rust_decimal: "types of rust_decimal 1 need the feature `rust_decimal` of mcp-runtime-schema",
        "add it in Cargo.toml: `mcp-runtime-schema = {{ version = \"..\", features = [\"rust_decimal\"] }}`";
    /// Types of `semver`.
    semver: "`Version` of semver 1 needs the feature `semver` of mcp-runtime-schema",
        "add it in Cargo.toml: `mcp-runtime-schema = {{ version = \"..\", features = [\"semver\"] }}`";
    /// Types of `time`, for which there is no feature: their own JSON is a list of numbers.
    time: "types of `time` have no default text format: choose one on a field",
        "wrap it, as in `#[derive(Serialize, Deserialize, Schema)] struct When(#[serde(with = \"time::serde::rfc3339\")] #[schema(as = \"String\", format = \"date-time\")] OffsetDateTime);`";
    /// Types of `url`.
    url: "types of url 2 need the feature `url` of mcp-runtime-schema",
        "add it in Cargo.toml: `mcp-runtime-schema = {{ version = \"..\", features = [\"url\"] }}`";
    /// Types of `uuid`.
    uuid: "types of uuid 1 need the feature `uuid` of mcp-runtime-schema",
        "add it in Cargo.toml: `mcp-runtime-schema = {{ version = \"..\", features = [\"uuid\"] }}`";
}

parameters! {
    /// A state of the server.
    state: "the type argument cannot be shared between threads",
        "`T` in `State<T>` must be `Send + Sync + 'static`: use `Arc` instead of `Rc`, and an atomic or a `Mutex` instead of `Cell` or `RefCell`";
    /// A state of the session.
    session_state: "the type argument has no default, or cannot be shared between threads",
        "`T` in `SessionState<T>` must be `Default + Send + Sync + 'static`";
    /// The claims of a token.
    auth: "the type argument cannot be deserialized from the claims of a token",
        "`T` in `Auth<T>` must derive `serde::Deserialize`, and be `Send + 'static`";
    /// A time of the monotonic clock.
    instant: "has no meaning outside this process",
        "take a `Duration`, with `#[arg(seconds)]` or `#[arg(humantime)]`";
    /// Types for sharing, around a state.
    shared: "neither an argument nor a context parameter",
        "take shared state as `State<T>`, without an `Arc` around `T`: pass it to `.state(..)`, and put a lock inside, as in `State<Mutex<Db>>`";
}
