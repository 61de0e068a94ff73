//! Programs that share what they keep of a login, at an issuer whose refresh tokens work once: whoever
//! uses one again is logged out, and so is everybody else.

use std::any::Any;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_runtime::{Error, Result, Secret};
use mcp_runtime_auth::{FileTokenStore, MemoryTokenStore, OAuth, TokenStore};
use mcp_runtime_client::Client;
use mcp_runtime_testing::json;
use tokio::sync::mpsc::unbounded_channel;

use super::client;
use super::login::{agree, document, path, person};
use super::scripted::{ReceivedRequest, Say, ScriptedServer, json_body, status};
use super::tokens::{answer, call, grants, has_token, tokens, windows};

/// An MCP server that takes its newest token until it is told that this one has expired.
struct Issuer {
    issued: AtomicUsize,
    has_expired: AtomicBool,
    /// Whether a refresh token was used twice, which ends the login.
    is_over: AtomicBool,
}

impl Issuer {
    async fn start() -> (Arc<Self>, ScriptedServer) {
        let issuer = Arc::new(Self {
            issued: AtomicUsize::new(0),
            has_expired: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
        });
        let of = Arc::clone(&issuer);
        (issuer, ScriptedServer::start(move |received| of.say(received)).await)
    }

    fn say(&self, received: &ReceivedRequest) -> Say {
        let issued = self.issued.load(Ordering::SeqCst);
        match path(received) {
            "/token" if received.body.contains("grant_type=refresh_token") => {
                let is_used = !received.body.contains(&format!("refresh_token=r{issued}&"));
                if is_used || self.is_over.load(Ordering::SeqCst) {
                    self.is_over.store(true, Ordering::SeqCst);
                    return json_body(400, &json!({ "error": "invalid_grant" }));
                }
                self.issue()
            }
            "/token" => self.issue(),
            "/authorize" => agree(received),
            "/mcp" if has_token(received, issued) && !self.has_expired.load(Ordering::SeqCst) => {
                answer(received)
            }
            "/mcp" => status(401),
            _ => document(received).map_or_else(|| status(404), |said| json_body(200, &said)),
        }
    }

    fn issue(&self) -> Say {
        self.has_expired.store(false, Ordering::SeqCst);
        json_body(200, &tokens(1 + self.issued.fetch_add(1, Ordering::SeqCst), 3600))
    }
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("tokens-{name}-{}", std::process::id()))
}

/// Nobody is there.
pub(super) fn nobody() -> OAuth {
    OAuth::login("agent").open_with(|_| async { Err(Error::other("nobody is there to log in")) })
}

#[tokio::test]
async fn programs_that_share_a_login_refresh_it_once_for_all_of_them() {
    let place = file("shared");
    let memory = Arc::new(MemoryTokenStore::default());
    for is_file in [true, false] {
        let (issuer, server) = Issuer::start().await;
        let connect = async |login: OAuth| {
            let login = if is_file {
                login.store(FileTokenStore::new(&place))
            } else {
                login.store(Arc::clone(&memory))
            };
            client().connect(server.http().authorize(login)).await.unwrap()
        };
        let mut programs = vec![connect(person()).await];
        for _ in 0..3 {
            programs.push(connect(nobody()).await);
        }
        for round in 1..=10 {
            issuer.has_expired.store(true, Ordering::SeqCst);
            // One after the other, and all at once.
            if round % 2 == 0 {
                programs.rotate_left(1);
                for program in &programs {
                    assert_eq!(call(program).await.unwrap(), "done", "{round}");
                }
            }
            let [one, two, three, four] = &programs[..] else { panic!("there are four") };
            let said = tokio::join!(call(one), call(two), call(three), call(four));
            for said in [said.0, said.1, said.2, said.3] {
                assert_eq!(said.unwrap(), "done", "{round}");
            }
            assert_eq!(grants(&server, "refresh_token").len(), round);
        }
        assert_eq!(windows(&server), 1);
    }
    std::fs::remove_file(place).unwrap();
}

/// A store of others, which has no locks.
struct Plain(Arc<MemoryTokenStore>);

impl TokenStore for Plain {
    fn load(&self, name: &str) -> Result<Option<Secret<String>>> {
        self.0.load(name)
    }

    fn save(&self, name: &str, value: Option<Secret<String>>) -> Result<()> {
        self.0.save(name, value)
    }
}

#[tokio::test]
async fn what_another_program_has_saved_is_used_in_a_store_without_locks_too() {
    let (issuer, server) = Issuer::start().await;
    let kept = Arc::new(MemoryTokenStore::default());
    let connect = async |login: OAuth| {
        let login = login.store(Plain(Arc::clone(&kept)));
        client().connect(server.http().authorize(login)).await.unwrap()
    };
    let programs = [connect(person()).await, connect(nobody()).await, connect(nobody()).await];
    for round in 1..=6 {
        issuer.has_expired.store(true, Ordering::SeqCst);
        for program in &programs {
            assert_eq!(call(program).await.unwrap(), "done", "{round}");
        }
    }
    assert_eq!(grants(&server, "refresh_token").len(), 6);
    assert_eq!(windows(&server), 1);
}

