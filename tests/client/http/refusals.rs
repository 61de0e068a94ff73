//! What becomes of a login when the authorization server gives no token.

use std::net::TcpListener;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use mcp_runtime::{Error, Result, Secret};
use mcp_runtime_auth::{MemoryTokenStore, OAuth, TokenStore};
use mcp_runtime_testing::json;
use mcp_test_support::browser::follow;
use serde_json::Value;

use super::client;
use super::login::{agree, document, path, person};
use super::refreshing::nobody;
use super::scripted::{ReceivedRequest, Say, ScriptedServer, json_body, status};
use super::tokens::{answer, call, grants, tokens, windows};

/// What is said at some paths in place of the truth, until it is taken back.
type Lie = Arc<dyn Fn(&ReceivedRequest) -> Option<Say> + Send + Sync>;

/// An MCP server that issues its own tokens to the clients `me-1`, `me-2` and so on, and no longer takes those of
/// before a lie.
struct Moody {
    server: ScriptedServer,
    lie: Arc<Mutex<Option<Lie>>>,
    /// The tokens that were issued, and the first one that is good.
    issued: Arc<AtomicUsize>,
    good: Arc<AtomicUsize>,
    kept: Arc<MemoryTokenStore>,
    redirect: String,
}

impl Moody {
    async fn start() -> Self {
        let lie: Arc<Mutex<Option<Lie>>> = Arc::default();
        let told = Arc::clone(&lie);
        let (issued, good): (Arc<AtomicUsize>, Arc<AtomicUsize>) = Default::default();
        let count = Arc::clone(&issued);
        let first = Arc::clone(&good);
        let registered = AtomicUsize::new(0);
        let server = ScriptedServer::start(move |received| {
            let lie = told.lock().unwrap().clone();
            if let Some(said) = lie.and_then(|lie| lie(received)) {
                return said;
            }
            let token = received.header("authorization").and_then(|token| token.split_once(" t"));
            let number = token.and_then(|(_, number)| number.parse().ok()).unwrap_or(0);
            match path(received) {
                "/token" => {
                    let number = 1 + count.fetch_add(1, Ordering::SeqCst);
                    json_body(200, &tokens(number, 3600))
                }
                "/register" => {
                    let number = 1 + registered.fetch_add(1, Ordering::SeqCst);
                    json_body(200, &json!({ "client_id": format!("me-{number}") }))
                }
                "/authorize" => agree(received),
                "/mcp" if number > 0 && number >= first.load(Ordering::SeqCst) => answer(received),
                "/mcp" => status(401),
                _ => document(received).map_or_else(|| status(404), |said| json_body(200, &said)),
            }
        })
        .await;
        Self { server, lie, issued, good, kept: Arc::default(), redirect: reserved_redirect() }
    }

    fn lies(&self, lie: impl Fn(&ReceivedRequest) -> Option<Say> + Send + Sync + 'static) {
        self.good.store(self.issued.load(Ordering::SeqCst) + 1, Ordering::SeqCst);
        *self.lie.lock().unwrap() = Some(Arc::new(lie));
    }

    fn is_honest(&self) {
        *self.lie.lock().unwrap() = None;
    }

    /// A program that begins, and calls a tool.
    async fn run(&self, login: OAuth) -> Result<String> {
        let login = login.store(Arc::clone(&self.kept)).redirect(&self.redirect);
        let client = client().connect(self.server.http().authorize(login)).await?;
        call(&client).await
    }

    /// The login that is kept.
    fn login(&self) -> Option<String> {
        let name = format!("login http://{}/mcp", self.server.address);
        self.kept.load(&name).unwrap().map(Secret::into_exposed)
    }

    fn registrations(&self) -> usize {
        self.server.received().iter().filter(|received| path(received) == "/register").count()
    }
}

