//! Servers that are mounted in others.

mod changing;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_runtime::middleware::{Request, RequestService, from_fn};
use mcp_runtime::observe::Telemetry;
use mcp_runtime::protocol::{
    CacheScope, Completion, CompletionReference, ContentBlock, PromptMessage, ProtocolVersion,
    Resource, ResourceContents, ResourceLink, Role,
};
use mcp_runtime::store::{Memory, RateLimit};
use mcp_runtime::{
    Accepted, Changes, CompletionRequest, Context, Elicit, Error, Feature, HttpOptions, Limits,
    NotFound, Result, ServerBuilder, State, Tasks, handlers, prompt, resource, server, tool,
};
use mcp_runtime_client::Change;
use mcp_runtime_testing::{self as testing, json};

/// What a mounted server keeps to itself.
#[derive(Clone)]
struct City(&'static str);

/// Tells of the weather.
#[tool(read_only)]
fn forecast(day: u8, city: State<City>) -> String {
    format!("day {day} in {}: sun", city.0)
}

/// Names what there is to read.
#[tool(read_only)]
async fn links(context: Context) -> Vec<ContentBlock> {
    context.progress().report(1).await;
    let link = |uri| ContentBlock::ResourceLink(Box::new(ResourceLink::new(uri, "link")));
    let embedded = ContentBlock::resource(ResourceContents::text("maps://today", "a map"));
    vec![link("maps://days/2"), link("maps://elsewhere"), link("https://example.com/2"), embedded]
}

/// A map of today.
#[resource("maps://today", mime = "text/plain")]
fn today(context: &Context) -> String {
    format!("read as {}", context.uri().unwrap_or("nothing"))
}

/// A map of a day.
#[resource("maps://days/{day}", list = days)]
fn map(#[arg(complete = completed_days)] day: u8, context: &Context) -> Result<String, NotFound> {
    if day > 9 { Err(NotFound) } else { Ok(format!("{day}: {}", context.uri().unwrap())) }
}

fn days(context: &Context) -> Vec<Resource> {
    assert_eq!(context.server().info().name, "mcp-tests");
    vec![Resource::new("maps://days/1", "the first"), Resource::new("maps://days/2", "secret")]
}

fn completed_days(asked: &CompletionRequest) -> Vec<String> {
    let CompletionReference::ResourceTemplate(template) = &asked.params().reference else {
        panic!("{:?}", asked.params())
    };
    vec![template.uri.clone()]
}

/// Asks for the weather.
#[prompt]
fn ask(day: String, city: State<City>) -> Vec<PromptMessage> {
    let map = ContentBlock::resource(ResourceContents::text("maps://today", day));
    vec![PromptMessage::user(city.0), PromptMessage::new(Role::User, map)]
}

#[derive(Elicit)]
struct Sure {
    sure: bool,
}

/// Asks before it does anything.
#[tool]
async fn careful(context: Context, city: State<City>) -> Result<String> {
    let answer = context.elicit().form::<Sure>("Sure?").await?;
    Ok(format!("{} {}", city.0, matches!(answer, Accepted(Sure { sure: true }))))
}

/// A server that can be served alone, or mounted.
fn weather(city: &'static str) -> ServerBuilder {
    server!()
        .state(City(city))
        .instructions("Days are numbers.")
        .tools::<(forecast, links, careful)>()
        .prompt::<ask>()
        .resources::<(today, map)>()
}

fn mistakes(server: ServerBuilder) -> Vec<String> {
    let error = server.build().expect_err("the server cannot be built").to_string();
    error.lines().skip(1).map(str::to_owned).collect()
}

fn two_cities() -> ServerBuilder {
    server!()
        .instructions("Of two cities.")
        .mount("rome", weather("Rome"))
        .mount("Oslo", weather("Oslo"))
}

#[tokio::test]
async fn a_mounted_server_answers_as_alone_under_its_prefix() -> Result<()> {
    testing::everywhere(two_cities)
        .run(async |client| {
            let tools = client.list_tools().await?;
            let names: Vec<&str> = tools.iter().map(|tool| &*tool.name).collect();
            let all = ["forecast", "links", "careful"];
            let expected = ["rome", "Oslo"].map(|city| all.map(|name| format!("{city}_{name}")));
            assert_eq!(names, expected.as_flattened());
            for (prefix, city) in [("rome", "Rome"), ("Oslo", "Oslo")] {
                let name = format!("{prefix}_forecast");
                let said = client.call_tool(&name, json!({ "day": 3 })).await?.text();
                assert_eq!(said, format!("day 3 in {city}: sun"));
                let wrong = client.call_tool(&name, json!({ "day": "x" })).await?.text();
                assert!(
                    wrong.starts_with(&format!("Invalid arguments for tool `{name}`")),
                    "{wrong}"
                );
                let prompt =
                    client.get_prompt(&format!("{prefix}_ask"), json!({ "day": "1" })).await?;
                assert_eq!(prompt.text(), city);
            }
            let instructions = client.instructions().unwrap_or_default().to_owned();
            let part = |prefix| format!("## {prefix}\n\nDays are numbers.");
            assert_eq!(
                instructions,
                format!("Of two cities.\n\n{}\n\n{}", part("rome"), part("Oslo"))
            );
            let unknown = client.call_tool("forecast", json!({ "day": 3 })).await.unwrap_err();
            assert!(unknown.to_string().contains("forecast"), "{unknown}");
            Ok(())
        })
        .await
}

#[tokio::test]
async fn resources_are_read_under_their_prefix_and_their_handlers_see_none() -> Result<()> {
    testing::everywhere(two_cities)
        .run(async |client| {
            let listed = client.list_resources().await?;
            let uris: Vec<&str> = listed.iter().map(|resource| &*resource.uri).collect();
            let of =
                |city| ["today", "days/1", "days/2"].map(|path| format!("maps://{city}/{path}"));
            for uri in [of("rome"), of("oslo")].as_flattened() {
                assert!(uris.contains(&uri.as_str()), "{uri}: {uris:?}");
            }
            let templates = client.list_resource_templates().await?;
            assert_eq!(templates[1].uri_template, "maps://oslo/days/{day}");
            let read = client.read_resource("maps://rome/today").await?;
            assert_eq!(read.text(), "read as maps://today");
            assert_eq!(uri_of(&read.contents[0]), "maps://rome/today");
            let read = client.read_resource("maps://oslo/days/7").await?;
            assert_eq!(read.text(), "7: maps://days/7");
            assert_eq!(uri_of(&read.contents[0]), "maps://oslo/days/7");
            let missing = client.read_resource("maps://oslo/days/12").await.unwrap_err();
            assert_eq!(missing.rpc().unwrap().data.as_ref().unwrap()["uri"], "maps://oslo/days/12");
            assert!(client.read_resource("maps://today").await.is_err());
            Ok(())
        })
        .await
}

fn uri_of(contents: &ResourceContents) -> &str {
    match contents {
        ResourceContents::Text(text) => &text.uri,
        ResourceContents::Blob(blob) => &blob.uri,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn links_lead_to_what_clients_can_read_and_others_stay() -> Result<()> {
    testing::everywhere(two_cities)
        .run(async |client| {
            let result = client.call_tool("rome_links", ()).await?;
            let mut uris = Vec::new();
            for block in &result.content {
                uris.push(match block {
                    ContentBlock::ResourceLink(link) => link.uri.clone(),
                    ContentBlock::Resource(embedded) => uri_of(&embedded.resource).to_owned(),
                    // Clients of the oldest revisions get a text in place of a link.
                    ContentBlock::Text(text) => text.text.clone(),
                    other => panic!("{other:?}"),
                });
            }
            let expected = [
                "maps://rome/days/2",
                "maps://elsewhere",
                "https://example.com/2",
                "maps://rome/today",
            ];
            assert_eq!(uris.len(), expected.len());
            for (uri, expected) in uris.iter().zip(expected) {
                assert!(uri.contains(expected), "{uri}");
            }
            let prompt = client.get_prompt("Oslo_ask", json!({ "day": "1" })).await?;
            let ContentBlock::Resource(embedded) = &prompt.messages[1].content else {
                panic!("{prompt:?}")
            };
            assert_eq!(uri_of(&embedded.resource), "maps://oslo/today");
            Ok(())
        })
        .await
}

#[tokio::test]
async fn questions_and_their_answers_reach_a_mounted_tool() -> Result<()> {
    testing::everywhere(two_cities)
        .answers([("Sure", json!({ "sure": true }))])
        .run(async |client| {
            assert_eq!(client.call_tool("rome_careful", ()).await?.text(), "Rome true");
            Ok(())
        })
        .await
}

#[tokio::test]
async fn completions_run_in_the_mounted_server() -> Result<()> {
    let inner = weather("Rome").on_complete(|asked| async move {
        let CompletionReference::Prompt(prompt) = &asked.params().reference else {
            return Err(Error::other("expected a prompt"));
        };
        let names = asked.context().server().offers().tools().len();
        Ok(Completion::new(vec![format!("{} {names}", prompt.name)]))
    });
    let client = testing::connect(server!().mount("rome", inner)).await?;
    let template = CompletionReference::resource_template("maps://rome/days/{day}");
    let days = client.complete(template, "day", "").await?;
    assert_eq!(days.values, ["maps://days/{day}"]);
    let of_prompt = client.complete(CompletionReference::prompt("rome_ask"), "day", "").await?;
    assert_eq!(of_prompt.values, ["ask 3"]);
    Ok(())
}

/// What layers have seen, in order.
type Seen = Arc<Mutex<Vec<String>>>;

fn noting(seen: &Seen, who: &'static str) -> impl Fn(ServerBuilder) -> ServerBuilder + use<> {
    let seen = Arc::clone(seen);
    move |server| {
        let seen = Arc::clone(&seen);
        server.layer(from_fn(move |request: Request, next: RequestService| {
            let seen = Arc::clone(&seen);
            async move {
                let params = request.params.clone().unwrap_or_default();
                seen.lock().unwrap().push(format!("{who} {} {params}", request.method));
                next.run(request).await
            }
        }))
    }
}

#[tokio::test]
async fn layers_run_from_the_outside_in_and_see_the_names_of_their_server() -> Result<()> {
    let seen = Seen::default();
    let inner = noting(&seen, "inner")(weather("Rome"));
    let middle = noting(&seen, "middle")(server!().mount("rome", inner));
    let outer = noting(&seen, "outer")(server!().mount("eu", middle));
    let client = testing::connect(outer).answers([("Sure", json!({ "sure": true }))]).await?;
    let of_client = |seen: &Seen| {
        let mut seen = seen.lock().unwrap();
        let calls = seen.drain(..).filter(|line| !line.contains("discover"));
        calls.collect::<Vec<_>>()
    };
    of_client(&seen);
    assert_eq!(
        client.call_tool("eu_rome_forecast", json!({ "day": 3 })).await?.text(),
        "day 3 in Rome: sun"
    );
    let lines = of_client(&seen);
    for (line, (who, name)) in lines.iter().zip([
        ("outer", "eu_rome_forecast"),
        ("middle", "rome_forecast"),
        ("inner", "forecast"),
    ]) {
        assert!(line.starts_with(&format!("{who} tools/call ")), "{line}");
        assert!(line.contains(&format!("\"name\":\"{name}\"")), "{line}");
        assert!(line.contains("\"arguments\":{\"day\":3}"), "{line}");
    }
    assert_eq!(lines.len(), 3);
    let read = client.read_resource("maps://eu/rome/days/4").await?;
    assert_eq!(read.text(), "4: maps://days/4");
    assert_eq!(uri_of(&read.contents[0]), "maps://eu/rome/days/4");
    let lines = of_client(&seen);
    assert!(lines[1].contains("\"uri\":\"maps://rome/days/4\""), "{lines:?}");
    assert!(lines[2].contains("\"uri\":\"maps://days/4\""), "{lines:?}");
    assert_eq!(client.call_tool("eu_rome_careful", ()).await?.text(), "Rome true");
    Ok(())
}

#[tokio::test]
async fn what_a_rule_hides_does_not_exist_and_falls_through_to_nothing() -> Result<()> {
    let inner = weather("Rome").visible(|_, feature| match feature {
        Feature::Tool(tool) => tool.name != "forecast",
        Feature::Resource(resource) => resource.name != "secret",
        Feature::Prompt(prompt) => prompt.name != "ask",
        _ => true,
    });
    let outer = server!()
        .mount("rome", inner)
        .mount_flat(weather("Oslo"))
        .visible(|_, feature| feature.key() != "rome_links" && feature.key() != "forecast");
    let client = testing::connect(outer).await?;
    let names: Vec<_> = client.list_tools().await?.into_iter().map(|tool| tool.name).collect();
    assert_eq!(names, ["rome_careful", "links", "careful"]);
    for hidden in ["rome_forecast", "rome_links", "forecast"] {
        let error = client.call_tool(hidden, json!({ "day": 1 })).await.unwrap_err();
        assert!(error.to_string().contains("unknown tool"), "{hidden}: {error}");
    }
    let prompts: Vec<_> =
        client.list_prompts().await?.into_iter().map(|prompt| prompt.name).collect();
    assert_eq!(prompts, ["ask"]);
    let uris: Vec<_> = client.list_resources().await?.into_iter().map(|one| one.uri).collect();
    assert!(uris.contains(&"maps://rome/days/1".to_owned()), "{uris:?}");
    assert!(!uris.contains(&"maps://rome/days/2".to_owned()), "{uris:?}");
    assert!(uris.contains(&"maps://days/2".to_owned()), "{uris:?}");
    Ok(())
}

#[tokio::test]
async fn limits_of_the_mounted_server_count_its_tools_and_those_around_it_all() -> Result<()> {
    let hour = Duration::from_secs(3600);
    let limited = |city| {
        let limits = Limits::new().tool_rate("fore*", RateLimit::per(2, hour));
        weather(city).limits(limits)
    };
    let outer = server!()
        .mount("rome", limited("Rome"))
        .mount("oslo", limited("Oslo"))
        .limits(Limits::new().rate(RateLimit::per(5, hour)));
    let client = testing::connect(outer).await?;
    let call = async |name: &str| {
        client.call_tool(name, json!({ "day": 1 })).await.map(|result| result.text())
    };
    for name in ["rome_forecast", "rome_forecast", "oslo_forecast", "oslo_forecast"] {
        assert!(call(name).await?.contains("sun"), "{name}");
    }
    let refused = call("rome_forecast").await?;
    assert!(refused.starts_with("Too many calls to `rome_forecast`: 2 in 1h"), "{refused}");
    call("rome_links").await?;
    let refused = call("rome_links").await?;
    assert!(refused.starts_with("Too many calls to tools: 5 in 1h"), "{refused}");
    Ok(())
}

#[tokio::test]
async fn changes_of_a_mounted_resource_reach_who_subscribed_to_it() -> Result<()> {
    /// Changes the map.
    #[tool]
    fn change(context: &Context) {
        context.server().resource_updated("maps://today");
    }
    let inner = weather("Rome").tool::<change>().changes(Changes::new().resource_updates());
    let outer = server!().mount("eu", server!().mount("rome", inner));
    let client = testing::connect(outer).await?;
    let mut changes = client.subscribe("maps://eu/rome/today").await?;
    client.call_tool("eu_rome_change", ()).await?;
    let change = tokio::time::timeout(Duration::from_secs(30), changes.next()).await.unwrap();
    assert_eq!(change, Some(Change::Resource("maps://eu/rome/today".to_owned())));
    Ok(())
}

#[tokio::test]
async fn values_that_are_made_late_are_made_in_the_mounted_server_too() -> Result<()> {
    struct Late(u8);

    #[handlers]
    impl Late {
        /// What was made.
        #[tool]
        fn late(&self, city: State<City>) -> String {
            format!("{} {}", city.0, self.0)
        }
    }

    let inner =
        || server!().state_from(async || Ok(City("Rome"))).handlers_from(async || Ok(Late(7)));
    let outer = || server!().mount("a", server!().mount("b", inner()));
    let text = mistakes(outer());
    assert!(text[0].contains("`state_from`"), "{text:?}");
    let client = testing::connect(outer().open().await?).await?;
    assert_eq!(client.call_tool("a_b_late", ()).await?.text(), "Rome 7");
    Ok(())
}

#[test]
fn what_belongs_to_the_outermost_server_cannot_be_set_on_a_mounted_one() {
    type Set = fn(ServerBuilder) -> ServerBuilder;
    let cases: [(&str, Set); 9] = [
        ("versions", |server| server.versions([ProtocolVersion::LATEST])),
        ("cache_lists", |server| {
            server.changes(Changes::new().cache_lists(Duration::ZERO, CacheScope::Private))
        }),
        ("limits", |server| server.limits(Limits::new().page_size(2))),
        ("telemetry", |server| server.telemetry(Telemetry::new().on_span(|_, _| ()))),
        ("state_keys", |server| server.state_keys([[1; 32]])),
        ("tasks", |server| server.tasks(Tasks::new())),
        ("store", |server| server.store(Memory::new())),
        ("subcommands", |server| server.subcommands([])),
        ("http_options", |server| server.http_options(HttpOptions::new([], |http, _| Ok(http)))),
    ];
    for (setting, set) in cases {
        let text = mistakes(server!().mount("rome", set(weather("Rome"))));
        assert_eq!(text.len(), 1, "{text:?}");
        let expected = format!("the mounted server sets `{setting}`");
        assert!(
            text[0].contains("`mount(\"rome\", ..)` at ") && text[0].contains(&expected),
            "{text:?}"
        );
    }
}

#[test]
fn mistakes_name_both_places() {
    let twice = mistakes(server!().mount("rome", weather("Rome")).mount("rome", weather("Oslo")));
    let forecasts = twice.iter().find(|line| line.contains("`rome_forecast`")).unwrap();
    assert!(forecasts.contains("two tools are called `rome_forecast`"), "{forecasts}");
    assert_eq!(forecasts.matches("mounts/mod.rs").count(), 4, "{forecasts}");
    let flat = mistakes(weather("Rome").mount_flat(weather("Oslo")));
    assert!(flat[0].contains("`mount_flat(..)` at "), "{flat:?}");
    let long = mistakes(server!().mount("a".repeat(60), weather("Rome")));
    assert!(long[0].contains("_forecast`") && long[0].contains("1 to 64 characters"), "{long:?}");
    for prefix in ["", "a b", "ä", "a.b"] {
        let wrong = mistakes(server!().mount(prefix, server!()));
        assert!(wrong[0].contains("cannot be a prefix"), "{wrong:?}");
    }
    let missing = mistakes(server!().mount("rome", server!().tool::<forecast>()));
    assert!(missing[0].contains("tool `rome_forecast`: needs State<"), "{missing:?}");
    // The state of the outer server is not that of the mounted one.
    let outer = server!().state(City("Oslo")).mount("rome", server!().tool::<forecast>());
    assert_eq!(mistakes(outer), missing);
}
