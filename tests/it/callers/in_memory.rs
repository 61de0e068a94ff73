//! Users of a server in memory, who are told apart as over HTTP.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use mcp_runtime::http::{RemoteAddress, RequestExtension, Scopes};
use mcp_runtime::{
    Accepted, Caller, Context, Elicit, Result, handlers, json, prompt, server, tool,
};
use mcp_runtime_testing as testing;

use super::{Plan, User};

/// What each user has to do.
#[derive(Clone, Default)]
struct Lists(Arc<Mutex<BTreeMap<String, Vec<String>>>>);

#[derive(Elicit)]
struct Sure {
    sure: bool,
}

#[handlers]
impl Lists {
    /// Puts something on the list of whoever calls, after asking.
    #[tool(destructive = false)]
    async fn add(&self, task: String, user: User, elicit: Elicit) -> Result<String> {
        let question = format!("Add {task} ({})?", user.plan);
        let Accepted(Sure { sure: true }) = elicit.form(question).await? else {
            return Ok("not added".to_owned());
        };
        self.0.lock().unwrap().entry(user.name.clone()).or_default().push(task);
        Ok(format!("added for {}", user.name))
    }

    /// Reads the list of whoever calls.
    #[tool(read_only)]
    fn list(&self, user: User) -> Vec<String> {
        self.0.lock().unwrap().get(&user.name).cloned().unwrap_or_default()
    }

    /// Deletes all lists.
    #[tool(scopes("lists:write"))]
    fn clear(&self) {
        self.0.lock().unwrap().clear();
    }
}

#[tokio::test]
async fn the_user_is_the_same_everywhere() {
    let lists = Lists::default();
    testing::everywhere(|| server!().handlers(lists.clone()))
        .principal("alice")
        .extension(Plan("paid"))
        .answers([("Add tea (paid)?", json!({ "sure": true }))])
        .run(async |client| {
            let added = client.call_tool("add", json!({ "task": "tea" })).await?;
            assert_eq!(added.text(), "added for alice");
            Ok(())
        })
        .await
        .unwrap();
    let lists = lists.0.lock().unwrap();
    // Forms came with 2025-06-18; in 2026-07-28 there are three ways to continue.
    assert_eq!(lists.get("alice").map(Vec::len), Some(5));
    assert_eq!(lists.len(), 1);
}

#[tokio::test]
async fn two_users_of_a_server_do_not_see_each_other() {
    let server = server!().handlers(Lists::default()).build().unwrap();
    let yes = || [("Add", json!({ "sure": true }))];
    let connect = |name: &str| testing::connect(server.clone()).principal(name).answers(yes());
    let alice = connect("alice").await.unwrap();
    let bob = connect("bob").await.unwrap();
    alice.call_tool("add", json!({ "task": "tea" })).await.unwrap();
    let lists: (Vec<String>, Vec<String>) =
        (alice.call("list", ()).await.unwrap(), bob.call("list", ()).await.unwrap());
    assert_eq!(lists, (vec!["tea".to_owned()], vec![]));
}

#[tokio::test]
async fn only_scopes_that_were_granted_count() {
    let server = server!().handlers(Lists::default()).build().unwrap();
    let tools = async |client: testing::TestClient| {
        let mut tools = client.tools();
        let mut count = 0;
        while tools.next().await.unwrap().is_some() {
            count += 1;
        }
        count
    };
    let alice = || testing::connect(server.clone()).principal("alice");
    assert_eq!(tools(alice().await.unwrap()).await, 2);
    let may_write = alice().extension(Scopes::new(["lists:write"])).await.unwrap();
    assert_eq!(tools(may_write).await, 3);
    // Without HTTP, there are no scopes.
    assert_eq!(tools(testing::connect(server.clone()).await.unwrap()).await, 3);
}

/// Says who asks.
#[tool]
fn whoami(caller: Caller, context: &Context) -> String {
    format!("{caller:?}, over HTTP: {}", context.http().is_some())
}

#[tokio::test]
async fn an_address_tells_callers_apart_where_nothing_else_does() {
    let address = RemoteAddress([203, 0, 113, 7].into());
    let client = testing::connect(server!().tool::<whoami>()).extension(address).await.unwrap();
    let answer = client.call_tool("whoami", ()).await.unwrap();
    assert_eq!(answer.text(), "Address(203.0.113.7), over HTTP: true");
}

#[tokio::test]
async fn a_server_that_cannot_be_built_is_an_error_when_it_is_connected_to() {
    let twice = server!().tool::<whoami>().tool::<whoami>();
    let refused = testing::connect(twice).principal("alice").await.unwrap_err();
    assert!(refused.to_string().contains("whoami"), "{refused}");
}

/// Says how much whoever calls pays.
#[tool]
fn plan(plan: RequestExtension<Plan>) -> &'static str {
    plan.0.0
}

/// Says the same, or that it is not known.
#[prompt]
fn known_plan(plan: Option<RequestExtension<Plan>>) -> &'static str {
    plan.map_or("unknown", |plan| plan.0.0)
}

#[tokio::test]
async fn what_middleware_has_inserted_is_a_parameter() {
    let server = server!().tool::<plan>().prompt::<known_plan>().build().unwrap();
    let text = async |client: &testing::TestClient| {
        let prompt = client.get_prompt("known_plan", ()).await.unwrap();
        format!("{:?}", prompt.messages)
    };
    let paid = testing::connect(server.clone()).extension(Plan("paid")).await.unwrap();
    assert_eq!(paid.call_tool("plan", ()).await.unwrap().text(), "paid");
    assert!(text(&paid).await.contains("\"paid\""));
    let nobody = testing::connect(server).await.unwrap();
    let missing = nobody.call_tool("plan", ()).await.unwrap_err().to_string();
    assert!(missing.contains("let middleware insert one"), "{missing}");
    assert!(text(&nobody).await.contains("\"unknown\""));
}
