//! Servers that offer thousands of features, which are added and removed while they run.

use std::time::{Duration, Instant};

use mcp_runtime::protocol::Resource;
use mcp_runtime::{Changes, NewTool, Result, Server, server};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::json;

fn new() -> Server {
    server!().changes(Changes::new().tools().prompts().resources()).build().unwrap()
}

fn add_tool(server: &Server, number: usize) {
    let tool = NewTool::new(format!("tool_{number}"), "Does nothing.");
    server.add_tool_with(tool, async || "done").unwrap();
}

fn add_prompt(server: &Server, number: usize) {
    server.add_prompt(&format!("prompt_{number}"), "Does nothing.", async || "done").unwrap();
}

fn add_resource(server: &Server, number: usize) {
    let resource = Resource::new(format!("test://{number}"), "done");
    server.add_resource(resource, async || "done").unwrap();
}

fn remove_tool(server: &Server, number: usize) {
    server.remove_tool(&format!("tool_{number}")).unwrap();
}

/// The time of this many changes.
fn time_of(server: &Server, count: usize, change: impl Fn(&Server, usize)) -> Duration {
    let begun = Instant::now();
    (0..count).for_each(|number| change(server, number));
    begun.elapsed()
}

/// Eight times as many may take eight times as long, and not sixty-four times.
#[test]
fn what_is_added_or_removed_one_by_one_costs_the_same_however_much_there_is() {
    type Change = fn(&Server, usize);
    let changes: [(&str, Option<Change>, Change); 4] = [
        ("tools", None, add_tool),
        ("prompts", None, add_prompt),
        ("resources", None, add_resource),
        ("tools that are removed", Some(add_tool), remove_tool),
    ];
    for (what, before, change) in changes {
        let time = |count| {
            let server = new();
            if let Some(before) = before {
                time_of(&server, count, before);
            }
            time_of(&server, count, change)
        };
        // What else runs can only make it longer.
        let grows = || time(8_000).as_secs_f64() / time(1_000).as_secs_f64();
        println!("{what}: 1,000 take {:?}, 8,000 {:?}", time(1_000), time(8_000));
        let factors: Vec<f64> =
            (0..5).map(|_| grows()).take_while(|factor| *factor >= 24.0).collect();
        assert!(
            factors.len() < 5,
            "{what}: 8,000 took so many times as long as 1,000: {factors:?}"
        );
    }
}

#[tokio::test]
async fn what_is_added_and_removed_between_calls_is_there_and_gone_at_once() -> Result<()> {
    let server = new();
    let client = testing::connect(server.clone()).await?;
    let names = async || {
        let tools = client.list_tools().await.unwrap();
        tools.into_iter().map(|tool| tool.name).collect::<Vec<_>>()
    };
    (0..5).for_each(|number| add_tool(&server, number));
    assert_eq!(names().await, ["tool_0", "tool_1", "tool_2", "tool_3", "tool_4"]);
    remove_tool(&server, 1);
    assert!(client.call_tool("tool_1", json!({})).await.is_err());
    assert_eq!(client.call_tool("tool_3", json!({})).await?.text(), "done");
    add_tool(&server, 1);
    assert_eq!(names().await, ["tool_0", "tool_2", "tool_3", "tool_4", "tool_1"]);
    // What fails changes nothing.
    let twice = NewTool::new("tool_2", "Does something else.");
    assert!(server.add_tool_with(twice, async || "else").is_err());
    assert!(server.remove_tool("tool_7").is_err());
    assert_eq!(client.call_tool("tool_2", json!({})).await?.text(), "done");
    assert_eq!(names().await.len(), 5);
    Ok(())
}
