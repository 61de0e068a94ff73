//! What a client's model may be asked, and in which shape.

use mcp_runtime::Context;
use mcp_runtime::protocol::{CreateMessageParams, DeprecatedFeature, IncludeContext};

use super::*;

/// Asks the model with these parameters.
#[tool]
async fn ask(params: Value, context: Context) -> Result<String> {
    let params: CreateMessageParams = serde_json::from_value(params).unwrap();
    Ok(context.sample().create(params).await?.text())
}

/// Asks the model, with the context of the server.
#[prompt]
async fn in_context(context: Context) -> Result<String> {
    let mut params = CreateMessageParams::from("Hello");
    params.include_context = Some(IncludeContext::ThisServer);
    Ok(context.sample().create(params).await?.text())
}

/// Asks for a form, if it can.
#[resource("test://form")]
async fn form(context: Context) -> Result<String> {
    Ok(format!("{:?}", context.elicit().form::<Confirm>("Well?").await?.accepted().is_some()))
}

fn server() -> ServerBuilder {
    server!().tool::<ask>().prompt::<in_context>().resource::<form>()
}

fn says(_: &str, _: &Value) -> Value {
    json!({ "role": "assistant", "model": "m", "content": { "type": "text", "text": "fine" } })
}

fn never(method: &str, _: &Value) -> Value {
    panic!("{method} is not to be asked")
}

#[tokio::test]
async fn context_is_asked_for_where_the_client_gives_it_or_cannot_say() {
    let get = || json!({ "name": "in_context" });
    let with =
        |context| json!({ "sampling": if context { json!({ "context": {} }) } else { json!({}) } });
    for version in VERSIONS {
        let mut person = Person::with(server(), version, with(true)).await;
        let got = person.request("prompts/get", get(), says).await;
        assert_eq!(got["result"]["messages"][0]["content"]["text"], "fine", "{version}: {got}");
        assert_eq!(person.asked[0].1["includeContext"], "thisServer");
        assert!(DeprecatedFeature::IncludeContext.is_logged());
        let mut person = Person::with(server(), version, with(false)).await;
        if version < "2025-11-25" {
            person.request("prompts/get", get(), says).await;
            assert_eq!(person.asked.len(), 1);
            continue;
        }
        let error = person.request("prompts/get", get(), never).await["error"].take();
        let code = if version == MODERN { -32021 } else { -32600 };
        let missing = json!({ "requiredCapabilities": { "sampling": { "context": {} } } });
        assert_eq!((&error["code"], &error["data"]), (&json!(code), &missing), "{error}");
    }
}

#[tokio::test]
async fn what_is_found_missing_at_the_question_has_the_code_of_what_is_missing() {
    for (version, code) in [("2025-06-18", -32600), ("2025-11-25", -32600), (MODERN, -32021)] {
        let mut person = Person::with(server(), version, json!({})).await;
        let read = json!({ "uri": "test://form" });
        let error = person.request("resources/read", read, never).await["error"].take();
        let missing = json!({ "requiredCapabilities": { "elicitation": { "form": {} } } });
        assert_eq!((&error["code"], &error["data"]), (&json!(code), &missing), "{error}");
    }
    let mut person = Person::with(server(), "2025-11-25", json!({})).await;
    let params = json!({ "params": { "messages": [], "maxTokens": 1 } });
    let done = person.call("ask", params, never).await;
    let why = "this needs sampling, which the client did not declare";
    assert_eq!((text(&done), &done["result"]["isError"]), (why, &json!(true)));
}

fn said(role: &str, content: Value) -> Value {
    json!({ "role": role, "content": content })
}

fn call(id: &str) -> Value {
    json!({ "type": "tool_use", "id": id, "name": "add", "input": {} })
}

fn result(id: &str) -> Value {
    json!({ "type": "tool_result", "toolUseId": id, "content": [] })
}

fn words() -> Value {
    json!({ "type": "text", "text": "Hello" })
}

#[tokio::test]
async fn calls_of_tools_and_their_results_go_out_in_pairs() {
    let start = || said("user", words());
    let both = || said("assistant", json!([call("a"), words(), call("b")]));
    let good = [
        vec![start()],
        vec![start(), both(), said("user", json!([result("b"), result("a")]))],
        vec![
            start(),
            said("assistant", call("a")),
            said("user", result("a")),
            said("assistant", words()),
            start(),
        ],
    ];
    let bad = [
        (vec![start(), both()], "the tool call `a`"),
        (vec![start(), both(), start()], "the tool call `a`"),
        (vec![start(), both(), said("user", result("a"))], "the tool call `b`"),
        (vec![start(), said("user", result("a"))], "the tool call `a`"),
        (vec![start(), said("user", call("a"))], "cannot contain tool calls"),
        (vec![start(), said("assistant", result("a"))], "must be in a user message"),
        (
            vec![
                start(),
                said("assistant", call("a")),
                said("user", json!([result("a"), words()])),
            ],
            "and nothing else",
        ),
    ];
    for version in ["2025-11-25", MODERN] {
        let mut person = Person::connect(server(), version).await;
        for messages in &good {
            let params = json!({ "messages": messages, "maxTokens": 9, "tools": [] });
            let done = person.call("ask", json!({ "params": params }), says).await;
            assert_eq!(text(&done), "fine", "{messages:?}");
        }
        for (messages, why) in &bad {
            let params = json!({ "messages": messages, "maxTokens": 9, "tools": [] });
            let done = person.call("ask", json!({ "params": params }), never).await;
            assert!(text(&done).contains(why), "{done}");
        }
    }
}