/// A redirect URL at a port that nobody gets who asks the system for a free one: a client registers
/// again if another program listens at the port of its registration.
fn reserved_redirect() -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let first = 20_000 + std::process::id() as usize % 100 * 100;
    let is_free = |port: &usize| TcpListener::bind(format!("127.0.0.1:{port}")).is_ok();
    let mut ports = std::iter::repeat_with(|| first + NEXT.fetch_add(1, Ordering::SeqCst) % 2_000);
    let port = ports.find(is_free).unwrap();
    format!("http://127.0.0.1:{port}/callback")
}

/// What the login becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Becomes {
    /// It ends, and the person is asked.
    Over,
    /// The client registers anew, and the person is asked.
    Anew,
    /// It is kept, and tried again.
    Kept,
    /// The person is asked, and the old tokens stay until there are new ones.
    Asked,
}

fn error(code: u16, body: &Value) -> Say {
    match json_body(code, body) {
        // Nobody waits for it.
        Say::Body(code, mut headers, body) => {
            headers.push(("Retry-After", "60".to_owned()));
            Say::Body(code, headers, body)
        }
        other => other,
    }
}

fn page(code: u16) -> Say {
    let headers = [("Content-Type", "text/html"), ("Retry-After", "60")]
        .map(|(name, value)| (name, value.to_owned()));
    Say::Body(code, headers.to_vec(), "<!doctype html><title>No</title>".to_owned())
}

/// Answers without a token, and what the login becomes by them.
fn refusals() -> Vec<(Say, Becomes)> {
    let code = |code: &str| json!({ "error": code });
    let mut all = vec![
        (error(400, &code("invalid_grant")), Becomes::Over),
        (error(401, &code("invalid_grant")), Becomes::Over),
        (
            error(400, &json!({ "error": "invalid_grant", "error_description": null })),
            Becomes::Over,
        ),
        (error(400, &code("invalid_client")), Becomes::Anew),
        (error(401, &code("invalid_client")), Becomes::Anew),
        (error(403, &code("invalid_client")), Becomes::Anew),
        (error(400, &code("unauthorized_client")), Becomes::Anew),
        (error(200, &code("invalid_client")), Becomes::Anew),
        (error(403, &code("forbidden")), Becomes::Kept),
        (error(403, &code("access_denied")), Becomes::Kept),
        (error(500, &code("invalid_grant")), Becomes::Kept),
        (error(503, &code("invalid_client")), Becomes::Kept),
        (error(429, &code("slow_down")), Becomes::Kept),
        (error(200, &code("invalid_grant")), Becomes::Asked),
        (error(200, &code("bad_refresh_token")), Becomes::Asked),
        (error(200, &json!({ "ok": true })), Becomes::Asked),
        (error(400, &code("invalid_scope")), Becomes::Asked),
        (error(400, &json!({ "error": { "code": "invalid_grant" } })), Becomes::Asked),
        (error(400, &json!({ "error": 17 })), Becomes::Asked),
        (error(400, &json!(["invalid_grant"])), Becomes::Asked),
        (error(404, &json!(null)), Becomes::Asked),
        (error(200, &json!({ "access_token": "", "token_type": "Bearer" })), Becomes::Asked),
        (error(200, &json!({ "access_token": "t9", "token_type": "mac" })), Becomes::Asked),
        (Say::Body(400, Vec::new(), String::new()), Becomes::Asked),
        (Say::Body(200, Vec::new(), String::new()), Becomes::Asked),
        (Say::Body(302, vec![("Location", "/".to_owned())], String::new()), Becomes::Asked),
    ];
    all.extend([403, 408, 425, 429, 500, 502, 503, 504].map(|code| (page(code), Becomes::Kept)));
    all.extend([200, 401, 404, 405, 410].map(|code| (page(code), Becomes::Asked)));
    all
}

