//! A turn of a model: all its calls, and the answers for it.

use mcp_runtime_host::{Permissions, Provider};
use mcp_runtime_testing::json;

use crate::Roof;

#[tokio::test(flavor = "multi_thread")]
async fn every_call_of_a_turn_is_answered_in_its_place() {
    let denied = |builder: mcp_runtime_host::ClientsBuilder| {
        builder.permissions(Permissions::new().ask("faulty/half"))
    };
    let roof = Roof::start_with("turn", "", denied).await;
    let format = roof.clients.tools().format(Provider::OpenAi);
    let call = |id: &str, name: &str, arguments: &str| json!({ "id": id, "type": "function", "function": { "name": name, "arguments": arguments } });
    let calls = [
        call("1", "faulty__die", "{}"),
        call("2", "one__echo", ""),
        call("3", "faulty__die-once", "{}"),
        call("4", "faulty__half", "{}"),
        call("5", "fualty__echo", "{}"),
        call("6", "two__echo", "[1]"),
        call("7", "two__echo", "{}"),
    ];
    let answers = roof.clients.run(&format, &calls).await;
    let results = format.results(&answers);
    let texts: Vec<(&str, &str)> = results
        .iter()
        .map(|result| {
            (result["tool_call_id"].as_str().unwrap(), result["content"].as_str().unwrap())
        })
        .collect();
    let expected = [
        ("1", "Error: The connection was lost while `die` ran. The call may have taken effect"),
        ("2", "echo"),
        ("3", "die-once"),
        ("4", "Error: The user did not allow this call."),
        ("5", "Error: there is no tool fualty__echo; did you mean faulty__echo?"),
        ("6", "Error: the arguments are not a JSON object"),
        ("7", "echo"),
    ];
    assert_eq!(texts.len(), expected.len());
    for ((id, text), (expected_id, start)) in texts.iter().zip(expected) {
        assert!(*id == expected_id && text.starts_with(start), "{id}: {text}");
    }
    assert_eq!((roof.ran("die"), roof.ran("half")), (1, 0));
    roof.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_calls_of_one_server_are_made_in_the_order_of_the_model() {
    let roof = Roof::start("ordered", "").await;
    let format = roof.clients.tools().format(Provider::Anthropic);
    let calls: Vec<_> = (0..50)
        .map(|at| {
            let name = if at % 3 == 0 { "faulty__changing" } else { "faulty__echo" };
            json!({ "type": "tool_use", "id": at.to_string(), "name": name, "input": {} })
        })
        .collect();
    let answers = roof.clients.run(&format, &calls).await;
    let ids: Vec<String> = answers.iter().filter_map(|answer| answer.id.clone()).collect();
    assert_eq!(ids, (0..50).map(|at| at.to_string()).collect::<Vec<_>>());
    let ran = std::fs::read_to_string(roof.folder.join("faulty/calls")).unwrap();
    for (at, name) in ran.lines().enumerate() {
        assert_eq!(name, if at % 3 == 0 { "changing" } else { "echo" });
    }
    roof.end().await;
}
