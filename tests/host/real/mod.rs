//! Ten servers of others, from npm and PyPI, beside three of ours and one of rmcp, as the file `mcp.json` of this folder has
//! them. `.ci/hosts` installs them and runs this; with a number, they are killed for so many seconds, too.

mod calls;
mod killed;
mod processes;
mod turns;

use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Duration;

use mcp_runtime_host::{Clients, Config, Provider};
use mcp_runtime_testing::json;
use serde_json::Value;
use tokio::time::{Instant, sleep};

use calls::Subject;

/// Within this time all are there, on two cores.
const UP: Duration = Duration::from_secs(15);

/// For so long after their start, servers may tell that their lists have changed.
const SETTLED: Duration = Duration::from_secs(3);

/// How long nothing happens, and how many hundredths of a second the host may work meanwhile: one
/// is counted as a whole for whoever runs when it ends, such as the look at the clock.
const IDLE: (Duration, u64) = (Duration::from_secs(5), 3);

const PROVIDERS: [Provider; 6] = [
    Provider::OpenAi,
    Provider::OpenAiResponses,
    Provider::Anthropic,
    Provider::Gemini,
    Provider::Bedrock,
    Provider::Ollama,
];

/// The servers, which are all up.
struct Real {
    clients: Clients,
    folder: PathBuf,
    subject: Subject,
}

impl Real {
    async fn start() -> Self {
        let given = std::env::var_os("REAL").expect("the folder in which they are installed");
        let folder = PathBuf::from(given).canonicalize().unwrap();
        let began = Instant::now();
        let config = Config::read(folder.join("mcp.json")).unwrap();
        let clients = Clients::builder("agent", "1.0")
            .config(&config)
            .wait(UP)
            .ready_timeout(UP)
            .connect()
            .await
            .unwrap();
        let took = began.elapsed();
        for status in clients.status() {
            assert!(status.state.is_ready(), "{} {} after {took:?}", status.server, status.state);
            println!("{} has {} tools", status.server, status.tools);
        }
        assert!(took < UP, "{took:?}");
        let servers = clients.status().len();
        let tools = clients.tools().iter().count();
        println!("{servers} servers with {tools} tools were up after {took:.1?}");
        Self { clients, subject: Subject::new(&folder).await, folder }
    }

    /// Makes the tables in which calls are counted.
    async fn prepare(&self) {
        let table = "CREATE TABLE IF NOT EXISTS calls (id TEXT)";
        let made = [
            ("sqlite__create_table", json!({ "query": table })),
            ("shop__execute", json!({ "statements": [table] })),
        ];
        for (tool, arguments) in made {
            let result = self.clients.call(tool, arguments).await.unwrap();
            assert_ne!(result.is_error, Some(true), "{tool}: {}", result.text());
        }
    }

    /// Ends all, and looks whether anything is left.
    async fn end(self) {
        let began = Instant::now();
        self.clients.close().await;
        println!("all were closed after {:.1?}", began.elapsed());
        assert_eq!(processes::of_ours(), []);
    }
}

/// The names of tools in the format of a provider.
fn names(tools: &[Value]) -> Vec<String> {
    let declared = |tool: &Value| match tool["functionDeclarations"].as_array() {
        Some(declared) => declared.clone(),
        None => vec![tool.clone()],
    };
    let name = |tool: &Value| {
        let places = [&tool["function"]["name"], &tool["toolSpec"]["name"], &tool["name"]];
        places.into_iter().find_map(Value::as_str).unwrap().to_owned()
    };
    tools.iter().flat_map(declared).map(|tool| name(&tool)).collect()
}

/// Whether all providers take a name: Gemini's begin with a letter or `_`.
fn is_taken(name: &str) -> bool {
    let begins = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    begins && name.len() <= 64 && name.chars().all(is_plain)
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "`.ci/hosts` runs it"]
async fn all_are_up_and_are_called_and_cost_nothing_while_they_are_idle() {
    let real = Real::start().await;
    for provider in PROVIDERS {
        let format = real.clients.tools().format(provider);
        let names = names(&format.tools());
        let wrong: Vec<_> = names.iter().filter(|name| !is_taken(name)).collect();
        assert!(wrong.is_empty(), "{provider:?}: {wrong:?}");
        let listed: HashSet<_> =
            real.clients.tools().iter().map(|tool| tool.name.clone()).collect();
        assert_eq!(names.len(), listed.len(), "{provider:?}: {:?}", format.left_out());
        assert_eq!(names.into_iter().collect::<HashSet<_>>(), listed, "{provider:?}");
    }
    real.prepare().await;
    let format = real.clients.tools().format(Provider::Anthropic);
    let calls = real.subject.calls("call-once");
    assert_eq!(calls.len(), real.clients.status().len());
    let asked: Vec<Value> = calls
        .iter()
        .map(|call| json!({ "type": "tool_use", "id": call.server, "name": call.name, "input": call.arguments }))
        .collect();
    let began = Instant::now();
    let answers = format.results(&real.clients.run(&format, &asked).await);
    println!("a turn with a call of each took {:.1?}", began.elapsed());
    assert_eq!(answers.len(), calls.len());
    for (call, answer) in calls.iter().zip(&answers) {
        let said = answer["content"].to_string();
        assert!(said.contains(&call.says.replace('"', "\\\"")), "{}: {said}", call.name);
    }
    sleep(SETTLED).await;
    let before = processes::ticks();
    sleep(IDLE.0).await;
    let ticks = processes::ticks() - before;
    println!("the host used {ticks} hundredths of a second in {:?} of idleness", IDLE.0);
    assert!(ticks <= IDLE.1, "{ticks}");
    real.end().await;
}
