//! An API as a program describes it.

use std::time::Duration;

use mcp_runtime::Env;
use mcp_runtime_https::Network;

use crate::credential::{Credential, Scheme};

/// How long a call may take, unless the program says otherwise.
const TIMEOUT: Duration = Duration::from_secs(30);

/// How large a response may be, unless the program says otherwise.
const MAX_RESPONSE_BYTES: usize = 8 * 1024 * 1024;

/// What the variables are for, in `--help` and for `install`.
const WHY: &str = "A credential for the API that the tools call";

/// An HTTP API that tools call: where it is, and how the server authenticates there.
///
/// ```no_run
/// use std::time::Duration;
///
/// use mcp_runtime_openapi::Api;
///
/// let api = Api::new("https://petstore.example/v3")
///     .bearer_env("PETS_TOKEN")
///     .header("Accept-Language", "en")
///     .timeout(Duration::from_secs(10));
/// ```
///
/// Credentials come from the environment of the server and are sent to this origin only. They are
/// never arguments, and the tokens and headers of a caller are never forwarded.
#[derive(Clone, Debug)]
#[must_use = "it does nothing until a server has it"]
pub struct Api {
    pub(crate) url: String,
    pub(crate) allows_plain: bool,
    pub(crate) credentials: Vec<Credential>,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) timeout: Duration,
    pub(crate) max_response_bytes: usize,
    pub(crate) network: Network,
}

impl Api {
    /// Creates an API at a base URL, to which the paths of the operations are appended.
    ///
    /// The `servers` of the document do not matter.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            allows_plain: false,
            credentials: Vec::new(),
            headers: Vec::new(),
            timeout: TIMEOUT,
            max_response_bytes: MAX_RESPONSE_BYTES,
            network: Network::new(),
        }
    }

    /// Sends the token in this environment variable, as `Authorization: Bearer ..`.
    pub fn bearer_env(self, variable: &'static str) -> Self {
        self.credential(Scheme::Bearer, variable)
    }

    /// Sends the user and the password in these environment variables, as `Authorization: Basic ..`.
    pub fn basic_env(self, user: &'static str, password: &'static str) -> Self {
        self.credential(Scheme::Basic(Env::new(user).why(WHY)), password)
    }

    /// Sends the key in this environment variable as a header, such as `X-Api-Key`.
    pub fn header_env(self, name: impl Into<String>, variable: &'static str) -> Self {
        self.credential(Scheme::Header(name.into()), variable)
    }

    /// Sends the key in this environment variable in the query.
    pub fn query_env(self, name: impl Into<String>, variable: &'static str) -> Self {
        self.credential(Scheme::Query(name.into()), variable)
    }

    /// Sends the key in this environment variable as a cookie.
    pub fn cookie_env(self, name: impl Into<String>, variable: &'static str) -> Self {
        self.credential(Scheme::Cookie(name.into()), variable)
    }

    /// Sends this header with every request, such as the version of the API.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Sets how long a call may take, with all of its attempts; 30 seconds by default.
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Sets how large a response may be; 8 MiB by default. What the model gets of it depends on the
    /// return type of the operation.
    pub fn max_response_bytes(self, max_response_bytes: usize) -> Self {
        Self { max_response_bytes, ..self }
    }

    /// Sets how the API is reached: certificates and proxies.
    pub fn network(self, network: Network) -> Self {
        Self { network, ..self }
    }

    /// Allows a base URL with `http`, which is otherwise only allowed on this machine.
    ///
    /// Everybody on the way can read the credentials.
    pub fn allow_plain_http(self) -> Self {
        Self { allows_plain: true, ..self }
    }

    fn credential(mut self, scheme: Scheme, variable: &'static str) -> Self {
        self.credentials.push(Credential { scheme, env: Env::new(variable).secret().why(WHY) });
        self
    }
}
