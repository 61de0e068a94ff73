//! What a caller may not use, it does not see.

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::{
    Changes, Context, Feature, Limits, ServerBuilder, json, prompt, resource, server, tool,
};
use mcp_runtime_client::{Change, Client};
use mcp_runtime_testing as testing;
use serde_json::Value;

use super::{VERSIONS, authenticate, client, connect, serve};
use crate::authenticated::mount;

fn is_alice(context: &Context) -> bool {
    context.caller().principal() == Some("alice")
}

/// For everybody.
#[tool]
fn greet() {}

/// For alice.
#[tool(visible = is_alice)]
fn grant() {}

/// For everybody, by its name.
#[tool]
fn last() {}

/// For nobody.
#[tool(visible = |_| panic!("not decided"))]
fn broken() {}

/// For everybody.
#[prompt]
fn summary() -> &'static str {
    "Sum it up."
}

/// For alice.
#[prompt(visible = is_alice)]
fn audit(#[arg(complete = complete_year)] year: String) -> String {
    year
}

fn complete_year(_: &str) -> Vec<String> {
    vec!["2026".to_owned()]
}

/// For alice.
#[resource("shop://keys", visible = is_alice)]
fn keys() -> &'static str {
    "secret"
}

/// For alice.
#[resource("shop://accounts/{name}", visible = is_alice)]
fn account(name: String) -> String {
    name
}

/// For everybody, and less specific than what is for alice.
#[resource("shop://{+path}")]
fn other(path: String) -> String {
    format!("nothing at {path}")
}

fn shop() -> ServerBuilder {
    let server = server!()
        .tool::<greet>()
        .tool::<grant>()
        .tool::<broken>()
        .tool::<last>()
        .prompt::<summary>()
        .prompt::<audit>();
    server
        .resource::<keys>()
        .resource::<account>()
        .resource::<other>()
        .changes(Changes::new().resource_updates())
}

#[tokio::test]
async fn of_several_rules_all_have_to_admit_a_feature() {
    let server = server!()
        .tool::<greet>()
        .tool::<last>()
        .tool::<broken>()
        .visible(|_, feature| feature.key() != "greet")
        .visible(|_, feature| feature.key() != "nothing")
        .build()
        .unwrap();
    let client = Client::builder("test", "1").connect(server).await.unwrap();
    let tools = client.list_tools().await.unwrap();
    assert_eq!(tools.iter().map(|tool| &*tool.name).collect::<Vec<_>>(), ["last"]);
}

/// The names of everything that is listed.
async fn listed(client: &Client) -> String {
    let tools = client.list_tools().await.unwrap().into_iter().map(|tool| tool.name);
    let prompts = client.list_prompts().await.unwrap().into_iter().map(|prompt| prompt.name);
    let resources = client.list_resources().await.unwrap().into_iter().map(|one| one.uri);
    let templates = client
        .list_resource_templates()
        .await
        .unwrap()
        .into_iter()
        .map(|template| template.uri_template);
    let all = tools.chain(prompts).chain(resources).chain(templates);
    all.collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn everybody_sees_what_is_for_them() {
    for page_size in [usize::MAX, 1, 2] {
        let url = serve(shop().limits(Limits::new().page_size(page_size))).await;
        for version in VERSIONS {
            let alice = connect(&url, "key-of-alice", client(), version).await;
            let bob = connect(&url, "key-of-bob", client(), version).await;
            assert_eq!(
                listed(&alice).await,
                "greet grant last summary audit shop://keys shop://accounts/{name} shop://{+path}"
            );
            assert_eq!(listed(&bob).await, "greet last summary shop://{+path}");
        }
    }
}

/// The error of a request, without the name that it is about.
async fn error(client: &Client, method: &'static str, params: Value, name: &str) -> String {
    let error = client.request(method, params).await.unwrap_err();
    error.to_string().replace(name, "NAME")
}

#[tokio::test]
async fn what_is_not_seen_is_as_what_does_not_exist() {
    let url = serve(shop()).await;
    for version in VERSIONS {
        let alice = connect(&url, "key-of-alice", client(), version).await;
        let bob = connect(&url, "key-of-bob", client(), version).await;
        alice.call_tool("grant", json!({})).await.unwrap();
        alice.get_prompt("audit", json!({ "year": "2026" })).await.unwrap();
        let complete = |prompt: &str| {
            json!({
                "ref": { "type": "ref/prompt", "name": prompt },
                "argument": { "name": "year", "value": "" }
            })
        };
        let completed = alice.request("completion/complete", complete("audit")).await.unwrap();
        assert_eq!(completed["completion"]["values"], json!(["2026"]));
        for (method, hidden, missing) in [
            ("tools/call", json!({ "name": "grant" }), json!({ "name": "absent" })),
            ("tools/call", json!({ "name": "broken" }), json!({ "name": "absent" })),
            ("prompts/get", json!({ "name": "audit" }), json!({ "name": "absent" })),
            ("completion/complete", complete("audit"), complete("absent")),
        ] {
            let name = |params: &Value| {
                let name = params["name"].as_str().or(params["ref"]["name"].as_str());
                name.unwrap().to_owned()
            };
            let hidden_name = name(&hidden);
            let missing_name = name(&missing);
            let of_hidden = error(&bob, method, hidden, &hidden_name).await;
            assert_eq!(of_hidden, error(&bob, method, missing, &missing_name).await, "{method}");
            assert!(!of_hidden.contains("did you mean"), "{of_hidden}");
        }
        let read = bob.read_resource("shop://keys").await.unwrap();
        assert!(format!("{read:?}").contains("nothing at keys"), "{read:?}");
        let read = bob.read_resource("shop://accounts/bob").await.unwrap();
        assert!(format!("{read:?}").contains("nothing at accounts/bob"), "{read:?}");
    }
}

/// For alice.
#[resource("shop://only", visible = is_alice)]
fn only() -> &'static str {
    "secret"
}

