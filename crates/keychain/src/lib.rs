//! Keeps the logins of clients, which [`mcp-runtime-auth`](mcp_runtime_auth) makes, in the keychain
//! of the system: the Keychain of macOS, the Credential Manager of Windows, the Secret Service of
//! Linux. Where there is none that works, as on a machine without a desktop, they are kept in a
//! file.
//!
//! ```no_run
//! use mcp_runtime_auth::OAuth;
//! use mcp_runtime_client::{Client, HttpTransport};
//! use mcp_runtime_keychain::KeychainTokenStore;
//!
//! # async fn run() -> mcp_runtime_client::Result<()> {
//! let store = KeychainTokenStore::new("my-agent").or_file("/home/me/.my-agent/tokens.json");
//! let login = OAuth::login("My agent").store(store);
//! let server = HttpTransport::new("https://mcp.example.com/mcp").authorize(login);
//! let client = Client::builder("my-agent", "1.0").connect(server).await?;
//! # Ok(())
//! # }
//! ```
//!
//! [The guide](https://docs.rs/mcp-runtime/latest/mcp_runtime/guide/login/) has a page about logging
//! in.

// token_store   what programs name; chooses between the keychain and the file
// keychain      the keychain of the process: opened once, tried once, used by one at a time
// deadline      on a thread of its own, and for so long
// record        a record, in one entry or in parts
// system        which keychain this system has

mod deadline;
mod keychain;
mod record;
mod system;
mod token_store;

pub use token_store::KeychainTokenStore;