#[tokio::test]
async fn a_refused_refresh_means_for_the_login_what_the_table_says() {
    for (index, (refusal, becomes)) in refusals().into_iter().enumerate() {
        let moody = Moody::start().await;
        moody.run(person()).await.unwrap();
        let before = moody.login().unwrap();
        moody.lies(move |received| {
            let is_refresh = received.body.contains("grant_type=refresh_token");
            is_refresh.then(|| refusal.clone())
        });
        // A program that begins again, while nobody is there to log in.
        let why = moody.run(nobody()).await.unwrap_err().to_string();
        let at = format!("{index} {becomes:?}: {why}");
        assert_eq!(why.contains("nobody is there"), becomes != Becomes::Kept, "{at}");
        assert_eq!(why.contains("issued no token"), becomes == Becomes::Kept, "{at}");
        assert_eq!(moody.login(), Some(before).filter(|_| becomes != Becomes::Over), "{at}");
        assert_eq!(grants(&moody.server, "refresh_token").len(), 1, "{at}");
        // The next one, with somebody who is.
        if becomes == Becomes::Kept {
            moody.is_honest();
        }
        assert_eq!(moody.run(person()).await.unwrap(), "done", "{at}");
        let asked = 1 + usize::from(becomes != Becomes::Kept);
        assert_eq!(grants(&moody.server, "authorization_code").len(), asked, "{at}");
        assert_eq!(moody.registrations(), 1 + usize::from(becomes == Becomes::Anew), "{at}");
    }
}

#[tokio::test]
async fn a_refused_code_means_for_the_login_what_the_table_says() {
    for (index, (refusal, becomes)) in refusals().into_iter().enumerate() {
        let moody = Moody::start().await;
        let times = AtomicUsize::new(0);
        moody.lies(move |received| {
            let is_first = || times.fetch_add(1, Ordering::SeqCst) == 0;
            (path(received) == "/token" && is_first()).then(|| refusal.clone())
        });
        let said = moody.run(person()).await;
        let at = format!("{index} {becomes:?}: {said:?}");
        // What is known to help is tried at once.
        assert_eq!(said.is_ok(), becomes == Becomes::Anew, "{at}");
        assert_eq!(moody.run(person()).await.unwrap(), "done", "{at}");
        assert_eq!(moody.registrations(), 1 + usize::from(becomes == Becomes::Anew), "{at}");
    }
}

#[tokio::test]
async fn a_code_that_is_refused_leaves_the_login_of_before() {
    for (refusal, _) in refusals() {
        let moody = Moody::start().await;
        moody.run(person()).await.unwrap();
        let before = moody.login();
        moody.lies(move |received| match (path(received), received.rpc()) {
            ("/token", _) => Some(refusal.clone()),
            ("/mcp", "tools/call") => {
                let challenge = "Bearer error=\"insufficient_scope\", scope=\"more\"".to_owned();
                Some(Say::Body(403, vec![("WWW-Authenticate", challenge)], String::new()))
            }
            ("/mcp", _) => Some(answer(received)),
            _ => None,
        });
        moody.run(person()).await.unwrap_err();
        assert_eq!(moody.login(), before);
    }
}

#[tokio::test]
async fn what_may_pass_is_tried_again_when_the_server_says() {
    for (code, after) in [(503, None), (500, None), (429, Some("1")), (403, Some("0"))] {
        let moody = Moody::start().await;
        moody.run(person()).await.unwrap();
        let times = AtomicUsize::new(0);
        moody.lies(move |received| {
            let is_first = || times.fetch_add(1, Ordering::SeqCst) == 0;
            let headers = after.map(|after| ("Retry-After", after.to_owned()));
            let says = || Say::Body(code, headers.into_iter().collect(), String::new());
            (path(received) == "/token" && is_first()).then(says)
        });
        assert_eq!(moody.run(nobody()).await.unwrap(), "done", "{code}");
        assert_eq!(grants(&moody.server, "refresh_token").len(), 2, "{code}");
        assert_eq!(windows(&moody.server), 1, "{code}");
    }
}

#[tokio::test]
async fn a_server_that_wants_to_be_left_alone_is_not_asked_by_each_call() {
    for after in ["60", "Fri, 31 Dec 9999 23:59:59 GMT", "Wed, 01 Jan 2200 00:00:00 GMT"] {
        let moody = Moody::start().await;
        let login = person().store(Arc::clone(&moody.kept));
        let client = client().connect(moody.server.http().authorize(login)).await.unwrap();
        let refused =
            move || Say::Body(429, vec![("Retry-After", after.to_owned())], String::new());
        moody.lies(move |received| (path(received) == "/token").then(refused));
        for _ in 0..3 {
            let why = call(&client).await.unwrap_err().to_string();
            assert!(why.contains("429") || why.contains("retried after"), "{after}: {why}");
        }
        assert_eq!(grants(&moody.server, "refresh_token").len(), 1, "{after}");
        assert!(moody.login().is_some());
    }
}

