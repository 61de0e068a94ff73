//! What handlers of every kind can be told: how they run, how their arguments are called, how they are
//! completed, and how many are added at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use mcp_runtime::protocol::{CompleteParams, Completion, CompletionReference, LoggingLevel};
use mcp_runtime::{
    CompletionRequest, Error, Log, Progress, Result, handlers, prompt, resource, server, tool,
};
use mcp_runtime_testing::{TestClient, connect, json};

use super::code;

#[prompt(blocking)]
fn where_prompt(of: u64) -> String {
    format!("{:?} {of}", thread::current().name())
}

#[prompt(timeout = "10ms")]
async fn slow_prompt() -> String {
    std::future::pending().await
}

#[resource("echo://{someText}", rename_all = "camelCase")]
fn echo(some_text: String) -> String {
    some_text
}

struct Db(AtomicU32);

/// Reads.
#[handlers(parts(writing, asking))]
impl Db {
    #[tool(read_only)]
    fn count(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    #[resource("db://count", blocking)]
    fn count_now(&self) -> String {
        assert!(tokio::runtime::Handle::try_current().is_ok());
        format!("{} {:?}", self.count(), thread::current().name())
    }

    #[resource("db://slow", timeout = "10ms")]
    async fn slow(&self) -> String {
        std::future::pending().await
    }
}

mod writing {
    use std::sync::atomic::Ordering;

    use mcp_runtime::{handlers, tool};

    use super::Db;

    /// Writes.
    #[handlers(part = writing)]
    impl Db {
        #[tool]
        fn increase(&self, amount: u32) -> u32 {
            self.0.fetch_add(amount, Ordering::Relaxed) + amount
        }
    }
}

#[handlers(part = asking)]
impl Db {
    #[prompt]
    fn ask(&self, city: String, #[arg(complete = Self::streets)] street: String) -> String {
        format!("{street}, {city}")
    }

    async fn streets(&self, asked: &CompletionRequest) -> Result<Vec<String>> {
        tokio::task::yield_now().await;
        let city = asked.argument("city").ok_or("enter the city first")?;
        let who = asked.context().client().info.as_ref().map(|info| info.name.clone());
        Ok(vec![format!("{} {} {city} {}", asked.typed(), who.unwrap_or_default(), self.count())])
    }
}

#[prompt]
fn colour(
    #[arg(complete = colours)] name: String,
    #[arg(complete = none)] none: Option<String>,
    #[arg(complete = of_many)] many: Option<String>,
) -> String {
    drop((none, many));
    name
}

fn colours(typed: &str) -> [&'static str; 1] {
    if typed.is_empty() { ["red"] } else { ["green"] }
}

fn none(_: &str) -> std::result::Result<Vec<String>, Error> {
    Err(mcp_runtime::ErrorObject::invalid_params("no colour").into())
}

fn of_many(_: &CompletionRequest) -> Completion {
    let mut completion = Completion::new(vec!["one".to_owned()]);
    completion.total = Some(7);
    completion
}

mod sums {
    use mcp_runtime::tool;

    pub(super) type Tools = (add, (subtract, crate::features::functions::halve));

    #[tool(pure)]
    pub(super) fn add(a: i64, b: i64) -> i64 {
        a + b
    }