/// The issuer refuses what we have, while another program logs in anew.
#[tokio::test]
async fn a_refused_refresh_token_does_not_end_the_login_of_another_program() {
    let kept = Arc::new(MemoryTokenStore::default());
    let name = Arc::new(Mutex::new(String::new()));
    let other = Arc::clone(&kept);
    let at = Arc::clone(&name);
    let server = ScriptedServer::start(move |received| match path(received) {
        "/token" if received.body.contains("grant_type=refresh_token") => {
            // Without a lock, as an earlier version does.
            let name = at.lock().unwrap().clone();
            let mine = other.load(&name).unwrap().unwrap().into_exposed();
            let theirs = mine.replace("\"t1\"", "\"t2\"").replace("\"r1\"", "\"r2\"");
            other.save(&name, Some(theirs.into())).unwrap();
            json_body(400, &json!({ "error": "invalid_grant" }))
        }
        "/token" => json_body(200, &tokens(1, 3600)),
        "/authorize" => agree(received),
        "/mcp" if received.rpc() == "tools/call" && !has_token(received, 2) => status(401),
        "/mcp" if received.header("authorization").is_some() => answer(received),
        "/mcp" => status(401),
        _ => document(received).map_or_else(|| status(404), |said| json_body(200, &said)),
    })
    .await;
    *name.lock().unwrap() = format!("login http://{}/mcp", server.address);
    let login = person().store(Arc::clone(&kept));
    let client = client().connect(server.http().authorize(login)).await.unwrap();
    assert_eq!(call(&client).await.unwrap(), "done");
    assert_eq!(windows(&server), 1);
    let left = kept.load(&name.lock().unwrap()).unwrap().unwrap().into_exposed();
    assert!(left.contains("\"r2\""), "{left}");
}

/// The new tokens are on their way when nobody waits for them any more.
#[tokio::test(flavor = "multi_thread")]
async fn a_refresh_whose_call_is_dropped_is_saved() {
    let (told, mut asked) = unbounded_channel();
    let (allow, allowed) = channel::<()>();
    let allowed = Mutex::new(allowed);
    let issuer = Arc::new(Issuer {
        issued: AtomicUsize::new(0),
        has_expired: AtomicBool::new(false),
        is_over: AtomicBool::new(false),
    });
    let of = Arc::clone(&issuer);
    let server = ScriptedServer::start(move |received| {
        let said = of.say(received);
        if received.body.contains("grant_type=refresh_token") {
            told.send(()).unwrap();
            allowed.lock().unwrap().recv_timeout(Duration::from_secs(20)).unwrap();
        }
        said
    })
    .await;
    let kept = Arc::new(MemoryTokenStore::default());
    let connect = async |login: OAuth| -> Client {
        let login = login.store(Arc::clone(&kept));
        client().connect(server.http().authorize(login)).await.unwrap()
    };
    let first = connect(person()).await;
    issuer.has_expired.store(true, Ordering::SeqCst);
    tokio::select! {
        said = call(&first) => panic!("it is held, and says {said:?}"),
        _ = asked.recv() => {}
    }
    allow.send(()).unwrap();
    // The same program, and another one.
    assert_eq!(call(&first).await.unwrap(), "done");
    assert_eq!(call(&connect(nobody()).await).await.unwrap(), "done");
    assert_eq!(grants(&server, "refresh_token").len(), 1);
    assert_eq!(windows(&server), 1);
}

/// A store in a folder that takes no files.
struct Unlockable(MemoryTokenStore);

impl TokenStore for Unlockable {
    fn load(&self, name: &str) -> Result<Option<Secret<String>>> {
        self.0.load(name)
    }

    fn save(&self, name: &str, value: Option<Secret<String>>) -> Result<()> {
        self.0.save(name, value)
    }

    fn try_lock(&self, _: &str) -> Result<Option<Box<dyn Any + Send>>> {
        Err(Error::other("there is no lock"))
    }
}

#[tokio::test]
async fn a_login_that_nobody_can_lock_is_refreshed_nevertheless() {
    let (issuer, server) = Issuer::start().await;
    let login = person().store(Unlockable(MemoryTokenStore::default()));
    let client = client().connect(server.http().authorize(login)).await.unwrap();
    for _ in 0..2 {
        issuer.has_expired.store(true, Ordering::SeqCst);
        assert_eq!(call(&client).await.unwrap(), "done");
    }
    assert_eq!((grants(&server, "refresh_token").len(), windows(&server)), (2, 1));
}

#[tokio::test]
async fn a_refreshed_token_that_is_refused_is_not_refreshed_again_and_again() {
    let server = ScriptedServer::start(move |received| match path(received) {
        "/token" => json_body(200, &tokens(1, 3600)),
        "/authorize" => agree(received),
        "/mcp" if received.rpc() == "tools/call" => status(401),
        "/mcp" if received.header("authorization").is_some() => answer(received),
        "/mcp" => status(401),
        _ => document(received).map_or_else(|| status(404), |said| json_body(200, &said)),
    })
    .await;
    let client = client().connect(server.http().authorize(person())).await.unwrap();
    call(&client).await.unwrap_err();
    assert_eq!(grants(&server, "refresh_token").len(), 1);
    assert_eq!(grants(&server, "authorization_code").len(), 2);
}
