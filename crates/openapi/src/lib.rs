//! Tools that call an HTTP API, for servers of [`mcp-runtime`](https://docs.rs/mcp-runtime): you
//! write the signature of each operation that you want, and the compiler checks it against the
//! API's OpenAPI document.
//!
//! ```ignore
//! use mcp_runtime::{Schema, server};
//! use mcp_runtime_openapi::{Api, OpenApi, openapi};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize, Schema)]
//! struct Pet {
//!     id: u64,
//!     name: String,
//! }
//!
//! /// Finds pets. Always pass a status.
//! #[openapi("petstore.json")]
//! trait Pets {
//!     /// Finds pets by their status.
//!     #[get("/pet/findByStatus")]
//!     async fn find(status: String, #[arg(default = 10)] limit: u32) -> Vec<Pet>;
//! }
//!
//! fn main() -> mcp_runtime::Result<()> {
//!     let api = Api::new("https://petstore.example").bearer_env("PETS_TOKEN");
//!     server!().openapi::<dyn Pets>(api).run()
//! }
//! ```
//!
//! [`macro@openapi`] describes what can be written. [The guide] says what a request looks like, and
//! what the model reads.
//!
//! [The guide]: https://docs.rs/mcp-runtime/latest/mcp_runtime/guide/openapi/

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod api;
mod base;
mod client;
mod credential;
mod html;
mod operation;
mod path;
mod request;
mod response;
mod style;

use mcp_runtime::ServerBuilder;

use credential::Credential;

pub use api::Api;
pub use mcp_runtime_https::Network;
pub use mcp_runtime_openapi_macros::openapi;

/// The operations of an API that a server offers: a trait with [`macro@openapi`], as `dyn Pets`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an `#[openapi]` trait",
    note = "put `#[openapi(\"document.json\")]` on a trait, and write `openapi::<dyn Pets>(..)`; if it is already there, fix the errors that it reports first"
)]
pub trait Operations {
    /// Adds the tools to a server.
    #[doc(hidden)]
    fn add_to(server: ServerBuilder, api: Api) -> ServerBuilder;
}

/// Tools that call an API, as a method of a [`ServerBuilder`].
pub trait OpenApi: Sized {
    /// Offers operations of an API as tools: those of a trait with [`macro@openapi`].
    ///
    /// The environment variables of the API are [needed](ServerBuilder::needs) by the server.
    #[must_use]
    fn openapi<T: Operations + ?Sized>(self, api: Api) -> Self;
}

impl OpenApi for ServerBuilder {
    fn openapi<T: Operations + ?Sized>(self, api: Api) -> Self {
        let needs = api.credentials.iter().flat_map(Credential::needs);
        T::add_to(needs.fold(self, Self::needs), api)
    }
}
