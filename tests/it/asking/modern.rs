//! Questions as results that ask.

use super::*;

#[tokio::test]
async fn a_client_that_cannot_is_told_exactly_what_is_missing() {
    let never = |_: &str, _: &Value| panic!("nothing is to be asked");
    let mut person = Person::with(server(), MODERN, json!({ "sampling": {} })).await;
    for (method, target, missing) in [
        ("tools/call", json!({ "name": "confirm" }), json!({ "elicitation": { "form": {} } })),
        ("tools/call", json!({ "name": "sign_in" }), json!({ "elicitation": { "url": {} } })),
        ("tools/call", json!({ "name": "compute" }), json!({ "sampling": { "tools": {} } })),
        ("tools/call", json!({ "name": "places" }), json!({ "roots": {} })),
        ("prompts/get", json!({ "name": "write" }), json!({ "elicitation": { "form": {} } })),
        (
            "resources/read",
            json!({ "uri": "test://secret" }),
            json!({ "elicitation": { "form": {} } }),
        ),
    ] {
        let error = person.request(method, target, never).await["error"].take();
        assert_eq!(error["code"], -32021, "{error}");
        assert_eq!(error["data"], json!({ "requiredCapabilities": missing }));
    }
    assert_eq!(text(&person.call("may_ask", json!({}), never).await), "nobody to ask");
}

fn says_yes(_: &str, params: &Value) -> Value {
    let fields = params["requestedSchema"]["properties"].as_object().unwrap();
    let value = |(name, field): (&String, &Value)| {
        let value = match field["type"].as_str().unwrap() {
            "boolean" => json!(true),
            "integer" => json!(3),
            "number" => json!(99.5),
            _ => json!("Rome"),
        };
        (name.clone(), value)
    };
    accept(fields.iter().map(value).collect::<serde_json::Map<_, _>>().into())
}

#[tokio::test]
async fn a_result_asks_and_a_retry_answers() {
    let mut person = Person::connect(server(), MODERN).await;
    let says = |ok: bool| move |_: &str, _: &Value| accept(json!({ "ok": ok }));
    let done = person.call("confirm", json!({ "what": "jump" }), says(true)).await;
    assert_eq!(text(&done), "confirmed jump");
    assert_eq!(done["result"]["resultType"], "complete");
    let (method, params) = &person.asked[0];
    assert_eq!((method.as_str(), &params["mode"]), ("elicitation/create", &json!("form")));
    let done = person.call("confirm", json!({ "what": "jump" }), says(false)).await;
    assert_eq!(text(&done), "refused jump");
    for action in ["decline", "cancel"] {
        let answer = |_: &str, _: &Value| json!({ "action": action });
        let done = person.call("confirm", json!({ "what": "jump" }), answer).await;
        assert_eq!(text(&done), "refused jump");
    }
    let accepts = |_: &str, _: &Value| json!({ "action": "accept" });
    assert_eq!(text(&person.call("sign_in", json!({}), accepts).await), "Accepted(())");
    assert_eq!(person.asked.last().unwrap().1["elicitationId"], Value::Null);
    let prompt = person.request("prompts/get", json!({ "name": "write" }), says_yes).await;
    assert_eq!(prompt["result"]["messages"][0]["content"]["text"], "true");
    let read = person.request("resources/read", json!({ "uri": "test://secret" }), says_yes).await;
    assert_eq!(read["result"]["contents"][0]["text"], "true");
}

#[tokio::test]
async fn a_malformed_answer_is_asked_again_and_what_was_not_asked_is_ignored() {
    let mut person = Person::connect(server(), MODERN).await;
    let bad = [accept(json!({ "ok": "yes" })), json!(12345), accept(json!({})), json!({})];
    let mut answers = bad.into_iter().chain([accept(json!({ "ok": true }))]);
    let done = person.call("confirm", json!({ "what": "x" }), |_, _| answers.next().unwrap()).await;
    assert_eq!((text(&done), person.asked.len()), ("confirmed x", 5));
    // Without a question nothing is an answer, whatever its key.
    let cold = json!({
        "name": "confirm", "arguments": { "what": "x" },
        "inputResponses": { "question-1": accept(json!({ "ok": true })) },
    });
    let asked = person.round("tools/call", cold.clone()).await;
    assert_eq!(asked["result"]["resultType"], "input_required");
    let mut other = cold;
    other["requestState"] = asked["result"]["requestState"].clone();
    for answers in [json!({ "other": accept(json!({ "ok": true })) }), json!({}), json!(null)] {
        other["inputResponses"] = answers;
        let again = person.round("tools/call", other.clone()).await;
        let questions = &again["result"]["inputRequests"];
        assert_eq!(questions, &asked["result"]["inputRequests"], "{again}");
        other["requestState"] = again["result"]["requestState"].clone();
    }
}