    #[tool(rename_all = "camelCase")]
    pub(super) fn subtract(first_number: i64, #[arg(name = "b")] second_number: i64) -> i64 {
        first_number - second_number
    }
}

#[tool]
fn halve(x: i64) -> i64 {
    x / 2
}

#[tool(blocking)]
fn work(progress: Progress, log: Log) -> String {
    for step in 1..=3 {
        progress.blocking_report_of(step, 3, "working");
    }
    progress.blocking_report(4);
    log.blocking_info("worked");
    log.blocking_log(LoggingLevel::Error, json!({ "steps": 3 }));
    // Neither needs a runtime.
    thread::spawn(move || progress.blocking_report(5)).join().unwrap();
    "done".to_owned()
}

async fn client() -> (TestClient, Arc<Db>) {
    let db = Arc::new(Db(AtomicU32::new(3)));
    let server = server!()
        .handlers(Arc::clone(&db))
        .tools::<(sums::Tools, work)>()
        .prompts::<(where_prompt, slow_prompt, colour)>()
        .resources::<(echo,)>();
    (connect(server).await.unwrap(), db)
}

#[tokio::test]
async fn prompts_and_resources_block_on_threads_of_their_own() {
    let (client, _) = client().await;
    let here = format!("{:?}", thread::current().name());
    let prompt = client.get_prompt("where_prompt", json!({ "of": "7" })).await.unwrap();
    let text = prompt.messages[0].content.as_text().unwrap();
    assert!(text.ends_with(" 7") && !text.starts_with(&here), "{text}");
    let read = client.read_resource("db://count").await.unwrap();
    let text = read.contents[0].as_text().unwrap();
    assert!(text.starts_with("3 ") && !text.contains(&here), "{text}");
    assert_eq!(client.read_resource("echo://x").await.unwrap().contents[0].as_text(), Some("x"));
}

#[tokio::test]
async fn prompts_and_resources_are_given_up() {
    let (client, _) = client().await;
    let errors = [
        client.get_prompt("slow_prompt", json!({})).await.unwrap_err(),
        client.read_resource("db://slow").await.unwrap_err(),
    ];
    for error in errors {
        assert_eq!(code(&error), Some(-32603));
        assert!(error.to_string().contains("took longer than 10ms"), "{error}");
    }
}

#[tokio::test]
async fn parts_and_sets_are_one_server() {
    let (client, db) = client().await;
    let tools = client.list_tools().await.unwrap();
    let mut names: Vec<_> = tools.iter().map(|tool| tool.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["add", "count", "halve", "increase", "subtract", "work"]);
    let result = client.call_tool("count", json!({})).await.unwrap();
    assert_eq!(result.text(), "3");
    db.0.store(8, Ordering::Relaxed);
    assert_eq!(client.call_tool("count", json!({})).await.unwrap().text(), "8");
    assert_eq!(client.instructions(), Some("Reads.\n\nWrites."));
}

#[tokio::test]
async fn arguments_are_called_by_the_rule_of_their_handler() {
    let (client, _) = client().await;
    let tools = client.list_tools().await.unwrap();
    let tool = tools.iter().find(|tool| tool.name == "subtract").unwrap();
    assert_eq!(tool.input_schema["required"], json!(["firstNumber", "b"]));
    let result = client.call_tool("subtract", json!({ "firstNumber": 5, "b": 3 })).await.unwrap();
    assert_eq!(result.text(), "2");
}

#[tokio::test]
async fn a_pure_tool_says_all_hints() {
    let (client, _) = client().await;
    let tools = client.list_tools().await.unwrap();
    let hints = |name: &str| {
        let tool = tools.iter().find(|tool| tool.name == name).unwrap();
        let hints = tool.annotations.clone().unwrap();
        [hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint, hints.open_world_hint]
    };
    assert_eq!(hints("add"), [Some(true), Some(false), Some(true), Some(false)]);
    assert_eq!(hints("halve"), [None; 4]);
}

#[tokio::test]
async fn a_completion_sees_the_other_arguments_and_who_asks() {
    let (client, _) = client().await;
    let params = |context: serde_json::Value| -> CompleteParams {
        let params = json!({
            "ref": { "type": "ref/prompt", "name": "ask" },
            "argument": { "name": "street", "value": "Via" },
            "context": context,
        });
        serde_json::from_value(params).unwrap()
    };
    let known = json!({ "arguments": { "city": "Rome" } });
    let completion = client.complete_with(params(known)).await.unwrap();
    assert_eq!(completion.values, ["Via mcp-runtime testing Rome 3"]);
    let error = client.complete_with(params(json!({}))).await.unwrap_err();
    assert_eq!(code(&error), Some(-32603));
    assert!(error.to_string().contains("enter the city first"), "{error}");
}

#[tokio::test]
async fn a_completion_may_fail_or_say_how_many_there_are() {
    let (client, _) = client().await;
    let complete = |argument| client.complete(CompletionReference::prompt("colour"), argument, "g");
    assert_eq!(complete("name").await.unwrap().values, ["green"]);
    assert_eq!(complete("many").await.unwrap().total, Some(7));
    assert_eq!(code(&complete("none").await.unwrap_err()), Some(-32602));
}

#[tokio::test]
async fn a_blocking_function_reports_and_logs() {
    let (client, _) = client().await;
    let result = client.call_tool("work", json!({})).await.unwrap();
    assert_eq!(result.text(), "done");
    let told = client.notifications();
    let values = |method: &str, member: &str| -> Vec<serde_json::Value> {
        let told = told.iter().filter(|told| told.method == method);
        told.map(|told| told.params[member].clone()).collect()
    };
    assert_eq!(values("notifications/progress", "progress"), [1.0, 2.0, 3.0, 4.0, 5.0]);
    assert_eq!(values("notifications/message", "level"), ["info", "error"]);
}
