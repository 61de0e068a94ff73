//! What happens at a URL: asked for, required, and completed.

use mcp_runtime::Limits;
use mcp_test_support::asking::asking;
use mcp_test_support::http::{Client, called};

use super::*;

/// The only revision that tells of completions, and has an error for what is required.
const TELLING: &str = "2025-11-25";

const COMPLETE: &str = "notifications/elicitation/complete";

fn agree(_: &str, params: &Value) -> Value {
    assert_eq!(params["mode"], "url");
    json!({ "action": "accept" })
}

fn never(method: &str, _: &Value) -> Value {
    panic!("{method} is not to be asked")
}

/// Connects an account, and gives the id of what happens at the site.
async fn connect(person: &mut Person) -> String {
    let done = person.call("connect", json!({}), agree).await;
    let id = text(&done).strip_prefix("Accepted(()) ").unwrap_or_else(|| panic!("{done}"));
    let (_, asked) = person.asked.last().unwrap();
    assert_eq!(asked["url"], format!("https://example.com/connect?id={id}"));
    assert_eq!(id.len(), 32);
    id.to_owned()
}

#[tokio::test]
async fn the_client_that_was_asked_is_told_once_of_the_end() {
    let mut person = Person::connect(Place::Stdio(ASKING, &[]), TELLING).await;
    let id = connect(&mut person).await;
    assert_eq!(person.asked[0].1["elicitationId"], id.as_str());
    let other = connect(&mut person).await;
    assert_ne!(id, other);
    for known in [&id, &id, &"nobody's".to_owned()] {
        person.call("connected", json!({ "id": known }), never).await;
    }
    person.call("done", json!({}), never).await;
    let told: Vec<_> = person.heard.iter().filter(|heard| heard["method"] == COMPLETE).collect();
    let [told] = told[..] else { panic!("{told:?}") };
    assert_eq!(told["params"], json!({ "elicitationId": id }));
}

#[tokio::test]
async fn the_end_is_told_on_the_stream_of_the_session_that_was_asked() {
    let (client, _process) = Client::spawn(ASKING, &[]).await;
    let session = client.initialize_with(TELLING, &able()).await;
    let foreign = client.initialize_with(TELLING, &able()).await;
    let mut streams = [session.listen().await, foreign.listen().await];
    let mut call = session.start(7, "tools/call", called("connect", json!({}))).await;
    let asked = call.message().await.unwrap();
    let answer = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": { "action": "accept" } });
    assert_eq!(client.send(session.post(answer)).await.status, 202);
    call.answer().await;
    let id = &asked["params"]["elicitationId"];
    // Another session may know the id, but is not the one that was asked.
    foreign.request("tools/call", called("connected", json!({ "id": id }))).await;
    let told = streams[0].message().await.unwrap();
    assert_eq!((&told["method"], &told["params"]["elicitationId"]), (&json!(COMPLETE), id));
    for session in [&session, &foreign] {
        assert_eq!(client.send(session.delete()).await.status, 204);
    }
    let [mine, others] = &mut streams;
    assert!(mine.message().await.is_none() && others.message().await.is_none());
}

#[tokio::test]
async fn what_is_required_ends_a_call_with_an_error_where_there_is_one() {
    for place in [Place::Stdio, Place::Http] {
        let mut person = Person::connect(place(ASKING, &[]), TELLING).await;
        let error = person.call("files", json!({}), never).await["error"].take();
        assert_eq!(error["code"], -32042, "{error}");
        let [required] = &error["data"]["elicitations"].as_array().unwrap()[..] else {
            panic!("{error}")
        };
        let mode = &required["mode"];
        let message = &required["message"];
        let url = &required["url"];
        assert_eq!((mode, message), (&json!("url"), &json!("Connect first")));
        assert_eq!(url, "https://example.com/connect");
        let id = required["elicitationId"].as_str().unwrap();
        person.call("connected", json!({ "id": id }), never).await;
        assert_eq!(text(&person.call("files", json!({}), never).await), "a.txt");
    }
}

#[tokio::test]
async fn what_is_required_cannot_be_swallowed_and_is_told_together() {
    let mut person = Person::connect(asking(), TELLING).await;
    let error = person.call("careless", json!({}), never).await["error"].take();
    assert_eq!(error["code"], -32042, "{error}");
    let required = error["data"]["elicitations"].as_array().unwrap();
    let urls: Vec<_> = required.iter().map(|required| &required["url"]).collect();
    assert_eq!(urls, ["https://example.com/1", "https://example.com/2"]);
}

#[tokio::test]
async fn later_what_is_required_is_a_question_and_nobody_is_told_of_its_end() {
    for server in [asking(), asking().limits(Limits::new().without_parking())] {
        let mut person = Person::connect(server, MODERN).await;
        assert_eq!(text(&person.call("files", json!({}), agree).await), "not connected yet");
        let declined = person.call("files", json!({}), |_, _| json!({ "action": "decline" })).await;
        let why = "the user did not agree to open the required page";
        assert_eq!((text(&declined), &declined["result"]["isError"]), (why, &json!(true)));
        assert_eq!(text(&person.call("careless", json!({}), agree).await), "true true");
        let id = connect(&mut person).await;
        assert_eq!(person.asked.last().unwrap().1.get("elicitationId"), None);
        person.call("connected", json!({ "id": id }), never).await;
        assert_eq!(text(&person.call("files", json!({}), never).await), "a.txt");
        assert!(person.heard.iter().all(|heard| heard.get("method").is_none()));
    }
}
