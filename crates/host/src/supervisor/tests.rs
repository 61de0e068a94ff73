//! Servers that are busy, silent, or fail to list what they have, with a paused clock.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_runtime_client::Error;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, WriteHalf};
use tokio::time::{Instant, sleep};

use crate::recipe::Recipe;
use crate::server_settings::ServerSettings;
use crate::{Clients, ClientsBuilder, ServerState};

/// A server that does one thing after the other.
#[derive(Clone, Default)]
struct Server {
    starts: Arc<AtomicUsize>,
    /// What the next lists are answered with.
    lists: Arc<Mutex<VecDeque<Listing>>>,
    listed: Arc<AtomicUsize>,
    /// Whether it reads and answers nothing any more.
    is_deaf: Arc<AtomicBool>,
}

#[derive(Clone, Copy)]
enum Listing {
    Refused,
    Garbled,
    Never,
    Unreadable,
}

type Output = WriteHalf<DuplexStream>;

impl Server {
    fn recipe(&self, is_url: bool) -> Recipe {
        let server = self.clone();
        let start = move || {
            server.starts.fetch_add(1, Ordering::Relaxed);
            let (ours, theirs) = tokio::io::duplex(64 * 1024);
            tokio::spawn(server.clone().serve(theirs));
            tokio::io::split(ours)
        };
        let mut recipe = Recipe::new(start);
        recipe.is_url = is_url;
        recipe
    }

    async fn connect(&self, is_url: bool, builder: ClientsBuilder) -> Clients {
        let clients = builder.connect().await.unwrap();
        let settings = ServerSettings::default();
        clients.add_recipe("busy".to_owned(), self.recipe(is_url), settings).unwrap();
        while !is_ready(&clients) {
            sleep(Duration::from_millis(10)).await;
        }
        clients
    }

    async fn serve(self, stream: DuplexStream) {
        let (input, mut output) = tokio::io::split(stream);
        let mut lines = BufReader::new(input).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let message: Value = serde_json::from_str(&line).unwrap();
            while self.is_deaf.load(Ordering::Relaxed) {
                sleep(Duration::from_secs(1)).await;
            }
            if message.get("id").is_some() && self.answer(&message, &mut output).await.is_none() {
                return;
            }
        }
    }

    async fn answer(&self, message: &Value, output: &mut Output) -> Option<()> {
        let result = match message["method"].as_str()? {
            "initialize" => json!({
                "protocolVersion": message["params"]["protocolVersion"],
                "capabilities": { "tools": { "listChanged": true } },
                "serverInfo": { "name": "busy", "version": "1" },
            }),
            "ping" => json!({}),
            "tools/list" => return self.list(message, output).await,
            "tools/call" => return call(message, output).await,
            "tell" => {
                let method = "notifications/tools/list_changed";
                say(output, &json!({ "jsonrpc": "2.0", "method": method })).await?;
                json!({})
            }
            _ => {
                let error = json!({ "code": -32601, "message": "Method not found" });
                let id = &message["id"];
                return say(output, &json!({ "jsonrpc": "2.0", "id": id, "error": error })).await;
            }
        };
        say(output, &answered(message, &result)).await
    }

    async fn list(&self, message: &Value, output: &mut Output) -> Option<()> {
        let listed = self.listed.fetch_add(1, Ordering::Relaxed);
        let failure = self.lists.lock().unwrap().pop_front();
        let names = ["long", "silent", "quick", "other"];
        let tools: Vec<_> = names
            .iter()
            .take(if listed > 0 { 4 } else { 3 })
            .map(|name| json!({ "name": name, "inputSchema": { "type": "object" } }))
            .collect();
        let mut answer = answered(message, &json!({ "tools": tools }));
        match failure {
            None => {}
            Some(Listing::Never) => return Some(()),
            Some(Listing::Garbled) => answer["result"]["tools"] = json!("none"),
            Some(Listing::Unreadable) => answer["result"] = json!(7),
            Some(Listing::Refused) => {
                answer = json!({ "jsonrpc": "2.0", "id": message["id"],
                    "error": { "code": -32603, "message": "the store is away" } });
            }
        }
        say(output, &answer).await
    }
}

/// Takes 25 seconds for what is long, and does nothing else meanwhile; it says so only of one tool.
async fn call(message: &Value, output: &mut Output) -> Option<()> {
    let params = &message["params"];
    let name = params["name"].as_str()?;
    for second in 0..if name == "quick" { 0 } else { 25 } {
        sleep(Duration::from_secs(1)).await;
        if name == "long" {
            let token = &params["_meta"]["progressToken"];
            let progress = json!({ "progressToken": token, "progress": second });
            let method = "notifications/progress";
            say(output, &json!({ "jsonrpc": "2.0", "method": method, "params": progress })).await?;
        }
    }
    let content = json!([{ "type": "text", "text": name }]);
    say(output, &answered(message, &json!({ "content": content }))).await
}

