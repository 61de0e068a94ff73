//! `#[tool(confirm = "..")]`: the person is asked before the body runs.

use mcp_runtime::{Limits, Schema};
use mcp_test_support::asking::asking;
use serde::Deserialize;

use super::*;

/// Each tool, what it asks, and what it did when it was allowed to.
fn tools() -> [(&'static str, Value, &'static str, &'static str); 5] {
    [
        ("delete", json!({ "id": "7" }), "Delete 7?", "deleted 7"),
        (
            "shift",
            json!({ "item": "a\u{202e}b", "note": null }),
            "Move a b to bin {1}, (none)?",
            "moved a\u{202e}b to bin 1",
        ),
        ("burn", json!({}), "Burn it all?", "burnt"),
        ("clear", json!({ "folder": "x" }), "Clear x?", "cleared x 0"),
        ("forget", json!({ "id": 1 }), "Forget 1?", "forgot 1"),
    ]
}

/// Calls each tool three times, with every action that a person has.
async fn confirm_all(person: &mut Person) {
    for (name, arguments, message, done) in tools() {
        for (action, expected) in [
            ("decline", "Nothing was done: the user declined."),
            ("cancel", "Nothing was done: the user closed the question without an answer."),
            ("accept", done),
        ] {
            let says = |_: &str, _: &Value| json!({ "action": action });
            let answer = person.call(name, arguments.clone(), says).await;
            let is_error = action != "accept";
            let result = &answer["result"];
            assert_eq!(result["isError"].as_bool().unwrap_or(false), is_error, "{answer}");
            assert!(text(&answer).contains(expected), "{answer}");
            let (method, params) = person.asked.pop().unwrap();
            assert_eq!(
                (method.as_str(), &params["message"]),
                ("elicitation/create", &json!(message))
            );
            let form = json!({ "type": "object", "properties": {} });
            assert_eq!(params["requestedSchema"], form);
        }
    }
    let never = |_: &str, _: &Value| panic!("nothing is to be asked");
    let done = person.call("done", json!({}), never).await;
    assert_eq!(text(&done), "deleted 7, moved a\u{202e}b to bin 1, burnt, cleared x 0");
}

#[tokio::test]
async fn a_confirmed_tool_runs_when_the_person_accepts_and_never_else() {
    for version in FORMS {
        for place in [Place::Stdio, Place::Http] {
            confirm_all(&mut Person::connect(place(ASKING, &[]), version).await).await;
        }
    }
    let mut replaying =
        Person::connect(asking().limits(Limits::new().without_parking()), MODERN).await;
    confirm_all(&mut replaying).await;
}

#[tokio::test]
async fn bad_arguments_are_refused_before_anybody_is_asked() {
    let never = |_: &str, _: &Value| panic!("nothing is to be asked");
    for version in FORMS {
        let mut person = Person::connect(asking(), version).await;
        let answer = person.call("delete", json!({ "id": -1 }), never).await;
        assert!(text(&answer).starts_with("Invalid arguments for tool `delete`:"), "{answer}");
    }
}

#[tokio::test]
async fn a_client_without_forms_cannot_call_what_is_confirmed() {
    let never = |_: &str, _: &Value| panic!("nothing is to be asked");
    for version in FORMS {
        let mut person = Person::with(asking(), version, json!({ "roots": {} })).await;
        let answer = person.call("delete", json!({ "id": 7 }), never).await;
        if version == MODERN {
            let missing = json!({ "requiredCapabilities": { "elicitation": { "form": {} } } });
            assert_eq!(
                (&answer["error"]["code"], &answer["error"]["data"]),
                (&json!(-32021), &missing)
            );
        } else {
            let why = "tool `delete` needs elicitation.form, which the client did not declare";
            assert_eq!((text(&answer), &answer["result"]["isError"]), (why, &json!(true)));
        }
        assert_eq!(text(&person.call("done", json!({}), never).await), "");
    }
}

#[tokio::test]
async fn a_yes_is_good_for_the_arguments_that_were_shown() {
    let mut person = Person::connect(asking(), MODERN).await;
    let call = |id: u64| json!({ "name": "delete", "arguments": { "id": id } });
    let asked = person.round("tools/call", call(7)).await;
    let mut other = call(8);
    other["requestState"] = asked["result"]["requestState"].clone();
    other["inputResponses"] = json!({ "question-1": { "action": "accept" } });
    let refused = person.round("tools/call", other).await;
    assert_eq!(refused["error"]["code"], -32602, "{refused}");
}

#[derive(Deserialize, Schema)]
struct Target {
    #[expect(dead_code, reason = "only its schema matters")]
    id: u64,
}

/// Deletes something.
#[tool(confirm = "Delete {name}?")]
fn delete_target(#[args] target: Target) {
    let _ = target;
}

#[test]
fn a_field_that_is_none_is_found_when_the_server_is_built() {
    let error = server!().tool::<delete_target>().build().unwrap_err().to_string();
    assert!(
        error.contains(
            "`confirm` refers to `{name}`, which is not an argument: the tool has `{id}`"
        ),
        "{error}"
    );
}
