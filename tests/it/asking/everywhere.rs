//! The same words to the same person, and the same result: in every revision, over both
//! transports, whether a call waits for its answers or runs again.

use super::*;

const WAITS: &[&str] = &[];
const RUNS_AGAIN: &[&str] = &["--no-park"];

/// What somebody answers who travels, and what their client answers for them.
fn traveller(method: &str, params: &Value) -> Value {
    match method {
        "sampling/createMessage" => {
            assert_eq!(params["messages"][0]["content"]["text"], "Summarize: war and peace");
            let content = json!({ "type": "text", "text": "Russia" });
            json!({ "role": "assistant", "model": "m", "content": content })
        }
        "roots/list" => json!({ "roots": [{ "uri": "file:///a" }, { "uri": "file:///b" }] }),
        _ => accept(match params["message"].as_str().unwrap() {
            "Really jump?" => json!({ "ok": true }),
            "Where to?" => json!({ "destination": "Rome" }),
            "How long?" => json!({ "days": 3 }),
            "How much?" => json!({ "budget": 99.5 }),
            "Sure?" => json!({ "sure": true }),
            other => panic!("{other}"),
        }),
    }
}

/// Each call, its result, and how many questions each of its rounds has on 2026-07-28.
fn calls() -> [(&'static str, Value, &'static str, &'static [usize]); 5] {
    [
        ("confirm", json!({ "what": "jump" }), "confirmed jump", &[1]),
        ("trip", json!({}), "Rome 3 99.5 sure=true charge=1", &[1, 2, 1]),
        ("summarize", json!({ "text": "war and peace" }), "summary: Russia", &[1]),
        ("where", json!({}), "file:///a file:///b", &[1]),
        ("charges", json!({}), "1", &[]),
    ]
}

#[tokio::test]
async fn a_call_that_asks_ends_the_same_everywhere() {
    for place in [Place::Stdio, Place::Http] {
        for options in [WAITS, RUNS_AGAIN] {
            for version in FORMS {
                let mut person = Person::connect(place(INTERACTION, options), version).await;
                for (tool, arguments, result, rounds) in calls() {
                    let done = person.call(tool, arguments, traveller).await;
                    assert_eq!(text(&done), result, "{version} {options:?}");
                    assert_eq!(done["result"].get("isError"), None, "{version} {options:?}");
                    let asked: usize = rounds.iter().sum();
                    assert_eq!(std::mem::take(&mut person.asked).len(), asked, "{tool} {version}");
                    let rounds = if version == MODERN { rounds } else { &[] };
                    assert_eq!(std::mem::take(&mut person.rounds), rounds, "{tool} {version}");
                }
            }
        }
    }
}

#[tokio::test]
async fn a_confirmation_is_refused_the_same_everywhere() {
    let refusals = [
        accept(json!({ "ok": false })),
        json!({ "action": "decline" }),
        json!({ "action": "cancel" }),
    ];
    for place in [Place::Stdio, Place::Http] {
        for options in [WAITS, RUNS_AGAIN] {
            for version in FORMS {
                let mut person = Person::connect(place(INTERACTION, options), version).await;
                for refusal in &refusals {
                    let says = |_: &str, _: &Value| refusal.clone();
                    let done = person.call("confirm", json!({ "what": "jump" }), says).await;
                    assert_eq!(text(&done), "refused jump", "{version} {options:?}");
                }
            }
        }
    }
}

#[tokio::test]
async fn before_there_were_forms_the_model_and_the_roots_are_asked() {
    for place in [Place::Stdio, Place::Http] {
        for version in VERSIONS.into_iter().filter(|version| !FORMS.contains(version)) {
            let mut person = Person::connect(place(INTERACTION, WAITS), version).await;
            for (tool, arguments, result, _) in &calls()[2..4] {
                let done = person.call(tool, arguments.clone(), traveller).await;
                assert_eq!(text(&done), *result, "{version}");
            }
            for (tool, arguments, ..) in &calls()[..2] {
                let done = person.call(tool, arguments.clone(), nobody).await;
                assert_eq!(done["result"]["isError"], true, "{version} {done}");
                let why = "the protocol version of the client does not support elicitation";
                assert_eq!(text(&done), why, "{version}");
            }
        }
    }
}

#[tokio::test]
async fn each_round_may_go_to_another_process_with_the_same_key() {
    const KEY: &str = "0707070707070707070707070707070707070707070707070707070707070707";
    for place in [Place::Stdio, Place::Http] {
        for options in [&["--key", KEY][..], &["--no-park", "--key", KEY]] {
            let mut person = Person::connect(place(INTERACTION, options), MODERN).await;
            for _ in 1..4 {
                person.connect_also(place(INTERACTION, options)).await;
            }
            let done = person.call("trip", json!({}), traveller).await;
            assert_eq!(text(&done), "Rome 3 99.5 sure=true charge=1");
            assert_eq!(person.rounds, [1, 2, 1]);
            let mut charges = Vec::new();
            for _ in 0..4 {
                charges.push(text(&person.call("charges", json!({}), nobody).await).to_owned());
                person.turn();
            }
            charges.sort_unstable();
            assert_eq!(charges, ["0", "0", "0", "1"]);
        }
    }
}