fn answered(message: &Value, result: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": message["id"], "result": result })
}

async fn say(output: &mut Output, message: &Value) -> Option<()> {
    output.write_all(format!("{message}\n").as_bytes()).await.ok()
}

fn builder() -> ClientsBuilder {
    Clients::builder("agent", "1.0")
}

fn is_ready(clients: &Clients) -> bool {
    clients.status().iter().all(|status| status.state == ServerState::Ready)
}

/// Calls a tool that takes long, and a quick one behind it, which has this time.
async fn long_and_quick(clients: &Clients, long: &str, quick: Duration) -> Result<String, String> {
    let call = clients.call(&format!("busy__{long}"), ()).on_progress(|_| {}).into_future();
    let long = tokio::spawn(call);
    sleep(Duration::from_millis(100)).await;
    let late = clients.call("busy__quick", ()).timeout(quick).await.unwrap_err();
    assert!(late.error().is_some_and(Error::is_timeout), "{late}");
    let answered = long.await.unwrap();
    answered.map(|result| result.text()).map_err(|error| error.to_string())
}

#[tokio::test(start_paused = true)]
async fn a_busy_program_with_a_running_call_is_not_ended_for_one_that_took_too_long() {
    for (long, quick) in [("long", 2), ("silent", 2), ("long", 20), ("silent", 12)] {
        let server = Server::default();
        let clients = server.connect(false, builder()).await;
        let began = Instant::now();
        let answered = long_and_quick(&clients, long, Duration::from_secs(quick)).await;
        println!("{long}, quick {quick} s: {answered:?} after {:?}", began.elapsed());
        assert_eq!(answered.as_deref(), Ok(long), "{quick}");
        assert_eq!(clients.call("busy__quick", ()).await.unwrap().text(), "quick");
        assert_eq!(server.starts.load(Ordering::Relaxed), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_that_takes_long_outlives_the_keepalive() {
    for keepalive in [1, 2, 4, 11] {
        let server = Server::default();
        let builder = builder().keepalive(Duration::from_secs(keepalive));
        let clients = server.connect(true, builder).await;
        let began = Instant::now();
        let answered = clients.call("busy__silent", ()).await.map(|result| result.text());
        println!("keepalive {keepalive} s: {answered:?} after {:?}", began.elapsed());
        assert_eq!(answered.unwrap(), "silent", "{keepalive}");
        sleep(Duration::from_secs(60)).await;
        assert_eq!(server.starts.load(Ordering::Relaxed), 1);
    }
}

/// Also while others wait for it all the time, whose calls began after the one that took too long.
#[tokio::test(start_paused = true)]
async fn a_program_that_answers_nothing_is_replaced_once_what_it_was_asked_before_is_late() {
    let server = Server::default();
    let clients = server.connect(false, builder().timeout(Duration::from_secs(20))).await;
    server.is_deaf.store(true, Ordering::Relaxed);
    let began = Instant::now();
    let others: Vec<_> = (0..12)
        .map(|other| {
            let call = clients.call("busy__quick", ()).into_future();
            tokio::spawn(async move {
                sleep(Duration::from_secs(5 * other)).await;
                call.await.is_ok()
            })
        })
        .collect();
    while server.starts.load(Ordering::Relaxed) == 1 {
        sleep(Duration::from_secs(1)).await;
    }
    // The first call is late after 20 s; those of the 15 s before that are after 35 s.
    assert!(began.elapsed() <= Duration::from_secs(46), "{:?}", began.elapsed());
    server.is_deaf.store(false, Ordering::Relaxed);
    for other in others {
        other.await.unwrap();
    }
    assert_eq!(clients.call("busy__quick", ()).await.unwrap().text(), "quick");
}

#[tokio::test(start_paused = true)]
async fn a_list_that_fails_after_a_change_is_tried_again() {
    let failures = [Listing::Refused, Listing::Garbled, Listing::Unreadable, Listing::Never];
    for (at, failure) in failures.into_iter().enumerate() {
        let server = Server::default();
        let clients = server.connect(false, builder()).await;
        assert!(clients.tools().get("busy__other").is_none());
        server.lists.lock().unwrap().extend([failure; 3]);
        clients.server("busy").unwrap().request("tell", ()).await.unwrap();
        let began = Instant::now();
        while clients.tools().get("busy__other").is_none() {
            assert!(began.elapsed() < Duration::from_secs(300), "{at}");
            assert!(clients.tools().get("busy__quick").is_some(), "the old list stays");
            sleep(Duration::from_millis(100)).await;
        }
        assert_eq!(server.starts.load(Ordering::Relaxed), 1, "{at}");
        assert_eq!(server.listed.load(Ordering::Relaxed), 5, "{at}");
    }
}
