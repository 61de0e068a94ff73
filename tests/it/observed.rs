//! What observers are told of requests.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use mcp_runtime::observe::{Outcome, Telemetry};
use mcp_runtime::{Limits, Result, ServerBuilder, server, tool};
use mcp_runtime_observe::{Audit, Metrics};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::json;
use serde_json::Value;

/// Divides.
#[tool(read_only)]
fn divide(a: i64, b: i64) -> Result<i64, String> {
    a.checked_div(b).ok_or_else(|| "by zero".to_owned())
}

/// Waits for a while.
#[tool]
async fn wait(password: String) -> String {
    tokio::task::yield_now().await;
    password
}

/// Asks for everything: two that succeed, one that fails, one that waits, one that is not there.
async fn asked(server: ServerBuilder) -> Result<()> {
    let client = testing::connect(server.tool::<divide>().tool::<wait>()).await?;
    for b in [1, 2, 0] {
        client.call_tool("divide", json!({ "a": 4, "b": b })).await?;
    }
    client.call_tool("wait", json!({ "password": "hunter2" })).await?;
    assert!(client.call_tool("<script>", json!({})).await.is_err());
    Ok(())
}

#[tokio::test]
async fn each_request_is_told_once_with_its_outcome_and_names_that_exist() -> Result<()> {
    let told = Arc::new(Mutex::new(Vec::new()));
    let here = Arc::clone(&told);
    let server = server!().telemetry(Telemetry::new().observe(move |done| {
        if done.method == "tools/call" {
            let name = done.name.map(str::to_owned);
            here.lock().unwrap().push((name, done.outcome, done.error_code, done.bytes_in > 10));
        }
    }));
    asked(server).await?;
    let name = |name: &str| Some(name.to_owned());
    let expected = [
        (name("divide"), Outcome::Ok, None, true),
        (name("divide"), Outcome::Ok, None, true),
        (name("divide"), Outcome::ToolError, None, true),
        (name("wait"), Outcome::Ok, None, true),
        (None, Outcome::Error, Some(-32602), true),
    ];
    assert_eq!(*told.lock().unwrap(), expected);
    Ok(())
}

#[tokio::test]
async fn metrics_count_exactly_what_was_done_and_nobody_makes_up_labels() -> Result<()> {
    let metrics = Metrics::new();
    asked(server!().telemetry(Telemetry::new().observer(metrics.clone()))).await?;
    let text = metrics.to_string();
    let count = |labels: &str| {
        let line = format!("mcp_server_operation_duration_seconds_count{{{labels}}} ");
        text.lines().find_map(|found| found.strip_prefix(&line)?.parse::<u64>().ok())
    };
    let call = "mcp_method_name=\"tools/call\"";
    assert_eq!(count(&format!("{call},gen_ai_tool_name=\"divide\",outcome=\"ok\"")), Some(2));
    assert_eq!(
        count(&format!("{call},gen_ai_tool_name=\"divide\",outcome=\"tool_error\"")),
        Some(1)
    );
    assert_eq!(count(&format!("{call},gen_ai_tool_name=\"wait\",outcome=\"ok\"")), Some(1));
    assert_eq!(count(&format!("{call},outcome=\"error\"")), Some(1));
    assert!(text.contains("mcp_server_operations_in_flight 0\n"), "{text}");
    assert!(!text.contains("script"), "{text}");
    // The buckets rise to the count.
    assert!(text.contains("le=\"0.01\"") && text.contains("le=\"300\""), "{text}");
    Ok(())
}

/// Panics.
#[tool]
async fn panic() {
    panic!("as it should")
}

/// Never ends, and is given up.
#[tool(timeout = "10ms")]
async fn patient() {
    std::future::pending().await
}

/// Never ends.
#[tool]
async fn stay() {
    std::future::pending().await
}