#[tokio::test]
async fn a_server_that_cannot_be_reached_costs_no_login() {
    let moody = Moody::start().await;
    moody.run(person()).await.unwrap();
    let name = format!("login http://{}/mcp", moody.server.address);
    let good = format!("http://{}/token", moody.server.address);
    let dead = "http://127.0.0.1:9/token";
    let before = moody.login().unwrap();
    moody.kept.save(&name, Some(before.replace(&good, dead).into())).unwrap();
    moody.lies(|_| None);
    let why = moody.run(nobody()).await.unwrap_err().to_string();
    assert!(why.contains("issued no token"), "{why}");
    let left = moody.login().unwrap();
    assert_eq!(left, before.replace(&good, dead));
    moody.kept.save(&name, Some(before.into())).unwrap();
    assert_eq!(moody.run(nobody()).await.unwrap(), "done");
    assert_eq!(windows(&moody.server), 1);
}

/// What an authorization server says to a person about a client that it has forgotten.
fn forgotten() -> Vec<fn(&ReceivedRequest) -> Say> {
    fn back(received: &ReceivedRequest, error: &str) -> Say {
        let Say::Body(code, mut headers, body) = agree(received) else { return status(500) };
        headers[0].1 = headers[0].1.replace("code=c", &format!("error={error}"));
        Say::Body(code, headers, body)
    }
    fn elsewhere(place: &str) -> Say {
        Say::Body(302, vec![("Location", place.to_owned())], String::new())
    }
    vec![
        |_| status(422),
        |_| page(400),
        |_| status(401),
        |_| status(404),
        |_| json_body(400, &json!({ "error": "invalid_request" })),
        |received| back(received, "unauthorized_client"),
        |received| back(received, "invalid_client"),
        |_| elsewhere("/oops?error=invalid_client"),
        |_| elsewhere("https://other.example/oops?x=1&error=unauthorized_client&y"),
    ]
}

#[tokio::test]
async fn a_client_that_the_issuer_has_forgotten_registers_anew_and_once() {
    for (index, says) in forgotten().into_iter().enumerate() {
        let moody = Moody::start().await;
        moody.run(person()).await.unwrap();
        let name = format!("login http://{}/mcp", moody.server.address);
        moody.kept.save(&name, None).unwrap();
        moody.lies(move |received| {
            let is_old = received.path.contains("client_id=me-1");
            (path(received) == "/authorize" && is_old).then(|| says(received))
        });
        let opened = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&opened);
        let login = OAuth::login("agent").open_with(move |url| {
            counted.fetch_add(1, Ordering::SeqCst);
            async move {
                match follow(&url).await.map_err(Error::other)? {
                    200 => Ok(()),
                    code => Err(Error::other(format!("the person sees {code}"))),
                }
            }
        });
        assert_eq!(moody.run(login).await.unwrap(), "done", "{index}");
        assert_eq!(opened.load(Ordering::SeqCst), 1, "the person has not seen it: {index}");
        assert_eq!(moody.registrations(), 2, "{index}");
    }
}

#[tokio::test]
async fn a_client_that_no_registration_helps_asks_twice_and_no_more() {
    let moody = Moody::start().await;
    moody.lies(|received| {
        let is_token = path(received) == "/token";
        is_token
            .then(|| error(401, &json!({ "error": "invalid_client", "error_description": "Who?" })))
    });
    let why = moody.run(person()).await.unwrap_err().to_string();
    assert!(why.contains("invalid_client: Who?"), "{why}");
    assert_eq!((moody.registrations(), windows(&moody.server)), (2, 2));
}

