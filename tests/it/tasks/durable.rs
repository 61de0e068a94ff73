//! Tasks whose process dies: another one that has their store takes them over.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mcp_runtime::store::Memory;
use mcp_runtime::{Server, Tasks, server};
use mcp_runtime_testing::Faulty;
use mcp_test_support::http::serve_until_stopped;
use mcp_test_support::peer::{Peer, Process, modern};
use tokio::time::sleep;

use super::talk::{ERAS, about};
use super::*;

pub(super) const DURABLE: &str = env!("CARGO_BIN_EXE_durable-server");
const MODERN: Era = Era::Modern;

pub(super) fn fresh() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("durable-{}-{count}", std::process::id());
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// A process with its tasks in a folder.
struct Run {
    peer: Peer,
    process: Process,
    folder: PathBuf,
}

impl Run {
    fn start(folder: &Path) -> Self {
        let (peer, process) = Peer::spawn_with(DURABLE, &[folder.to_str().unwrap()]);
        Self { peer, process, folder: folder.to_owned() }
    }

    /// Ends without a chance to do anything, and starts again.
    async fn killed(mut self) -> Self {
        self.process.kill().await;
        Self::start(&self.folder)
    }

    async fn request(&mut self, method: &str, params: Value) -> Value {
        self.peer.request(method, modern(params)).await
    }