#[tokio::test]
async fn what_no_handler_decided_has_an_outcome_of_its_own() -> Result<()> {
    let told = Arc::new(Mutex::new(Vec::new()));
    let here = Arc::clone(&told);
    let server = server!()
        .tool::<panic>()
        .tool::<patient>()
        .tool::<stay>()
        .limits(Limits::new().max_in_flight(1))
        .telemetry(Telemetry::new().observe(move |done| {
            if let Some(name) = done.name {
                let told = (name.to_owned(), done.outcome, done.refused, done.bytes_out > 20);
                here.lock().unwrap().push(told);
            }
        }));
    let client = testing::connect(server).await?;
    client.call_tool("panic", json!({})).await?;
    client.call_tool("patient", json!({})).await?;
    let mut staying = client.call_tool("stay", json!({})).into_future();
    // It runs when another one is refused.
    let refused = tokio::select! {
        _ = &mut staying => panic!("it stays"),
        refused = async {
            loop {
                tokio::task::yield_now().await;
                if let Err(refused) = client.call_tool("patient", json!({})).await {
                    return refused;
                }
            }
        } => refused,
    };
    assert!(refused.to_string().contains("1 requests"), "{refused}");
    drop(staying);
    while told.lock().unwrap().len() < 4 {
        tokio::task::yield_now().await;
    }
    let told = told.lock().unwrap();
    let name = |name: &str| name.to_owned();
    assert_eq!(told[0], (name("panic"), Outcome::Panicked, None, true));
    assert_eq!(told[1], (name("patient"), Outcome::TimedOut, None, true));
    assert_eq!(told[told.len() - 2], (name("patient"), Outcome::Refused, Some("busy"), true));
    assert_eq!(told[told.len() - 1], (name("stay"), Outcome::Cancelled, None, false));
    Ok(())
}

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Lines {
    fn read(&self) -> Vec<Value> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

#[tokio::test]
async fn an_audit_log_has_a_line_for_each_call_and_no_argument_that_is_not_asked_for() -> Result<()>
{
    let lines = Lines::default();
    asked(server!().telemetry(Telemetry::new().observer(Audit::to(lines.clone())))).await?;
    let read = lines.read();
    assert_eq!(read.len(), 5);
    assert_eq!((&read[2]["tool"], &read[2]["outcome"]), (&json!("divide"), &json!("tool_error")));
    assert_eq!(read[4]["tool"], Value::Null);
    assert!(read.iter().all(|line| line.get("args").is_none() && line["time"].is_string()));

    let lines = Lines::default();
    asked(
        server!().telemetry(Telemetry::new().observer(Audit::to(lines.clone()).arguments(["b"]))),
    )
    .await?;
    let read = lines.read();
    assert_eq!(read[0]["args"], json!({ "b": 1 }));
    assert!(!read.iter().any(|line| line.to_string().contains("hunter2")), "{read:?}");
    Ok(())
}

#[tokio::test]
async fn a_read_only_server_has_only_tools_that_change_nothing() -> Result<()> {
    let server =
        server!().tool::<divide>().tool::<wait>().visible(|_, feature| feature.is_read_only());
    let client = testing::connect(server).await?;
    let tools = client.list_tools().await?;
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["divide"]);
    let refused = client.call_tool("wait", json!({ "password": "x" })).await.unwrap_err();
    assert!(refused.to_string().contains("unknown tool"), "{refused}");
    Ok(())
}

/// The board of examples/grafana.json asks for nothing that is not counted, and for all that is.
#[tokio::test]
async fn the_board_for_grafana_shows_what_is_counted() -> Result<()> {
    let metrics = Metrics::new();
    let server =
        server!().tool::<divide>().telemetry(Telemetry::new().observer(metrics.clone())).build()?;
    let _http = server.clone().into_http();
    let client = testing::connect(server).await?;
    client.call_tool("divide", json!({ "a": 4, "b": 2 })).await?;
    let text = metrics.to_string();
    let counted: BTreeSet<&str> =
        text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()).collect();
    let board = include_str!("../../examples/grafana.json");
    let read: Value = serde_json::from_str(board).unwrap();
    assert!(read["panels"].as_array().is_some_and(|panels| panels.len() > 5), "{read}");
    let words = board.split(|next: char| !next.is_ascii_alphanumeric() && next != '_');
    let asked = words.filter(|word| word.starts_with("mcp_server_"));
    let of_histograms = |word| {
        let suffixes = ["_bucket", "_count", "_sum"];
        suffixes.iter().find_map(|suffix| str::strip_suffix(word, suffix)).unwrap_or(word)
    };
    let asked: BTreeSet<&str> = asked.map(of_histograms).collect();
    assert_eq!(asked, counted);
    // Labels and outcomes, too.
    for label in ["mcp_method_name", "gen_ai_tool_name", "outcome", "le"] {
        assert!(text.contains(&format!("{label}=")) && board.contains(label), "{label}");
    }
    let outcomes = Outcome::ALL.map(Outcome::as_str);
    let said = board.split("outcome=~\\\"").nth(1).and_then(|rest| rest.split('\\').next());
    for outcome in said.expect("the board tells failures apart").split('|') {
        assert!(outcomes.contains(&outcome), "{outcome}");
    }
    Ok(())
}
