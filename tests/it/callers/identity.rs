//! The identity of a caller stays right wherever a handler looks at it.

use std::sync::Arc;
use std::time::Duration;

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::{
    Accepted, Caller, Context, Elicit, FromContext, Limits, Result, State, json, prompt, resource,
    server, tool,
};
use mcp_runtime_client::Client;
use mcp_runtime_testing as testing;
use tokio::sync::Barrier;

use super::{User, VERSIONS, client, connect, serve};

/// Says who asks, as a parameter of the application tells it.
#[tool]
fn whoami(user: User) -> String {
    format!("{} ({})", user.name, user.plan)
}

/// Says who asks after a while, in which somebody else calls.
#[tool]
async fn later(user: &User, context: &Context, all: State<Barrier>) -> String {
    all.wait().await;
    let caller = context.caller().principal().unwrap_or_default();
    format!("{} {caller}", user.name)
}

/// Says who asks from a task of its own.
#[tool]
async fn spawned(context: Context, all: State<Arc<Barrier>>) -> Result<String> {
    let all = Arc::clone(&all);
    let task = tokio::spawn(async move {
        all.wait().await;
        let plan = context.http().and_then(|head| head.extensions.get::<super::Plan>());
        format!("{:?} {:?}", context.caller().principal(), plan.map(|plan| plan.0))
    });
    task.await.map_err(mcp_runtime::Error::other)
}

#[derive(Elicit)]
struct Sure {
    sure: bool,
}

/// Asks twice, and says who asked all the time.
#[tool]
async fn pay(user: User, caller: Caller, elicit: Elicit, context: &Context) -> Result<String> {
    let mut seen = vec![user.name.clone()];
    for question in ["Really?", "Really, really?"] {
        let Accepted(Sure { sure: true }) = elicit.form::<Sure>(question).await? else {
            return Ok("not paid".to_owned());
        };
        seen.push(context.caller().principal().unwrap_or_default().to_owned());
        seen.push(User::from_context(context).await?.name);
    }
    seen.push(caller.principal().unwrap_or_default().to_owned());
    Ok(seen.join(" "))
}

/// A greeting.
#[prompt]
fn greeting(user: User) -> String {
    format!("Hello, {}!", user.name)
}

/// What belongs to whom asks.
#[resource("shop://cart")]
fn cart(user: User) -> String {
    format!("cart of {}", user.name)
}

/// One of their orders.
#[resource("shop://orders/{number}")]
async fn order(number: u32, user: User) -> String {
    format!("order {number} of {}", user.name)
}

async fn text(client: &Client, tool: &str) -> String {
    let result = client.call_tool(tool, json!({})).await.unwrap();
    assert_ne!(result.is_error, Some(true), "{}", result.text());
    result.text()
}

async fn both(version: ProtocolVersion, url: &str) -> (Client, Client) {
    let able = || client().on_elicit(async |_| Ok(Accepted(json!({ "sure": true }))));
    let alice = connect(url, "key-of-alice", able(), version).await;
    (alice, connect(url, "key-of-bob", able(), version).await)
}

#[tokio::test]
async fn everything_knows_who_asks() {
    let server =
        server!().tool::<whoami>().prompt::<greeting>().resource::<cart>().resource::<order>();
    let url = serve(server).await;
    for version in VERSIONS {
        let (alice, bob) = both(version, &url).await;
        assert_eq!(text(&alice, "whoami").await, "alice (paid)");
        assert_eq!(text(&bob, "whoami").await, "bob (trial)");
        let prompt = alice.get_prompt("greeting", ()).await.unwrap();
        assert!(format!("{prompt:?}").contains("Hello, alice!"), "{prompt:?}");
        let read = bob.read_resource("shop://cart").await.unwrap();
        assert!(format!("{read:?}").contains("cart of bob"), "{read:?}");
        let read = bob.read_resource("shop://orders/7").await.unwrap();
        assert!(format!("{read:?}").contains("order 7 of bob"), "{read:?}");
    }
}

#[tokio::test]
async fn who_has_no_key_is_refused_before_the_handler() {
    let url = serve(server!().tool::<whoami>().prompt::<greeting>()).await;
    for version in VERSIONS {
        let nobody = connect(&url, "stolen", client(), version).await;
        let refused = nobody.call_tool("whoami", json!({})).await.unwrap();
        assert_eq!((refused.is_error, refused.text().as_str()), (Some(true), "give an API key"));
        let refused = nobody.get_prompt("greeting", ()).await.unwrap_err();
        assert!(refused.to_string().contains("give an API key"), "{refused}");
    }
}

#[tokio::test]
async fn nobody_is_taken_for_somebody_else() {
    let one = Barrier::new(2);
    let two = Arc::new(Barrier::new(2));
    let server = server!().tool::<later>().tool::<spawned>().state(one).state(two);
    let url = serve(server).await;
    for version in VERSIONS {
        let (alice, bob) = both(version, &url).await;
        // Each waits for the other, so both run at the same time.
        let (of_alice, of_bob) = tokio::join!(text(&alice, "later"), text(&bob, "later"));
        assert_eq!((of_alice.as_str(), of_bob.as_str()), ("alice alice", "bob bob"));
        let (of_alice, of_bob) = tokio::join!(text(&alice, "spawned"), text(&bob, "spawned"));
        assert_eq!(of_alice, "Some(\"alice\") Some(\"paid\")");
        assert_eq!(of_bob, "Some(\"bob\") Some(\"trial\")");
    }
}

#[tokio::test]
async fn the_rounds_of_a_call_are_one_callers() {
    for server in
        [server!().tool::<pay>(), server!().tool::<pay>().limits(Limits::new().without_parking())]
    {
        let url = serve(server).await;
        for version in &VERSIONS[1..] {
            let (alice, bob) = both(*version, &url).await;
            let (of_alice, of_bob) = tokio::join!(text(&alice, "pay"), text(&bob, "pay"));
            assert_eq!(of_alice, ["alice"; 6].join(" "), "{version}");
            assert_eq!(of_bob, ["bob"; 6].join(" "), "{version}");
        }
    }
}

struct Slow;

impl FromContext for Slow {
    async fn from_context(_: &Context) -> Result<Self> {
        tokio::time::sleep(Duration::from_secs(20)).await;
        Ok(Self)
    }
}

/// Takes as long as it took to look somebody up.
#[tool(timeout = "30s")]
async fn slow(_user: Slow) -> &'static str {
    tokio::time::sleep(Duration::from_secs(20)).await;
    "done"
}

#[tokio::test(start_paused = true)]
async fn who_is_looked_up_takes_from_the_time_of_the_call() {
    for version in [ProtocolVersion::LATEST_LEGACY, ProtocolVersion::LATEST] {
        let client = testing::connect_as(server!().tool::<slow>(), version).await.unwrap();
        let late = client.call_tool("slow", ()).await.unwrap();
        assert_eq!(late.text(), "tool `slow` took longer than 30s");
    }
}
