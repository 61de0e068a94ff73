//! A call with several questions, in every revision that can ask: the same words, the same result.

use std::collections::VecDeque;

use mcp_tests::interaction::interaction;

use super::*;

/// What somebody answers who travels.
fn traveller(_: &str, params: &Value) -> Value {
    accept(match params["message"].as_str().unwrap() {
        "Where to?" => json!({ "destination": "Rome" }),
        "How long?" => json!({ "days": 3 }),
        "How much?" => json!({ "budget": 99.5 }),
        "Sure?" => json!({ "sure": true }),
        other => panic!("{other}"),
    })
}

#[tokio::test]
async fn a_trip_is_the_same_in_every_revision() {
    let parking = ["2025-06-18", "2025-11-25", MODERN].map(|version| (version, interaction()));
    let replaying = (MODERN, interaction().without_parking());
    for (version, server) in parking.into_iter().chain([replaying]) {
        let mut person = Person::connect(server, version).await;
        for charge in 1..=2 {
            let done = person.call("trip", json!({}), traveller).await;
            assert_eq!(text(&done), format!("Rome 3 99.5 sure=true charge={charge}"), "{version}");
        }
        let never = |_: &str, _: &Value| panic!("nothing is to be asked");
        assert_eq!(text(&person.call("charges", json!({}), never).await), "2");
        assert_eq!(person.asked.len(), 8);
    }
}

#[tokio::test]
async fn each_round_may_go_to_another_process() {
    let mut servers: VecDeque<Person> = VecDeque::new();
    for _ in 0..4 {
        let server = interaction().state_keys([[7; 32]]);
        servers.push_back(Person::connect(server, MODERN).await);
    }
    let params = json!({ "name": "trip", "arguments": {} });
    let mut retry = params.clone();
    let mut rounds = Vec::new();
    let done = loop {
        let person = &mut servers[0];
        let message = person.peer.request("tools/call", person.modern(retry)).await;
        let result = &message["result"];
        if result["resultType"] != "input_required" {
            break message;
        }
        let questions = result["inputRequests"].as_object().unwrap();
        rounds.push(questions.len());
        retry = params.clone();
        for (key, question) in questions {
            retry["inputResponses"][key] = traveller("", &question["params"]);
        }
        retry["requestState"] = result["requestState"].clone();
        servers.rotate_left(1);
    };
    assert_eq!(text(&done), "Rome 3 99.5 sure=true charge=1");
    assert_eq!(rounds, [1, 2, 1]);
    let mut charges = 0;
    for person in &mut servers {
        let never = |_: &str, _: &Value| panic!("nothing is to be asked");
        charges += text(&person.call("charges", json!({}), never).await).parse::<u32>().unwrap();
    }
    assert_eq!(charges, 1);
}