    async fn task(&mut self, tool: &str) -> String {
        let mut params = json!({ "name": tool, "arguments": {} });
        params["_meta"] = meta("MODERN");
        let made = self.request("tools/call", params).await;
        made["result"]["taskId"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned()
    }

    async fn get(&mut self, id: &str) -> Value {
        self.request("tasks/get", about(MODERN, id)).await["result"].take()
    }

    async fn until(&mut self, id: &str, status: &str) -> Value {
        loop {
            let task = self.get(id).await;
            if task["status"] == status {
                return task;
            }
            assert!(!is_terminal(&task["status"]), "{task} is not {status}");
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// How often something was done, in whichever process.
    fn done(&self, what: &str) -> usize {
        let done = std::fs::read_to_string(self.folder.with_extension("done"));
        done.unwrap_or_default().lines().filter(|line| *line == what).count()
    }

    async fn until_done(&self, what: &str) {
        while self.done(what) == 0 {
            sleep(Duration::from_millis(10)).await;
        }
    }
}

/// Cases: D02.
#[tokio::test]
async fn a_task_that_cannot_be_run_again_has_failed_when_its_process_was_killed() {
    let mut run = Run::start(&fresh());
    let id = run.task("plain").await;
    run.until_done("plain").await;
    run = run.killed().await;
    let task = run.until(&id, "failed").await;
    assert_fits(&task["error"], json!({ "code": -32603, "message": "$string" }));
    assert!(task["error"]["message"].as_str().unwrap().contains("stopped"), "{task}");
    assert_eq!(run.done("plain"), 1);
}

/// Cases: D03, D04.
#[tokio::test]
async fn a_task_is_run_again_with_what_it_knows() {
    let mut run = Run::start(&fresh());
    let id = run.task("resumes").await;
    let task = run.until(&id, "input_required").await;
    let (first, _) = task["inputRequests"].as_object().unwrap().iter().next().unwrap();
    let sure = json!({ "action": "accept", "content": { "sure": true } });
    let mut params = about(MODERN, &id);
    params["inputResponses"] = json!({ first.as_str(): sure });
    run.request("tasks/update", params.clone()).await;
    run.until_done("answered").await;
    let task = run.until(&id, "input_required").await;
    let (second, _) = task["inputRequests"].as_object().unwrap().iter().next().unwrap();
    run = run.killed().await;
    // What is open is still there, under the same key.
    params["inputResponses"] = json!({ second.as_str(): sure });
    let taken = run.request("tasks/update", params).await;
    assert_fits(&taken, json!({ "result": { "resultType": "complete" } }));
    let done = run.until(&id, "completed").await;
    assert_eq!(done["result"]["content"][0]["text"], "true true, attempt 2");
    assert_eq!((run.done("started"), run.done("once")), (2, 1));
}

/// Cases: D05.
#[tokio::test]
async fn a_process_that_is_asked_to_end_leaves_its_tasks_to_others() {
    let mut run = Run::start(&fresh());
    let plain = run.task("plain").await;
    let resumes = run.task("resumes").await;
    run.until(&resumes, "input_required").await;
    run.until_done("plain").await;
    run.process.signal("TERM").await;
    assert!(run.process.exit().await.success());
    run = Run::start(&run.folder);
    let failed = run.get(&plain).await;
    assert_eq!(failed["status"], "failed");
    assert!(failed["error"]["message"].as_str().unwrap().contains("stopped"), "{failed}");
    while run.done("started") < 2 {
        sleep(Duration::from_millis(10)).await;
    }
    // It did not fail, so that does not count.
    let task = run.until(&resumes, "input_required").await;
    assert_eq!(task["status"], "input_required");
}

/// Cases: D05.
#[tokio::test]
async fn a_process_that_is_asked_to_end_waits_for_tasks_that_are_nearly_done() {
    let mut run = Run::start(&fresh());
    let soon = run.task("soon").await;
    let slow = run.task("pays_slowly").await;
    run.until_done("soon").await;
    run.until_done("paying").await;
    run.process.signal("TERM").await;
    assert!(run.process.exit().await.success());
    // What is done once is waited for, too, and not left to be done again.
    assert_eq!(run.done("paid"), 1);
    run = Run::start(&run.folder);
    assert_eq!(run.get(&soon).await["status"], "completed");
    let paid = run.until(&slow, "completed").await;
    assert_eq!(paid["result"]["content"][0]["text"], "paid");
    assert_eq!((run.done("paying"), run.done("paid")), (1, 1));
}

/// Waits, and counts how often it was started and how often dropped.
struct Waits(Arc<AtomicU32>, Arc<AtomicU32>);

struct CountsDrop(Arc<AtomicU32>);

impl Drop for CountsDrop {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[mcp_runtime::handlers]
impl Waits {
    /// Waits.
    #[mcp_runtime::tool(task(resume))]
    async fn waits(&self) -> &'static str {
        self.0.fetch_add(1, Ordering::SeqCst);
        let _dropped = CountsDrop(Arc::clone(&self.1));
        sleep(Duration::from_secs(1000)).await;
        "waited"
    }
}

/// Cases: D05.
#[tokio::test]
async fn a_server_that_ends_inside_of_a_process_drops_its_handlers_before_others_run_them() {
    let store = Arc::new(Memory::new());
    let started = Arc::new(AtomicU32::new(0));
    let dropped = Arc::new(AtomicU32::new(0));
    let replica = || {
        // One that others share.
        let tasks =
            Tasks::new().store(Faulty::new(Arc::clone(&store))).lease(Duration::from_secs(3));
        let waits = Waits(Arc::clone(&started), Arc::clone(&dropped));
        server!().tasks(tasks).handlers(waits).build().unwrap().into_http()
    };
    let (client, serving) = serve_until_stopped(replica()).await;
    let params = json!({ "name": "waits", "arguments": {}, "_meta": meta("MODERN") });
    let made = client.modern("tools/call", params).await.answer().await;
    assert_fits(&made, json!({ "result": { "resultType": "task" } }));
    while started.load(Ordering::SeqCst) < 1 {
        sleep(Duration::from_millis(5)).await;
    }
    let before = std::time::Instant::now();
    serving.stop().await.unwrap().unwrap();
    assert_eq!(dropped.load(Ordering::SeqCst), 1);
    let _other = serve_until_stopped(replica()).await;
    while started.load(Ordering::SeqCst) < 2 {
        sleep(Duration::from_millis(5)).await;
    }
    assert!(before.elapsed() < Duration::from_secs(3), "it was left only after its lease");
}

/// Cases: D08.
#[tokio::test]
async fn a_task_that_kills_every_process_is_given_up() {
    let mut run = Run::start(&fresh());
    let mut params = json!({ "name": "poison", "arguments": {} });
    params["_meta"] = meta("MODERN");
    let made = run.request("tools/call", params).await;
    let id = made["result"]["taskId"].as_str().unwrap().to_owned();
    for attempt in 1..=3 {
        while run.done("poisoned") < attempt {
            sleep(Duration::from_millis(10)).await;
        }
        run.process.exit().await;
        run = Run::start(&run.folder);
    }
    let task = run.until(&id, "failed").await;
    assert_fits(&task["error"], json!({ "code": -32603 }));
    assert_eq!(run.done("poisoned"), 3);
}

/// Cases: D06.
#[tokio::test(start_paused = true)]
async fn what_is_kept_in_memory_is_gone_with_its_process() {
    let mut before = Talk::pipes(&jobs().0.build().unwrap()).await;
    let id = before.task(MODERN, "slow_compute", json!({ "seconds": 1 })).await;
    let mut after = Talk::pipes(&jobs().0.build().unwrap()).await;
    for era in ERAS {
        let gone = after.of_task(era, "tasks/get", &id).await;
        assert_fits(&gone, json!({ "error": { "code": -32602, "message": "$string" } }));
    }
}

/// Cases: D01.
#[tokio::test(start_paused = true)]
async fn a_task_whose_client_never_learned_of_it_is_failed_and_forgotten() {
    for operation in 0..6 {
        let store = Arc::new(Memory::new());
        let crashing = Faulty::new(Arc::clone(&store));
        crashing.crash_at(operation);
        let lease = Duration::from_secs(5);
        let dead = jobs().0.tasks(tasks().store(crashing).lease(lease)).build().unwrap();
        let mut talk = Talk::pipes(&dead).await;
        let params = json!({ "name": "never_done", "arguments": {}, "_meta": meta("MODERN") });
        talk.start(MODERN, "tools/call", params).await;
        sleep(Duration::from_secs(1)).await;

        let replica = jobs().0.tasks(tasks().store(Arc::clone(&store)).lease(lease));
        let mut talk = Talk::pipes(&replica.build().unwrap()).await;
        talk.request(Era::Legacy, "tasks/list", json!({})).await;
        sleep(Duration::from_secs(15)).await;
        let listed = talk.request(Era::Legacy, "tasks/list", json!({})).await;
        for task in listed["result"]["tasks"].as_array().unwrap() {
            assert_eq!(task["status"], "failed", "{operation}: {task}");
        }
        sleep(Duration::from_secs(3700)).await;
        let listed = talk.request(Era::Legacy, "tasks/list", json!({})).await;
        assert_eq!(listed["result"]["tasks"], json!([]), "{operation}");
    }
}

/// A tool as one version of a program has it.
fn version(tool: Option<bool>, store: &Arc<Memory>) -> Server {
    let tasks = Tasks::new().store(Arc::clone(store)).lease(Duration::from_secs(5));
    let base = server!().tasks(tasks).tool::<keeps_tasks>();
    let server = match tool {
        Some(true) => base.tool::<first::changes>(),
        Some(false) => base.tool::<second::changes>(),
        None => base,
    };
    server.build().unwrap()
}

/// Is there in every version.
#[mcp_runtime::tool(task)]
async fn keeps_tasks() -> &'static str {
    "kept"
}

mod first {
    /// Takes a name.
    #[mcp_runtime::tool(task(resume))]
    pub(super) async fn changes(name: String) -> String {
        tokio::time::sleep(std::time::Duration::from_secs(1000)).await;
        name
    }
}

mod second {
    /// Takes a number.
    #[mcp_runtime::tool(task(resume))]
    pub(super) async fn changes(name: u32) -> String {
        name.to_string()
    }
}

/// What happens in a process, as far as memory goes: with its end all of its work ends.
fn in_process<T>(work: impl Future<Output = T>) -> T {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    let runtime = builder.enable_all().start_paused(true).build().unwrap();
    runtime.block_on(work)
}

/// Cases: D07.
#[test]
fn a_tool_that_is_another_one_or_gone_does_not_take_old_arguments() {
    for next in [Some(false), None] {
        let store = Arc::new(Memory::new());
        let id = in_process(async {
            let mut talk = Talk::pipes(&version(Some(true), &store)).await;
            talk.task(MODERN, "changes", json!({ "name": "Ann" })).await
        });
        let task = in_process(async {
            let mut talk = Talk::pipes(&version(next, &store)).await;
            talk.get(MODERN, &id).await;
            sleep(Duration::from_secs(15)).await;
            talk.get(MODERN, &id).await
        });
        assert_fits(&task, json!({ "status": "failed", "error": { "code": -32603 } }));
    }
}