/// A page that says for a moment that it is busy says nothing of the client.
#[tokio::test]
async fn a_registration_survives_what_passes() {
    for code in [403, 429, 500, 503] {
        let moody = Moody::start().await;
        moody.run(person()).await.unwrap();
        let name = format!("login http://{}/mcp", moody.server.address);
        moody.kept.save(&name, None).unwrap();
        let times = AtomicUsize::new(0);
        moody.lies(move |received| {
            let is_first = || times.fetch_add(1, Ordering::SeqCst) == 0;
            (path(received) == "/authorize" && is_first()).then(|| page(code))
        });
        assert_eq!(moody.run(person()).await.unwrap(), "done", "{code}");
        assert_eq!(moody.registrations(), 1, "{code}");
    }
}

#[tokio::test]
async fn the_description_of_a_refusal_is_told_whatever_its_status_is() {
    for (code, body, expected) in [
        (200, json!({ "error": "bad", "error_description": "Not today" }), "bad: Not today"),
        (400, json!({ "error": "bad", "error_description": "Not today" }), "bad: Not today"),
        (200, json!({ "error_description": "Not today" }), "token: Not today"),
        (400, json!({ "error": { "message": "Not today" } }), "Not today"),
        (400, json!({ "error": "bad\r\n\u{1b}[2J" }), "bad   [2J"),
        (200, json!({}), "the server responded with 200"),
    ] {
        let moody = Moody::start().await;
        moody.lies(move |received| (path(received) == "/token").then(|| json_body(code, &body)));
        let why = moody.run(person()).await.unwrap_err().to_string();
        assert!(why.contains(expected), "{expected}: {why}");
    }
    let moody = Moody::start().await;
    moody.lies(|received| {
        let Say::Body(code, mut headers, body) = agree(received) else { return None };
        let why = "error=access_denied&error_description=Not%20today";
        headers[0].1 = headers[0].1.replace("code=c", why);
        (path(received) == "/authorize").then_some(Say::Body(code, headers, body))
    });
    let why = moody.run(person()).await.unwrap_err().to_string();
    assert!(why.contains("access_denied: Not today"), "{why}");
}

/// Servers write numbers as text, with a fraction, or as nothing.
#[tokio::test]
async fn numbers_of_an_issuer_are_read_however_they_are_written() {
    let numbers = ["3600", "\"3600\"", "3600.0", "-1", "\"-1\"", "null", "\"never\"", "1e9", "[]"];
    for (index, written) in numbers.into_iter().enumerate() {
        let moody = Moody::start().await;
        let number: Value = serde_json::from_str(written).unwrap();
        moody.lies(move |received| match path(received) {
            "/token" => {
                let mut said = tokens(1, 3600);
                said["expires_in"] = number.clone();
                Some(json_body(200, &said))
            }
            "/register" => Some(json_body(
                200,
                &json!({
                    "client_id": "me-1", "client_secret_expires_at": number,
                    "token_endpoint_auth_method": "none",
                }),
            )),
            _ => None,
        });
        moody.run(person()).await.unwrap();
        let login: Value = serde_json::from_str(&moody.login().unwrap()).unwrap();
        let is_limited = index < 3 || written == "1e9";
        assert_eq!(login["expires"].is_u64(), is_limited, "{written}: {}", login["expires"]);
    }
}

/// Without a secret, there is nothing that expires.
#[tokio::test]
async fn a_registration_without_a_secret_is_used_again_whatever_its_time_is() {
    for expires in [json!(1), json!(null), json!("1"), json!(0)] {
        let moody = Moody::start().await;
        let said = json!({
            "client_id": "me-1", "client_secret_expires_at": expires,
            "token_endpoint_auth_method": "none",
        });
        moody.lies(move |received| (path(received) == "/register").then(|| json_body(201, &said)));
        for _ in 0..2 {
            moody.run(person()).await.unwrap();
            let name = format!("login http://{}/mcp", moody.server.address);
            moody.kept.save(&name, None).unwrap();
        }
        assert_eq!(moody.registrations(), 1, "{expires}");
    }
}