#[tokio::test]
async fn nobody_subscribes_to_what_it_does_not_see() {
    let url = serve(server!().resource::<only>().changes(Changes::new().resource_updates())).await;
    for version in VERSIONS {
        let alice = connect(&url, "key-of-alice", client(), version).await;
        let bob = connect(&url, "key-of-bob", client(), version).await;
        assert!(alice.subscribe("shop://only").await.is_ok(), "{version}");
        assert!(bob.subscribe("shop://only").await.is_err(), "{version}");
        assert!(bob.read_resource("shop://only").await.is_err(), "{version}");
    }
}

/// What one keeps: only they may read it.
#[resource("shop://carts/{owner}")]
fn cart(owner: String, context: Context) -> Option<String> {
    (context.caller().principal() == Some(&*owner)).then(|| format!("the cart of {owner}"))
}

#[tokio::test]
async fn nobody_subscribes_to_what_its_handler_does_not_let_them_read() {
    let server =
        server!().resource::<cart>().changes(Changes::new().resource_updates()).build().unwrap();
    let address = mount(server.clone().into_http(), authenticate).await.0;
    let url = format!("http://{address}/mcp");
    for version in VERSIONS {
        let alice = connect(&url, "key-of-alice", client(), version).await;
        let bob = connect(&url, "key-of-bob", client(), version).await;
        let mut of_alice = alice.subscribe("shop://carts/alice").await.unwrap();
        let refused = bob.subscribe("shop://carts/alice").await.unwrap_err();
        let unread = bob.read_resource("shop://carts/alice").await.unwrap_err();
        if !version.is_modern() {
            assert_eq!(refused.to_string(), unread.to_string(), "{version}");
        }
        let mut of_bob = bob.subscribe("shop://carts/bob").await.unwrap();
        server.resource_updated("shop://carts/alice");
        server.resource_updated("shop://carts/bob");
        let own = |name| Some(Change::Resource(format!("shop://carts/{name}")));
        assert_eq!(of_alice.next().await, own("alice"), "{version}");
        assert_eq!(of_bob.next().await, own("bob"), "{version}");
    }
}

#[tokio::test]
async fn a_server_has_one_predicate_for_all_of_it() {
    let server =
        server!().tool::<greet>().tool::<last>().prompt::<summary>().visible(|context, feature| {
            match feature {
                Feature::Tool(tool) => tool.name != "last" || is_alice(context),
                _ => is_alice(context),
            }
        });
    let url = serve(server).await;
    for version in VERSIONS {
        let alice = connect(&url, "key-of-alice", client(), version).await;
        let bob = connect(&url, "key-of-bob", client(), version).await;
        assert_eq!(listed(&alice).await, "greet last summary");
        assert_eq!(listed(&bob).await, "greet");
        assert!(bob.call_tool("last", json!({})).await.is_err());
    }
}

#[tokio::test]
async fn lists_of_ones_own_are_cached_by_nobody_else() {
    for (server, scope) in [(shop(), "private"), (server!().tool::<greet>(), "public")] {
        let client = testing::connect_as(server, ProtocolVersion::LATEST).await.unwrap();
        let list = client.request("tools/list", json!({})).await.unwrap();
        assert_eq!(list["cacheScope"], scope);
    }
}
