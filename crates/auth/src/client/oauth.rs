//! The configuration of how a client is authorized.

use std::fmt;
use std::time::Duration;

use mcp_runtime_https::Network;
use mcp_runtime_protocol::{Result, Secret};

use super::exchange::ClientKey;
use super::grant::{Grant, Later, Person, Provider};
use super::record::{ClientMethod, ClientRecord};
use super::records::Records;
use super::session::LoginSession;
use super::store::{MemoryTokenStore, TokenStore};

/// Logs a client in to one server over HTTP, by OAuth: when the server requires it, and again when
/// it requires more scopes.
///
/// ```no_run
/// use mcp_runtime_auth::{FileTokenStore, OAuth};
/// use mcp_runtime_client::{Client, HttpTransport};
///
/// # async fn run() -> mcp_runtime::Result<()> {
/// let login = OAuth::login("My agent").store(FileTokenStore::new("/home/me/.my-agent/tokens.json"));
/// let server = HttpTransport::new("https://mcp.example.com/mcp").authorize(login);
/// let client = Client::builder("my-agent", "1.0").connect(server).await?;
/// # Ok(())
/// # }
/// ```
///
/// See [the guide](https://docs.rs/mcp-runtime/latest/mcp_runtime/guide/login/)
/// for the rest.
#[must_use = "it does nothing until a client connects to a server with it"]
pub struct OAuth {
    pub(super) grant: Grant,
    pub(super) scopes: Vec<String>,
    pub(super) issuer: IssuerChoice,
    pub(super) network: Network,
    pub(super) session: LoginSession,
    /// Held by the task that logs in or refreshes.
    pub(super) busy: tokio::sync::Mutex<()>,
}

/// Which authorization servers may be used.
#[derive(Debug)]
pub(super) enum IssuerChoice {
    /// Any, as a person sees which one it is; only people log in.
    OfPerson,
    Only(String),
    /// Whichever the MCP server names first.
    Any,
}

/// Everything else is secret.
impl fmt::Debug for OAuth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("OAuth");
        debug.field("scopes", &self.scopes).field("issuer", &self.issuer);
        debug.finish_non_exhaustive()
    }
}

impl OAuth {
    /// Lets a person log in, in a browser. The name of the program is shown to them.
    pub fn login(name: impl Into<String>) -> Self {
        Self::by(Grant::Person(Person::new(name.into())))
    }

    /// Lets the program act on its own behalf, with an id and a secret.
    ///
    /// The secret is for one authorization server: name it with [`only_issuer`](Self::only_issuer).
    pub fn client_credentials(id: impl Into<String>, secret: impl Into<Secret<String>>) -> Self {
        Self::by(Grant::Client { client: confidential(id, secret.into()), key: None })
    }

    /// Lets the program act on its own behalf, with a private key: PKCS#8 in PEM, and its
    /// algorithm, such as `ES256`, `RS256` or `EdDSA`.
    pub fn private_key(
        id: impl Into<String>,
        pem: impl Into<Secret<String>>,
        algorithm: impl Into<String>,
    ) -> Self {
        let method = ClientMethod::PrivateKeyJwt;
        let client = ClientRecord { id: id.into(), method, ..ClientRecord::default() };
        let key = ClientKey { pem: pem.into(), algorithm: algorithm.into() };
        Self::by(Grant::Client { client, key: Some(key) })
    }

