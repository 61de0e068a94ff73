//! A server of 2025-11-25 that lies: `liar LIE`, one of those below.

use std::io::{BufRead as _, Result, Write as _, stdin, stdout};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::{Value, json};

fn main() -> Result<()> {
    let lie = std::env::args().nth(1).unwrap_or_default();
    for (number, line) in stdin().lock().lines().enumerate() {
        let message: Value = serde_json::from_str(&line?)?;
        match message["method"].as_str() {
            Some("notifications/initialized") => flood(&lie),
            Some("tools/call") if message["params"]["name"] == "lie" => tell(&lie, &message)?,
            Some("tools/list") if lie == "pages" => {
                let tool = |n: usize| {
                    json!({ "name": format!("{number} {n}"), "description": "x".repeat(1000),
                        "inputSchema": { "type": "object" } })
                };
                let tools: Vec<_> = (0..1000).map(tool).collect();
                answer(&message, &json!({ "tools": tools, "nextCursor": number.to_string() }))?;
            }
            Some(method) if message.get("id").is_some() => answer(&message, &honest(method))?,
            _ => {}
        }
    }
    Ok(())
}

/// What the server says where it does not lie.
fn honest(method: &str) -> Value {
    let tool = |name| json!({ "name": name, "inputSchema": { "type": "object" } });
    match method {
        "initialize" => json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {
                "logging": {}, "tools": { "listChanged": true },
                "resources": { "subscribe": true, "listChanged": true },
            },
            "serverInfo": { "name": "liar", "version": "1" },
        }),
        "tools/list" => json!({ "tools": [tool("lie"), tool("honest")] }),
        "resources/list" => json!({ "resources": [{ "uri": "test://0", "name": "zero" }] }),
        "resources/read" => json!({ "contents": [{ "uri": "test://0", "text": "0" }] }),
        "resources/templates/list" => json!({ "resourceTemplates": [] }),
        "tools/call" => json!({ "content": [{ "type": "text", "text": "well" }] }),
        _ => json!({}),
    }
}

/// How many answers wait to be written: a flood lets them pass, since a lock is not handed over in
/// turn.
static ANSWERS: AtomicUsize = AtomicUsize::new(0);

fn answer(message: &Value, result: &Value) -> Result<()> {
    let answer = json!({ "jsonrpc": "2.0", "id": message["id"], "result": result });
    ANSWERS.fetch_add(1, Ordering::SeqCst);
    let written = writeln!(stdout().lock(), "{answer}");
    ANSWERS.fetch_sub(1, Ordering::SeqCst);
    written
}

/// Answers with a result that takes as much as possible.
fn tell(lie: &str, message: &Value) -> Result<()> {
    let more = |item: &str| format!(",{item}").repeat(15_000_000 / (item.len() + 1));
    let many = |item| format!("[{item}{}]", more(item));
    let content = match lie {
        "numbers" => many("0"),
        "objects" => many(r#"{"a":0}"#),
        "arrays" => many("[0]"),
        "strings" => many(r#""""#),
        "text" => format!("\"{}\"", "x".repeat(16_000_000)),
        "line" => loop {
            stdout().lock().write_all(&[b'x'; 65536])?;
        },
        _ => return answer(message, &honest("tools/call")),
    };
    let result = format!(r#"{{"content":[],"structuredContent":{{"a":{content}}}}}"#);
    let id = &message["id"];
    writeln!(stdout().lock(), r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
}

/// Tells things without an end, while requests are answered.
fn flood(lie: &str) {
    let long = "x".repeat(10_000);
    let say: Box<dyn Fn(usize) -> Value + Send> = match lie {
        "changes" => Box::new(move |n| match n % 10 {
            0 => json!({ "method": "notifications/tools/list_changed" }),
            _ => json!({ "method": "notifications/resources/updated",
                "params": { "uri": format!("test://{n}/{long}") } }),
        }),
        "logs" => Box::new(move |n| {
            json!({ "method": "notifications/message",
                "params": { "level": "error", "data": [n, long] } })
        }),
        "pings" => Box::new(|n| json!({ "id": n, "method": "ping" })),
        "questions" => Box::new(move |n| {
            let content = json!({ "type": "text", "text": long });
            json!({ "id": n, "method": "sampling/createMessage", "params": {
                "messages": [{ "role": "user", "content": content }], "maxTokens": 1 } })
        }),
        _ => return,
    };
    thread::spawn(move || {
        let said = |n| {
            let mut said = say(n);
            said["jsonrpc"] = "2.0".into();
            said
        };
        (0..).try_for_each(|n| {
            while ANSWERS.load(Ordering::SeqCst) > 0 {
                thread::yield_now();
            }
            writeln!(stdout().lock(), "{}", said(n))
        })
    });
}
