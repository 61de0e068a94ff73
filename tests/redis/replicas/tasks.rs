//! Tasks of both systems, which are looked at, answered and ended wherever their requests arrive.

use super::*;

const VERSION: &str = "2025-11-25";

impl Replicas {
    async fn modern(&self, method: &str, params: Value) -> Value {
        self.client.modern(method, by_able(params)).await.answer().await
    }

    /// Sends what may be sent again: what the balancer passes to a replica that was killed just then is
    /// lost, and where it reused a connection, it ends that of the client.
    async fn retried(&self, method: &str, params: Value) -> Value {
        loop {
            match self.client.try_modern(method, by_able(params.clone())).await {
                Some(response) if !matches!(response.status, 502 | 503) => {
                    return response.answer().await;
                }
                _ => {}
            }
            sleep(Duration::from_millis(20)).await;
        }
    }

    async fn started(&self, tool: &str, arguments: Value) -> String {
        let made = self.modern("tools/call", called(tool, arguments)).await;
        made["result"]["taskId"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned()
    }

    /// Looks until a task is so.
    async fn until(&self, id: &str, status: &str) -> Value {
        let reached = async {
            loop {
                let mut task = self.retried("tasks/get", json!({ "taskId": id })).await;
                if task["result"]["status"] == status {
                    return task["result"].take();
                }
                assert!(task["error"].is_null(), "{task}");
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(TIMEOUT, reached).await.unwrap_or_else(|_| panic!("{id} is not {status}"))
    }

    async fn answer(&self, id: &str, task: &Value) {
        let asked = task["inputRequests"].as_object().unwrap();
        let answers: Value = asked.keys().map(|key| (key.clone(), yes())).collect();
        let params = json!({ "taskId": id, "inputResponses": answers });
        let answer = self.retried("tasks/update", params).await;
        assert!(answer["error"].is_null(), "{answer}");
    }
}

#[tokio::test]
#[ignore = "needs redis-server and haproxy: .ci/services"]
async fn a_task_is_answered_cancelled_and_collected_anywhere() {
    let replicas = Replicas::start().await;
    for key in ["a", "b", "c", "d"] {
        let id = replicas.started("book", json!({ "key": key })).await;
        let task = replicas.until(&id, "input_required").await;
        replicas.answer(&id, &task).await;
        for _ in 0..3 {
            let task = replicas.until(&id, "completed").await;
            let text = &task["result"]["content"][0]["text"];
            assert_eq!(*text, format!("{key} true for nobody, attempt 1"), "{task}");
        }
        assert_eq!(replicas.noted(&format!("paid {key}")), 1);
    }
    let id = replicas.started("work", json!({ "key": "e", "ms": 1_000_000 })).await;
    let cancelled = replicas.modern("tasks/cancel", json!({ "taskId": id })).await;
    assert!(cancelled["error"].is_null(), "{cancelled}");
    for _ in 0..3 {
        replicas.until(&id, "cancelled").await;
    }
}

#[tokio::test]
#[ignore = "needs redis-server and haproxy: .ci/services"]
async fn a_task_outlives_its_replica_and_does_nothing_twice() {
    let replicas = Replicas::start().await;
    let id = replicas.started("book", json!({ "key": "a" })).await;
    let task = replicas.until(&id, "input_required").await;
    let notes = std::fs::read_to_string(&replicas.notes).unwrap();
    let (_, process) = notes.lines().next().unwrap().rsplit_once(' ').unwrap();
    kill(process).await;
    replicas.answer(&id, &task).await;
    let task = replicas.until(&id, "completed").await;
    assert_eq!(task["result"]["content"][0]["text"], "a true for nobody, attempt 2", "{task}");
    assert_eq!((replicas.noted("once a"), replicas.noted("paid a")), (1, 1));
}

#[tokio::test]
#[ignore = "needs redis-server and haproxy: .ci/services"]
async fn a_task_of_a_session_is_known_to_all_replicas() {
    let replicas = Replicas::start().await;
    let session = replicas.client.initialize_with(VERSION, &able()).await;
    for key in ["a", "b", "c"] {
        let mut params = called("work", json!({ "key": key, "ms": 300 }));
        params["task"] = json!({ "ttl": 60_000 });
        let made = session.request("tools/call", params).await;
        let id = &made["result"]["task"]["taskId"];
        assert!(id.is_string(), "{made}");
        let about = json!({ "taskId": id });
        for _ in 0..3 {
            let task = session.request("tasks/get", about.clone()).await;
            assert_eq!(task["result"]["taskId"], *id, "{task}");
        }
        // It waits for the end, wherever that is.
        for _ in 0..3 {
            let done = session.request("tasks/result", about.clone()).await;
            assert_eq!(text(&done), format!("{key} for nobody"));
        }
    }
    let mut params = called("work", json!({ "key": "d", "ms": 1_000_000 }));
    params["task"] = json!({});
    let made = session.request("tools/call", params).await;
    let about = json!({ "taskId": made["result"]["task"]["taskId"] });
    let waits = tokio::spawn({
        let session = session.clone();
        let about = about.clone();
        async move { session.request("tasks/result", about).await }
    });
    let cancelled = session.request("tasks/cancel", about.clone()).await;
    assert_eq!(cancelled["result"]["status"], "cancelled", "{cancelled}");
    let ended = timeout(TIMEOUT, waits).await.unwrap().unwrap();
    assert!(ended["result"].is_object() || ended["error"].is_object(), "{ended}");
    for _ in 0..3 {
        let task = session.request("tasks/get", about.clone()).await;
        assert_eq!(task["result"]["status"], "cancelled", "{task}");
    }
}

#[tokio::test]
#[ignore = "needs redis-server and haproxy: .ci/services"]
async fn a_question_of_a_task_reaches_whoever_waits_for_its_result() {
    let replicas = Replicas::start().await;
    let session = replicas.client.initialize_with(VERSION, &able()).await;
    for key in ["a", "b", "c"] {
        let mut params = called("book", json!({ "key": key }));
        params["task"] = json!({ "ttl": 60_000 });
        let made = session.request("tools/call", params).await;
        let about = json!({ "taskId": made["result"]["task"]["taskId"] });
        let mut waits = session.start(9, "tasks/result", about).await;
        let asked = waits.message().await.unwrap();
        assert_eq!(asked["method"], "elicitation/create", "{asked}");
        let answer = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": yes() });
        assert_eq!(replicas.client.send(session.post(answer)).await.status, 202);
        let done = waits.answer().await;
        assert_eq!(text(&done), format!("{key} true for nobody, attempt 1"));
    }
}
