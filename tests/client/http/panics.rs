//! Code of the program that panics while a client sends a request.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use http::HeaderMap;
use mcp_runtime::{Result, Secret};
use mcp_runtime_auth::{OAuth, TokenStore};
use mcp_runtime_client::{Authorize, AuthorizeFuture, HttpRefusal, OutgoingRequest};
use serde_json::json;
use tokio::time::timeout;

use super::login::{lying, person};
use super::scripted::ScriptedServer;
use super::{client, legacy};

const DEADLINE: Duration = Duration::from_secs(10);

#[tokio::test]
async fn a_panic_in_what_logs_in_is_an_error_and_not_a_wait_without_an_end() {
    let logins: [fn() -> OAuth; 3] = [
        || OAuth::login("agent").open_with(|_| async { panic!("no browser") }),
        || {
            OAuth::login("agent").open_with(|url| {
                assert!(url.is_empty(), "no browser");
                async { Ok(()) }
            })
        },
        || person().store(Panics),
    ];
    for login in logins {
        let server = lying(Arc::new(|_, _| ())).await;
        let connecting = client().connect(server.http().authorize(login()));
        let error = timeout(DEADLINE, connecting).await.unwrap().unwrap_err();
        assert!(error.to_string().contains("panicked"), "{error}");
    }
}

#[tokio::test]
async fn a_panic_in_what_authorizes_is_the_error_of_the_request() {
    // That of the handshake, of what opens the session, and of a request.
    for requests in 0..4 {
        let server = ScriptedServer::legacy(|received| received.result(&json!({}))).await;
        let http = server.http().authorize(PanicsAfter(requests.into()));
        let failing = async {
            let client = match legacy().connect(http).await {
                Ok(client) => client,
                Err(error) => return error,
            };
            loop {
                if let Err(error) = client.ping().await {
                    return error;
                }
            }
        };
        let error = timeout(DEADLINE, failing).await.unwrap();
        assert!(
            error.to_string().contains("the client's `Authorize` implementation panicked"),
            "{error}"
        );
    }
}

struct Panics;

impl TokenStore for Panics {
    fn load(&self, _: &str) -> Result<Option<Secret<String>>> {
        panic!("no store")
    }

    fn save(&self, _: &str, _: Option<Secret<String>>) -> Result<()> {
        panic!("no store")
    }
}

/// Authorizes so many requests.
struct PanicsAfter(AtomicUsize);

impl Authorize for PanicsAfter {
    fn headers<'a>(&'a self, _: OutgoingRequest<'a>) -> AuthorizeFuture<'a, HeaderMap> {
        let less = |left: usize| left.checked_sub(1);
        let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        assert!(left.is_ok(), "no more");
        Box::pin(async { Ok(HeaderMap::new()) })
    }

    fn refused<'a>(
        &'a self,
        _: OutgoingRequest<'a>,
        _: &'a HeaderMap,
        _: HttpRefusal,
    ) -> AuthorizeFuture<'a, bool> {
        Box::pin(async { Ok(false) })
    }
}
