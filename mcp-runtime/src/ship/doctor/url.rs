//! A server at a URL, asked as clients ask.

use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, Method as Verb, RequestBuilder, Response, Url};
use serde_json::{Value, json};

use super::Diagnosis;
use crate::error::{Error, Result};
use crate::https::{self, innermost};
use crate::protocol::ProtocolVersion;
use crate::ship::clients::Home;

/// How long an answer may take.
const ANSWER_TIME: Duration = Duration::from_secs(5);

/// How much of an answer is looked at.
const LOOKED_AT: usize = 64 * 1024;

/// Asks a server over HTTP.
///
/// # Errors
///
/// When this is not a URL.
pub(crate) async fn check_url(url: &str, home: &Home, found: &mut Vec<Diagnosis>) -> Result<()> {
    let url =
        Url::parse(url).map_err(|error| Error::other(format!("`{url}` is not a URL: {error}")))?;
    let asker = Asker { client: client(&url)?, url };
    asker.check(home, found).await;
    Ok(())
}

struct Asker {
    client: Client,
    url: Url,
}

/// What came back.
struct Answered {
    status: u16,
    headers: reqwest::header::HeaderMap,
    text: String,
}

impl Asker {
    async fn check(&self, home: &Home, found: &mut Vec<Diagnosis>) {
        let url = &self.url;
        let is_local = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        let proxy = ["HTTP_PROXY", "http_proxy"].iter().any(|name| home.variable(name).is_some());
        let excepted = ["NO_PROXY", "no_proxy"].iter().any(|name| home.variable(name).is_some());
        if is_local && proxy && !excepted {
            let todo = "NO_PROXY=localhost,127.0.0.1";
            found.push(Diagnosis::new(
                "H14",
                "HTTP_PROXY is set, and catches this machine, too",
                todo,
            ));
        }
        let first = match self.initialize(|request| request).await {
            Ok(first) => first,
            Err(error) => {
                let todo = "start the server, or mend the address";
                found.push(Diagnosis::new("H1", format!("{url} does not answer: {error}"), todo));
                return;
            }
        };
        if !self.judge(&first, found).await {
            return;
        }
        self.security(found).await;
        self.sessions(&first, found).await;
    }

    /// Whether it can be asked further.
    async fn judge(&self, first: &Answered, found: &mut Vec<Diagnosis>) -> bool {
        let url = &self.url;
        let begins = first.text.trim_start();
        match first.status {
            300..=399 => {
                let to = first.header("location");
                found.push(Diagnosis::new(
                    "H10",
                    format!("{url} redirects to {to}"),
                    "enter that one in clients",
                ));
            }
            401 => {
                let challenge = first.header("www-authenticate");
                if challenge.contains("resource_metadata") {
                    found.push(Diagnosis::passed("A2", "it says where to log in"));
                } else {
                    let todo = "WWW-Authenticate: Bearer resource_metadata=\"URL\"";
                    found.push(Diagnosis::new(
                        "A2",
                        format!("{url} answers 401, and does not say where to log in"),
                        todo,
                    ));
                }
            }
            403 | 421 => {
                let host = url.host_str().unwrap_or_default();
                let what = format!("{url} refuses the host `{host}` ({})", first.status);
                found.push(Diagnosis::new(
                    "H4",
                    what,
                    format!("start the server with --allow-host {host}"),
                ));
            }
            200 if begins.starts_with('{')
                || begins.starts_with("event:")
                || begins.starts_with("data:")
                || begins.starts_with("id:") =>
            {
                found.push(Diagnosis::passed("H2", format!("{url} answers `initialize`")));
                return true;
            }
            status => {
                let at_mcp = url.join("/mcp").ok().filter(|other| other != url);
                let what = format!("{url} answers {status}, and no message");
                let todo = at_mcp
                    .map_or_else(|| "mend the path".to_owned(), |other| format!("try {other}"));
                found.push(Diagnosis::new("H2", what, todo));
            }
        }
        false
    }

    async fn security(&self, found: &mut Vec<Diagnosis>) {
        let evil =
            self.initialize(|request| request.header("origin", "https://evil.example")).await;
        let is_open = evil.is_ok_and(|answered| answered.status == 200);
        found.push(match is_open {
            true => {
                let what = format!("{} answers pages of any site: a web page can use it", self.url);
                Diagnosis::new("H6", what, "refuse requests whose Origin is not known")
            }
            false => Diagnosis::passed("H6", "pages of other sites are refused"),
        });
        if let Ok(get) = self.ask(Verb::GET, |request| request.header("accept", "*/*")).await
            && (get.status >= 500 || (get.status == 200 && get.text.contains("<html")))
        {
            let what = format!("GET is answered with {}; Codex asks so first", get.status);
            found.push(Diagnosis::new("H17", what, "answer 405"));
        }
    }

    async fn sessions(&self, first: &Answered, found: &mut Vec<Diagnosis>) {
        if first.header("mcp-session-id").is_empty() {
            return;
        }
        let ping = json!({"jsonrpc": "2.0", "id": 2, "method": "ping"});
        let stale =
            self.post(&ping, |request| request.header("mcp-session-id", "00000000-unknown")).await;
        if let Ok(stale) = stale
            && stale.status != 404
        {
            let what = format!(
                "An unknown session is answered with {}; clients start anew at 404 alone",
                stale.status
            );
            found.push(Diagnosis::new("H16", what, "answer 404"));
        }
    }

    async fn initialize(
        &self,
        with: impl FnOnce(RequestBuilder) -> RequestBuilder,
    ) -> Result<Answered, String> {
        let mut sessions =
            ProtocolVersion::ALL.iter().filter(|version| !version.has_capability_errors());
        let version = sessions.next_back().copied().unwrap_or(ProtocolVersion::LATEST);
        let client = json!({"name": "doctor", "version": env!("CARGO_PKG_VERSION")});
        let params =
            json!({"protocolVersion": version.as_str(), "capabilities": {}, "clientInfo": client});
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params});
        self.post(&message, with).await
    }

    async fn post(
        &self,
        message: &Value,
        with: impl FnOnce(RequestBuilder) -> RequestBuilder,
    ) -> Result<Answered, String> {
        let body = message.to_string();
        let accept = "application/json, text/event-stream";
        self.ask(Verb::POST, |request| {
            with(
                request
                    .header("content-type", "application/json")
                    .header("accept", accept)
                    .body(body),
            )
        })
        .await
    }

    async fn ask(
        &self,
        verb: Verb,
        with: impl FnOnce(RequestBuilder) -> RequestBuilder,
    ) -> Result<Answered, String> {
        let request = with(self.client.request(verb, self.url.clone())).timeout(ANSWER_TIME);
        let answer = request.send().await.map_err(|error| innermost(&error).to_string())?;
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        Ok(Answered { status, headers, text: beginning(answer).await })
    }
}

impl Answered {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

/// What comes first, as events may never end.
async fn beginning(mut answer: Response) -> String {
    let mut text = Vec::new();
    while let Ok(Some(chunk)) = answer.chunk().await {
        text.extend_from_slice(&chunk);
        let is_enough = text.windows(2).any(|pair| pair == b"\n\n") || text.len() > LOOKED_AT;
        if is_enough {
            break;
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

fn client(url: &Url) -> Result<Client> {
    https::client(url, Policy::none())?.no_proxy().build().map_err(Error::other)
}
