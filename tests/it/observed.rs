//! What observers are told of requests.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use mcp_runtime::observe::{Audit, Metrics, Outcome};
use mcp_runtime::testing::{self, json};
use mcp_runtime::{Result, ServerBuilder, server, tool};
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
    let server = server!().observe(move |done| {
        if done.method == "tools/call" {
            let name = done.name.map(str::to_owned);
            here.lock().unwrap().push((name, done.outcome, done.error_code, done.bytes_in > 10));
        }
    });
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
    asked(server!().metrics(metrics.clone())).await?;
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
    asked(server!().audit(Audit::to(lines.clone()))).await?;
    let read = lines.read();
    assert_eq!(read.len(), 5);
    assert_eq!((&read[2]["tool"], &read[2]["outcome"]), (&json!("divide"), &json!("tool_error")));
    assert_eq!(read[4]["tool"], Value::Null);
    assert!(read.iter().all(|line| line.get("args").is_none() && line["time"].is_string()));

    let lines = Lines::default();
    asked(server!().audit(Audit::to(lines.clone()).arguments(["b"]))).await?;
    let read = lines.read();
    assert_eq!(read[0]["args"], json!({ "b": 1 }));
    assert!(!read.iter().any(|line| line.to_string().contains("hunter2")), "{read:?}");
    Ok(())
}

#[tokio::test]
async fn a_read_only_server_has_only_tools_that_change_nothing() -> Result<()> {
    let server = server!().tool::<divide>().tool::<wait>().read_only();
    let client = testing::connect(server).await?;
    let tools = client.list_tools().await?;
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["divide"]);
    let refused = client.call_tool("wait", json!({ "password": "x" })).await.unwrap_err();
    assert!(refused.to_string().contains("unknown tool"), "{refused}");
    Ok(())
}
