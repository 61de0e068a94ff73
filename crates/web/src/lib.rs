//! What a server of [`mcp-runtime`](https://docs.rs/mcp-runtime) needs that is on the web by itself:
//! TLS, sockets of systemd, and public documents by which others find and verify it.
//!
//! ```no_run
//! # #[cfg(feature = "cli")]
//! # mod program {
//! use mcp_runtime::server;
//!
//! fn main() -> mcp_runtime::Result<()> {
//!     server!().http_options(mcp_runtime_web::options()).run()
//! }
//! # }
//! ```
//!
//! # TLS
//!
//! ```console
//! $ notes --http 0.0.0.0:443 --allow-host notes.example.com --tls-cert fullchain.pem --tls-key privkey.pem ..
//! ```
//!
//! A proxy in front of a server that encrypts connections is still the usual way, and the only one for
//! several replicas. For one server, [`Tls`] is less to run. Certificates come from elsewhere: certbot
//! renews them, and the server reads them again when they change, or on SIGHUP. With
//! `--tls-client-ca ca.pem`, only clients that have a certificate of that authority may connect.
//!
//! # systemd
//!
//! `--http systemd` serves on the sockets of a `.socket` unit: see [`systemd`], which has both units.
//! As with any address, what the network can reach needs authorization. With `--http 8000` and
//! `Type=notify`, too, systemd is told when the server is ready.
//!
//! # Server card
//!
//! ```console
//! $ notes --http 8000 --public-url https://notes.example.com/mcp --card --catalog
//! $ curl http://localhost:8000/mcp/server-card
//! {"$schema":"https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json","name":"com.example.notes/notes",..}
//! ```
//!
//! A [`Card`] tells everybody what the server is and where, before they connect. It is experimental, as
//! the extension is. A gateway that authenticates all requests has to let those for the card and the
//! catalog through.
//!
//! # Well-known files
//!
//! ```console
//! $ notes --http 8000 --well-known openai-apps-challenge=TOKEN --well-known security.txt=@security.txt
//! ```
//!
//! Directories verify by such files who owns a server: ChatGPT by `openai-apps-challenge`, the MCP
//! registry by `mcp-registry-auth`. [`WellKnown`] is the same in code.
//!
//! # Features
//!
//! | feature | what it is for |
//! |---|---|
//! | `cli` | the options and the command `card` (on by default) |
//! | `tls` | servers that encrypt their connections themselves (on by default) |

#![cfg_attr(docsrs, feature(doc_cfg))]

mod card;
#[cfg(feature = "cli")]
mod options;
pub mod systemd;
#[cfg(feature = "tls")]
mod tls;
mod well_known;

pub use card::{Card, CardHeader};
#[cfg(feature = "cli")]
pub use options::{card_command, options, options_with};
#[cfg(feature = "tls")]
pub use tls::Tls;
pub use well_known::WellKnown;