    /// Lets the platform that runs the program vouch for it (workload identity): `statement` is
    /// called with the issuer, and returns a JWT for it.
    pub fn workload<F>(
        id: impl Into<String>,
        statement: impl Fn(String) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<Secret<String>>> + Send + 'static,
    {
        let client = ClientRecord { id: id.into(), ..ClientRecord::default() };
        let statement =
            Box::new(move |issuer| -> Later<Secret<String>> { Box::pin(statement(issuer)) });
        Self::by(Grant::Workload { client, statement })
    }

    /// Lets the identity provider of a company decide (enterprise-managed authorization). Takes our
    /// credentials at the authorization server, the token endpoint of the identity provider, our
    /// credentials there, and the ID token of the person who has logged in to it.
    pub fn enterprise<F>(
        id: impl Into<String>,
        secret: impl Into<Secret<String>>,
        provider_token_endpoint: impl Into<String>,
        provider_id: impl Into<String>,
        id_token: impl Fn() -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<Secret<String>>> + Send + 'static,
    {
        let provider = Provider {
            token_endpoint: provider_token_endpoint.into(),
            client: ClientRecord { id: provider_id.into(), ..ClientRecord::default() },
            id_token: Box::new(move |_| Box::pin(id_token())),
        };
        Self::by(Grant::Enterprise { client: confidential(id, secret.into()), provider })
    }

    fn by(grant: Grant) -> Self {
        Self {
            grant,
            scopes: Vec::new(),
            issuer: IssuerChoice::OfPerson,
            network: Network::new(),
            session: LoginSession::new(Records::new(MemoryTokenStore::default())),
            busy: tokio::sync::Mutex::default(),
        }
    }

    /// Requests these scopes, besides those that the server requires.
    pub fn scopes<S: Into<String>>(mut self, scopes: impl IntoIterator<Item = S>) -> Self {
        self.scopes.extend(scopes.into_iter().map(Into::into));
        self
    }

    /// Logs in with this authorization server only, whichever the MCP server names.
    pub fn only_issuer(mut self, issuer: impl Into<String>) -> Self {
        self.issuer = IssuerChoice::Only(issuer.into());
        self
    }

    /// Sends the credentials of the program to the authorization server that the MCP server names
    /// first, whichever that is: for MCP servers that are trusted with them. Without this or
    /// [`only_issuer`](Self::only_issuer), only people log in.
    pub fn any_issuer(mut self) -> Self {
        self.issuer = IssuerChoice::Any;
        self
    }

    /// Reaches authorization servers through this network; configure the
    /// [transport](mcp_runtime_client::HttpTransport::network) as well, if it is for both.
    pub fn network(self, network: Network) -> Self {
        Self { network, ..self }
    }

    /// Keeps tokens in this store; without one, they are kept until the program ends.
    pub fn store(mut self, store: impl TokenStore + 'static) -> Self {
        self.session = LoginSession::new(Records::new(store));
        self
    }

    /// Sets the URL of a document with the metadata of this program, which is its client id
    /// wherever such ids are supported. Only for [`login`](Self::login).
    pub fn client_metadata(self, url: impl Into<String>) -> Self {
        self.for_person(|person| person.metadata_url = Some(url.into()))
    }

    /// Sets the id, and possibly the secret, with which this program was registered at an issuer.
    /// Only for [`login`](Self::login).
    pub fn registered(
        self,
        issuer: impl Into<String>,
        id: impl Into<String>,
        secret: Option<Secret<String>>,
    ) -> Self {
        let secret = secret.map(Secret::into_exposed);
        let client = ClientRecord { id: id.into(), secret, ..ClientRecord::default() };
        self.for_person(|person| person.registered.push((issuer.into(), client)))
    }

    /// Sets where people are redirected after they log in: `http` on this machine, by default
    /// `http://127.0.0.1/callback` with a free port. A port is needed where the authorization
    /// server compares it.
    pub fn redirect(self, url: impl Into<String>) -> Self {
        self.for_person(|person| person.redirect = url.into())
    }

    /// Sets how people are shown the URL where they log in; by default, the browser of the system
    /// opens it. The function may also log in by itself: all that matters is that the redirect
    /// arrives.
    pub fn open_with<F>(self, open: impl Fn(String) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<()>> + Send + 'static,
    {
        self.for_person(|person| person.open = Box::new(move |url| Box::pin(open(url))))
    }

    /// Sets how long people may take to log in; by default, ten minutes.
    pub fn login_timeout(self, time: Duration) -> Self {
        self.for_person(|person| person.login_timeout = time)
    }

    fn for_person(mut self, set: impl FnOnce(&mut Person)) -> Self {
        if let Grant::Person(person) = &mut self.grant {
            set(person);
        }
        self
    }
}

fn confidential(id: impl Into<String>, secret: Secret<String>) -> ClientRecord {
    ClientRecord { id: id.into(), secret: Some(secret.into_exposed()), ..ClientRecord::default() }
}
