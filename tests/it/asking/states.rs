//! States in wrong hands. None of them runs what was to be confirmed.

use std::time::Duration;

use super::*;

/// A call that was asked, with the answer that would confirm it.
async fn asked(person: &mut Person, arguments: Value) -> Value {
    let mut params = json!({ "name": "confirm", "arguments": arguments });
    let asked = person.peer.request("tools/call", person.modern(params.clone())).await;
    let result = &asked["result"];
    assert_eq!(result["resultType"], "input_required", "{asked}");
    params["requestState"] = result["requestState"].clone();
    for key in result["inputRequests"].as_object().unwrap().keys() {
        params["inputResponses"][key] = accept(json!({ "ok": true }));
    }
    params
}

/// The result of the retry, or the code and the message of its error.
async fn retry(person: &mut Person, method: &str, params: &Value) -> Result<String, String> {
    let answer = person.peer.request(method, person.modern(params.clone())).await;
    match &answer["error"] {
        Value::Null => Ok(text(&answer).to_owned()),
        error => Err(format!("{} {}", error["code"], error["message"].as_str().unwrap())),
    }
}

const FOREIGN: &str = "-32602 `requestState` is none of this request";

#[tokio::test]
async fn a_state_is_good_for_its_own_call_only() {
    let mut person = Person::connect(server(), MODERN).await;
    let own = asked(&mut person, json!({ "what": "a" })).await;
    let mut moved = own.clone();
    moved["arguments"]["what"] = "b".into();
    let refused = Err(FOREIGN.to_owned());
    assert_eq!(retry(&mut person, "tools/call", &moved).await, refused);
    for (method, target) in [
        ("tools/call", json!({ "name": "may_ask", "arguments": { "what": "a" } })),
        ("prompts/get", json!({ "name": "write", "arguments": { "what": "a" } })),
        ("resources/read", json!({ "uri": "test://secret" })),
    ] {
        let mut moved = target;
        moved["requestState"] = own["requestState"].clone();
        moved["inputResponses"] = own["inputResponses"].clone();
        assert_eq!(retry(&mut person, method, &moved).await, refused, "{method}");
    }
    let sealed = own["requestState"].as_str().unwrap();
    let flip = |at: usize| {
        let other = if &sealed[at..=at] == "A" { "B" } else { "A" };
        format!("{}{other}{}", &sealed[..at], &sealed[at + 1..])
    };
    let damaged = [flip(0), flip(40), flip(sealed.len() - 2), sealed[..60].into(), String::new()];
    for damaged in damaged.into_iter().chain([format!("{sealed}-TAMPERED"), "abc".to_owned()]) {
        let mut params = own.clone();
        params["requestState"] = damaged.into();
        assert_eq!(retry(&mut person, "tools/call", &params).await, refused);
    }
    let mut typed = own.clone();
    typed["requestState"] = json!(7);
    let refused = "-32602 `requestState` must be a string".to_owned();
    assert_eq!(retry(&mut person, "tools/call", &typed).await, Err(refused));
    // Nothing of this has used it up; the order of the arguments and their spaces do not matter.
    assert_eq!(retry(&mut person, "tools/call", &own).await, Ok("confirmed a".to_owned()));
}

#[tokio::test]
async fn a_state_is_used_once() {
    let mut person = Person::connect(server(), MODERN).await;
    let own = asked(&mut person, json!({ "what": "a" })).await;
    let first = person.peer.start("tools/call", person.modern(own.clone())).await;
    let second = person.peer.start("tools/call", person.modern(own.clone())).await;
    assert_eq!(text(&person.peer.answer(first).await), "confirmed a");
    let refused = person.peer.answer(second).await["error"]["message"].take();
    assert_eq!(refused, "`requestState` was used already; make the request anew");
    assert!(retry(&mut person, "tools/call", &own).await.is_err());
}

#[tokio::test]
async fn a_state_ends_with_its_time() {
    let server = server().answer_timeout(Duration::from_millis(1));
    let mut person = Person::connect(server, MODERN).await;
    let own = asked(&mut person, json!({ "what": "a" })).await;
    tokio::time::sleep(Duration::from_millis(20)).await;
    let refused = "-32602 `requestState` has expired; make the request anew".to_owned();
    assert_eq!(retry(&mut person, "tools/call", &own).await, Err(refused));
}

#[tokio::test]
async fn keys_move_on_and_other_keys_open_nothing() {
    let (old, new) = ([1; 32], [2; 32]);
    let mut before = Person::connect(server().state_keys([old]), MODERN).await;
    let own = asked(&mut before, json!({ "what": "a" })).await;
    for (keys, outcome) in [
        (vec![new, old], Ok("confirmed a".to_owned())),
        (vec![new], Err(FOREIGN.to_owned())),
        (vec![], Err(FOREIGN.to_owned())),
    ] {
        let mut after = Person::connect(server().state_keys(keys), MODERN).await;
        assert_eq!(retry(&mut after, "tools/call", &own).await, outcome);
    }
}

#[tokio::test]
async fn a_question_that_was_reworded_is_asked_again() {
    mod redeployed {
        use super::*;

        #[tool]
        pub(super) async fn confirm(what: String, elicit: Elicit) -> Result<String> {
            let answer = elicit.form::<Confirm>(format!("Do you really want to {what}?")).await?;
            Ok(format!("{} {what}", answer.accepted().is_some()))
        }
    }
    use redeployed::confirm;
    let key = [7; 32];
    let mut before = Person::connect(server().state_keys([key]), MODERN).await;
    let own = asked(&mut before, json!({ "what": "a" })).await;
    let mut after = Person::connect(server!().state_keys([key]).tool::<confirm>(), MODERN).await;
    let again = after.peer.request("tools/call", after.modern(own)).await;
    let questions = again["result"]["inputRequests"].as_object().unwrap();
    let question = questions.values().next().unwrap();
    assert_eq!(question["params"]["message"], "Do you really want to a?");
}
