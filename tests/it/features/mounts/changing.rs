//! Mounted servers that change while they run.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_runtime::protocol::Resource;
use mcp_runtime::store::RateLimit;
use mcp_runtime::{Changes, Context, Limits, Result, Server, State, server};
use mcp_runtime_client::Change;
use mcp_runtime_testing as testing;
use tokio::time::timeout;

use super::{City, uri_of, weather};

#[tokio::test]
async fn lists_of_a_mounted_server_change_while_it_runs() -> Result<()> {
    let started = Arc::<Mutex<Vec<Server>>>::default();
    let starting = |city: &'static str| {
        let started = Arc::clone(&started);
        let changes = Changes::new().tools().prompts().resources();
        weather(city)
            .limits(Limits::new().tool_rate("new", RateLimit::per(1, Duration::from_secs(3600))))
            .changes(changes.on_start(move |server| started.lock().unwrap().push(server.clone())))
    };
    let eu = server!().mount("rome", starting("Rome")).mount("oslo", starting("Oslo"));
    let shown = Arc::new(AtomicUsize::new(0));
    let showing = Arc::clone(&shown);
    let outer = server!().mount("eu", eu).changes(Changes::new().on_start(move |server| {
        showing.store(server.offers().tools().len(), Ordering::Relaxed);
    }));
    let client = testing::connect(outer).await?;
    assert_eq!(shown.load(Ordering::Relaxed), 6);
    let [rome, oslo] = &started.lock().unwrap().clone()[..] else { panic!("both have started") };
    let mut changes = client.listen([Change::Tools, Change::Prompts, Change::Resources]).await?;
    for server in [rome, oslo] {
        assert_eq!(server.offers().tools().len(), 3);
        server.add_tool("new", "Is new.", async |city: State<City>| city.0)?;
    }
    rome.add_prompt("story", "Tells a story.", async || "Once upon a time.")?;
    rome.add_resource(Resource::new("maps://new", "new"), async |context: Context| {
        context.uri().unwrap_or("nothing").to_owned()
    })?;
    let mut told = BTreeSet::new();
    while told.len() < 3 {
        let change = timeout(Duration::from_secs(60), changes.next()).await;
        told.insert(format!("{:?}", change.unwrap().unwrap()));
    }
    for (prefix, city) in [("rome", "Rome"), ("oslo", "Oslo")] {
        assert_eq!(client.call_tool(&format!("eu_{prefix}_new"), ()).await?.text(), city);
    }
    let refused = client.call_tool("eu_rome_new", ()).await?.text();
    assert!(refused.contains("Too many calls to `eu_rome_new`: 1 in 1h"), "{refused}");
    assert_eq!(client.get_prompt("eu_rome_story", ()).await?.text(), "Once upon a time.");
    let read = client.read_resource("maps://eu/rome/new").await?;
    assert_eq!(
        (read.text(), uri_of(&read.contents[0])),
        ("maps://new".to_owned(), "maps://eu/rome/new")
    );
    rome.remove_tool("new")?;
    rome.remove_tool("links")?;
    let names: Vec<_> = client.list_tools().await?.into_iter().map(|tool| tool.name).collect();
    let kept = [
        "rome_forecast",
        "rome_careful",
        "oslo_forecast",
        "oslo_links",
        "oslo_careful",
        "oslo_new",
    ];
    assert_eq!(names, kept.map(|name| format!("eu_{name}")));
    Ok(())
}

#[tokio::test]
async fn a_name_that_is_too_long_with_its_prefix_is_not_offered() -> Result<()> {
    let started = Arc::<Mutex<Option<Server>>>::default();
    let starting = Arc::clone(&started);
    let inner = server!().changes(Changes::new().tools().on_start(move |server| {
        *starting.lock().unwrap() = Some(server.clone());
    }));
    let client = testing::connect(server!().mount("inner", inner)).await?;
    let inner = started.lock().unwrap().clone().unwrap();
    for length in [58, 59] {
        inner.add_tool(&"x".repeat(length), "Is long.", async || "x")?;
    }
    let names: Vec<_> = client.list_tools().await?.into_iter().map(|tool| tool.name).collect();
    assert_eq!(names, [format!("inner_{}", "x".repeat(58))]);
    Ok(())
}

#[tokio::test]
async fn a_mounted_server_watches_its_own_resources() -> Result<()> {
    let watched = Arc::<Mutex<Vec<String>>>::default();
    let watching = |who: &'static str| {
        let watched = Arc::clone(&watched);
        move |_, uri| {
            watched.lock().unwrap().push(format!("{who} {uri}"));
            async { Ok(()) }
        }
    };
    let inner = weather("Rome").on_subscribe(watching("inner"));
    let outer = server!()
        .mount("rome", inner)
        .mount("oslo", weather("Oslo"))
        .on_subscribe(watching("outer"));
    let client = testing::connect(outer).await?;
    let _one = client.subscribe("maps://rome/today").await?;
    let _other = client.subscribe("maps://oslo/today").await?;
    assert_eq!(*watched.lock().unwrap(), ["inner maps://today", "outer maps://oslo/today"]);
    Ok(())
}
