//! The grants by which a client is authorized, with their settings.

use std::pin::Pin;
use std::time::Duration;

use mcp_runtime_protocol::{Error, Result, Secret};

use super::exchange::ClientKey;
use super::record::ClientRecord;

/// How long a person may take to log in.
const LOGIN_TIMEOUT: Duration = Duration::from_secs(10 * 60);

/// A future answer.
pub(super) type Later<T> = Pin<Box<dyn Future<Output = Result<T>> + Send>>;

/// A function that asks for something, given a text.
pub(super) type Ask<T> = Box<dyn Fn(String) -> Later<T> + Send + Sync>;

/// The grant by which a client is authorized.
pub(super) enum Grant {
    /// A person agrees in a browser.
    Person(Person),
    /// The client acts on its own behalf.
    Client { client: ClientRecord, key: Option<ClientKey> },
    /// The platform that runs the client vouches for it: the statement is requested for an issuer.
    Workload { client: ClientRecord, statement: Ask<Secret<String>> },
    /// The identity provider of a company decides what its people may do.
    Enterprise { client: ClientRecord, provider: Provider },
}

/// How a person is asked.
pub(super) struct Person {
    /// Our human-readable name.
    pub(super) name: String,
    pub(super) redirect: String,
    /// Where our metadata is published.
    pub(super) metadata_url: Option<String>,
    /// Our registrations, by issuer.
    pub(super) registered: Vec<(String, ClientRecord)>,
    /// Shows a URL.
    pub(super) open: Ask<()>,
    pub(super) login_timeout: Duration,
}

/// The identity provider of a company.
pub(super) struct Provider {
    pub(super) token_endpoint: String,
    pub(super) client: ClientRecord,
    pub(super) id_token: Ask<Secret<String>>,
}

impl Person {
    pub(super) fn new(name: String) -> Self {
        Self {
            name,
            redirect: "http://127.0.0.1/callback".to_owned(),
            metadata_url: None,
            registered: Vec::new(),
            open: Box::new(|url| Box::pin(open(url))),
            login_timeout: LOGIN_TIMEOUT,
        }
    }
}

/// Opens the browser of the system, without a shell.
async fn open(url: String) -> Result<()> {
    // For URLs of other schemes the system would start other programs.
    if !["https://", "http://"].iter().any(|scheme| url.starts_with(scheme)) {
        return Err(Error::other(format!(
            "{url} is not an http or https URL to open in a browser"
        )));
    }
    let shown = url.clone();
    let opened = tokio::task::spawn_blocking(move || webbrowser::open(&url)).await;
    match opened.map_err(Error::other)? {
        Ok(()) => Ok(()),
        Err(error) => Err(Error::other(format!("could not open {shown} in a browser: {error}"))),
    }
}
