//! Receives the redirect of a browser on this machine.
//!
//! Source: [RFC 8252, section 7.3](https://www.rfc-editor.org/rfc/rfc8252#section-7.3).

use std::time::Duration;

use mcp_runtime_https::is_loopback;
use mcp_runtime_protocol::{Error, Result};
use reqwest::Url;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::timeout;

/// The maximum number of concurrent connections; browsers open some that they never use.
const MAX_CONNECTIONS: usize = 16;
/// The maximum size of the head of a request, in bytes, and how long it may take to arrive.
const HEAD_BYTES: usize = 16 * 1024;
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

const DONE: &str = "You are logged in, and can close this page.";
const UNKNOWN: &str = "No login is waiting for this request.";

/// The parameters that an authorization server sends back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RedirectParams {
    pub(super) code: Option<String>,
    pub(super) issuer: Option<String>,
    pub(super) error: Option<String>,
    pub(super) description: Option<String>,
}

/// A local port to which the browser is redirected.
pub(super) struct RedirectListener {
    listener: TcpListener,
    redirect: Url,
}

impl RedirectListener {
    /// Listens at this URL; without a port, or with port 0, at a free one.
    pub(super) async fn bind(redirect: &str) -> Result<Self> {
        let wrong = || {
            Error::other(format!(
                "the redirect URI {redirect:?} must be an http URL of this machine (localhost)"
            ))
        };
        let mut url = Url::parse(redirect).map_err(|_| wrong())?;
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned();
        if url.scheme() != "http" || !is_loopback(&url) || url.query().is_some() {
            return Err(wrong());
        }
        let host = if host == "localhost" { "127.0.0.1" } else { &host };
        let listener =
            TcpListener::bind((host, url.port().unwrap_or(0))).await.map_err(|error| {
                Error::other(format!("cannot listen on the redirect URI {redirect}: {error}"))
            })?;
        let port = listener.local_addr().map_err(Error::other)?.port();
        url.set_port(Some(port)).map_err(|()| wrong())?;
        Ok(Self { listener, redirect: url })
    }

    /// The redirect URL.
    pub(super) fn redirect(&self) -> &str {
        self.redirect.as_str()
    }

    /// Waits for the redirect with this state, and refuses every other request.
    pub(super) async fn wait(self, state: &str) -> Result<RedirectParams> {
        let mut looked_at = JoinSet::new();
        loop {
            tokio::select! {
                accepted = self.listener.accept(), if looked_at.len() < MAX_CONNECTIONS => {
                    let Ok((stream, _)) = accepted else { continue };
                    let path = self.redirect.path().to_owned();
                    let state = state.to_owned();
                    looked_at.spawn(async move {
                        timeout(HEAD_TIMEOUT, answer_redirect(stream, &path, &state)).await.ok().flatten()
                    });
                }
                Some(found) = looked_at.join_next() => {
                    if let Ok(Some(returned)) = found {
                        return Ok(returned);
                    }
                }
            }
        }
    }
}

/// Reads a request, and answers it.
async fn answer_redirect(mut stream: TcpStream, path: &str, state: &str) -> Option<RedirectParams> {
    let mut head = Vec::new();
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        if head.len() > HEAD_BYTES || stream.read_buf(&mut head).await.ok()? == 0 {
            return None;
        }
    }
    let line = std::str::from_utf8(&head).ok()?.lines().next()?;
    let target = line.strip_prefix("GET ").and_then(|rest| rest.strip_suffix(" HTTP/1.1"));
    let returned = target.and_then(|target| read(target, path, state));
    let (status, text) = match &returned {
        Some(RedirectParams { error: None, .. }) => ("200 OK", DONE),
        Some(_) => ("200 OK", "You are not logged in."),
        None => ("404 Not Found", UNKNOWN),
    };
    let length = text.len();
    let response = format!(
        "HTTP/1.1 {status}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {length}\r\n\
         cache-control: no-store\r\nreferrer-policy: no-referrer\r\nconnection: close\r\n\r\n{text}"
    );
    // The redirect has arrived, even if the browser does not read the response.
    let _ = stream.write_all(response.as_bytes()).await;
    let _ = stream.shutdown().await;
    returned
}

/// Reads the parameters of a request; `None` if it is not for this path, does not have the state,
/// or has one of the parameters twice.
fn read(target: &str, path: &str, state: &str) -> Option<RedirectParams> {
    let (said, _) = target.split_once('?')?;
    let url = Url::parse(&format!("http://localhost{target}")).ok()?;
    let one = |name: &str| {
        let mut values = url.query_pairs().filter(|(key, _)| key == name);
        let first = values.next().map(|(_, value)| value.into_owned());
        if values.next().is_some() { Err(()) } else { Ok(first) }
    };
    let is_ours = said == path && one("state").ok().flatten().as_deref() == Some(state);
    let code = one("code").ok()?;
    let issuer = one("iss").ok()?;
    let error = one("error").ok()?;
    let description = one("error_description").ok().flatten();
    is_ours.then_some(RedirectParams { code, issuer, error, description })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_exact_path_and_state_count_and_each_parameter_once() {
        let returned = read("/callback?code=a%20b&state=s&iss=https%3A%2F%2Fa", "/callback", "s");
        let expected = RedirectParams {
            code: Some("a b".to_owned()),
            issuer: Some("https://a".to_owned()),
            error: None,
            description: None,
        };
        assert_eq!(returned, Some(expected));
        for target in [
            "/callback",
            "/callback?code=a",
            "/callback?code=a&state=t",
            "/callback?code=a&state=",
            "/callback?code=a&state=s&state=s",
            "/callback?code=a&code=b&state=s",
            "/callback/?code=a&state=s",
            "/x/../callback?code=a&state=s",
            "http://localhost/callback?code=a&state=s",
        ] {
            assert_eq!(read(target, "/callback", "s"), None, "{target}");
        }
    }

    #[tokio::test]
    async fn nobody_is_sent_back_to_another_machine() {
        for redirect in [
            "https://127.0.0.1/",
            "http://0.0.0.0/",
            "http://a.example/",
            "x",
            "http://127.0.0.1/?a",
        ] {
            assert!(RedirectListener::bind(redirect).await.is_err(), "{redirect}");
        }
        let listener = RedirectListener::bind("http://127.0.0.1/callback").await.unwrap();
        assert!(!listener.redirect().contains(":0/"), "{}", listener.redirect());
    }
}
