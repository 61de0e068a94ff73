//! States in wrong hands. None of them runs what was to be confirmed.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_runtime::{Limits, State};
use mcp_test_support::interaction::interaction;

use super::*;

/// What was confirmed, as the handler saw it that did it.
#[derive(Clone, Default)]
pub(super) struct Confirmations(pub(super) Arc<Mutex<Vec<String>>>);

/// Asks before it continues.
#[tool]
async fn confirm(what: String, elicit: Elicit, confirmed: State<Confirmations>) -> Result<String> {
    match elicit.form::<Confirm>(format!("Really {what}?")).await? {
        Accepted(Confirm { ok: true }) => {
            confirmed.0.lock().unwrap().push(what.clone());
            Ok(format!("confirmed {what}"))
        }
        _ => Ok(format!("refused {what}")),
    }
}

/// A server that somebody attacks, and the attacker's connection.
struct Victim {
    person: Person,
    confirmed: Confirmations,
    /// Whether the server is a process, whose answers alone say what it did.
    is_process: bool,
}

impl Victim {
    /// One for each transport, with calls that wait and calls that run again; in a process of its
    /// own, and in this one, where a handler counts what it does.
    async fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for waits in [true, false] {
            let options: &[_] = if waits { &[] } else { &["--no-park"] };
            for place in [Place::Stdio, Place::Http] {
                let person = Person::connect(place(INTERACTION, options), MODERN).await;
                all.push(Self { person, confirmed: Confirmations::default(), is_process: true });
            }
            for place in [Place::Memory, Place::Loopback] {
                let confirmed = Confirmations::default();
                let base = guarding(&confirmed);
                let server =
                    if waits { base } else { base.limits(Limits::new().without_parking()) };
                let person = Person::connect(place(server), MODERN).await;
                all.push(Self { person, confirmed, is_process: false });
            }
        }
        all
    }

    /// A call that was asked, with the answer that would confirm it.
    async fn asked(&mut self, what: &str) -> Value {
        let mut params = json!({ "name": "confirm", "arguments": { "what": what } });
        let asked = self.person.round("tools/call", params.clone()).await;
        let result = &asked["result"];
        assert_eq!(result["resultType"], "input_required", "{asked}");
        params["requestState"] = result["requestState"].clone();
        for key in result["inputRequests"].as_object().unwrap().keys() {
            params["inputResponses"][key] = accept(json!({ "ok": true }));
        }
        params
    }

    async fn is_refused(&mut self, method: &str, params: &Value, why: &str) {
        let answer = self.person.round(method, params.clone()).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        assert_eq!(answer["error"]["message"], why, "{answer}");
        assert_eq!(self.confirmed(), Vec::<String>::new());
    }

    /// What was confirmed so far.
    fn confirmed(&self) -> Vec<String> {
        let told: Vec<_> = self
            .person
            .heard
            .iter()
            .filter_map(|message| {
                let text = message["result"]["content"][0]["text"].as_str()?;
                Some(text.strip_prefix("confirmed ")?.to_owned())
            })
            .collect();
        if !self.is_process {
            assert_eq!(*self.confirmed.0.lock().unwrap(), told);
        }
        told
    }

    /// The call itself may continue: no attack has used it up.
    async fn is_confirmed(&mut self, own: Value) {
        self.person.round("tools/call", own).await;
        assert_eq!(self.confirmed(), ["a"]);
    }
}

pub(super) fn guarding(confirmed: &Confirmations) -> ServerBuilder {
    server!()
        .state(confirmed.clone())
        .tool::<confirm>()
        .tool::<may_ask>()
        .prompt::<write>()
        .resource::<secret>()
}

const FOREIGN: &str = "`requestState` does not belong to this request; start the request again";
const USED: &str = "`requestState` was already used; start the request again";
const EXPIRED: &str = "`requestState` has expired; start the request again";

#[tokio::test]
async fn an_answer_without_a_question_confirms_nothing() {
    for mut victim in Victim::all().await {
        for key in ["question-1", "question-0", "confirm", "ok", ""] {
            let mut cold = json!({ "name": "confirm", "arguments": { "what": "a" } });
            cold["inputResponses"][key] = accept(json!({ "ok": true }));
            for state in [None, Some(Value::Null)] {
                let mut cold = cold.clone();
                if let Some(state) = state {
                    cold["requestState"] = state;
                }
                let asked = victim.person.round("tools/call", cold).await;
                assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
            }
        }
        assert_eq!(victim.confirmed(), Vec::<String>::new());
    }
}

#[tokio::test]
async fn a_state_confirms_no_other_arguments() {
    for mut victim in Victim::all().await {
        let own = victim.asked("a").await;
        for arguments in
            [json!({ "what": "b" }), json!({ "what": "a", "b": 1 }), json!({}), json!(null)]
        {
            let mut moved = own.clone();
            moved["arguments"] = arguments;
            victim.is_refused("tools/call", &moved, FOREIGN).await;
        }
        victim.is_confirmed(own).await;
    }
}

#[tokio::test]
async fn a_state_confirms_no_other_tool_prompt_or_resource() {
    for mut victim in Victim::all().await {
        let own = victim.asked("a").await;
        let arguments = &own["arguments"];
        let others = [
            ("tools/call", json!({ "name": "may_ask", "arguments": arguments })),
            ("prompts/get", json!({ "name": "write", "arguments": arguments })),
            ("resources/read", json!({ "uri": "test://secret" })),
        ];
        let of_process = [("tools/call", json!({ "name": "trip", "arguments": arguments }))];
        for (method, other) in if victim.is_process { &of_process[..] } else { &others[..] } {
            let mut moved = other.clone();
            moved["requestState"] = own["requestState"].clone();
            moved["inputResponses"] = own["inputResponses"].clone();
            victim.is_refused(method, &moved, FOREIGN).await;
        }
        victim.is_confirmed(own).await;
    }
}

#[tokio::test]
async fn a_state_with_a_bit_flipped_confirms_nothing() {
    for mut victim in Victim::all().await {
        let own = victim.asked("a").await;
        let sealed = own["requestState"].as_str().unwrap();
        // All of them are tried where states are sealed; a few will do from here.
        for at in (0..sealed.len()).step_by(17).chain([sealed.len() - 1]) {
            let other = if &sealed[at..=at] == "A" { "B" } else { "A" };
            let mut changed = own.clone();
            changed["requestState"] =
                format!("{}{other}{}", &sealed[..at], &sealed[at + 1..]).into();
            victim.is_refused("tools/call", &changed, FOREIGN).await;
        }
        victim.is_confirmed(own).await;
    }
}

#[tokio::test]
async fn a_state_cut_short_or_drawn_out_confirms_nothing() {
    for mut victim in Victim::all().await {
        let own = victim.asked("a").await;
        let sealed = own["requestState"].as_str().unwrap();
        let cut = (0..sealed.len()).step_by(23).map(|at| sealed[..at].to_owned());
        for damaged in cut.chain([format!("{sealed}A"), format!("{sealed}="), format!(" {sealed}")])
        {
            let mut changed = own.clone();
            changed["requestState"] = damaged.into();
            victim.is_refused("tools/call", &changed, FOREIGN).await;
        }
        for strange in [json!(7), json!([sealed]), json!({ "state": sealed })] {
            let mut changed = own.clone();
            changed["requestState"] = strange;
            victim.is_refused("tools/call", &changed, "`requestState` must be a string").await;
        }
        victim.is_confirmed(own).await;
    }
}

#[tokio::test]
async fn a_state_confirms_once() {
    for mut victim in Victim::all().await {
        let own = victim.asked("a").await;
        victim.is_confirmed(own.clone()).await;
        for _ in 0..3 {
            let again = victim.person.round("tools/call", own.clone()).await;
            assert_eq!(
                (&again["error"]["code"], &again["error"]["message"]),
                (&json!(-32602), &json!(USED))
            );
        }
        assert_eq!(victim.confirmed(), ["a"]);
    }
}

#[tokio::test]
async fn of_two_retries_at_once_one_confirms() {
    for mut victim in Victim::all().await {
        for nth in 1..=10 {
            let own = victim.asked("a").await;
            let mut messages = victim
                .person
                .race("tools/call", own)
                .await
                .map(|mut answer| answer["error"]["message"].take());
            messages.sort_unstable_by_key(Value::is_string);
            assert_eq!(messages, [Value::Null, USED.into()]);
            assert_eq!(victim.confirmed(), vec!["a"; nth]);
        }
    }
}

#[tokio::test]
async fn an_answer_to_something_else_confirms_nothing() {
    for mut victim in Victim::all().await {
        let mut own = victim.asked("a").await;
        for answers in [
            json!({ "other": accept(json!({ "ok": true })) }),
            json!({ "question-1": { "ok": true } }),
            json!({ "question-1": accept(json!({ "ok": "true" })) }),
            json!({ "question-1": accept(json!({ "sure": true })) }),
            json!({ "question-1": true }),
            json!({}),
            json!(null),
        ] {
            own["inputResponses"] = answers;
            let again = victim.person.round("tools/call", own.clone()).await;
            assert_eq!(again["result"]["resultType"], "input_required", "{again}");
            own["requestState"] = again["result"]["requestState"].clone();
            assert_eq!(victim.confirmed(), Vec::<String>::new());
        }
        own["inputResponses"] = json!({ "question-1": accept(json!({ "ok": true })) });
        victim.is_confirmed(own).await;
    }
}

#[tokio::test]
async fn a_state_confirms_nothing_after_its_time() {
    for place in [Place::Memory, Place::Loopback] {
        for waits in [true, false] {
            let confirmed = Confirmations::default();
            let base =
                guarding(&confirmed).limits(Limits::new().answer_timeout(Duration::from_secs(60)));
            let server = if waits { base } else { base.limits(Limits::new().without_parking()) };
            let person = Person::connect(place(server), MODERN).await;
            let mut victim = Victim { person, confirmed, is_process: false };
            let own = victim.asked("a").await;
            let other = victim.asked("b").await;
            pass(Duration::from_secs(58)).await;
            victim.is_confirmed(own).await;
            victim.person.heard.clear();
            victim.confirmed.0.lock().unwrap().clear();
            pass(Duration::from_secs(4)).await;
            victim.is_refused("tools/call", &other, EXPIRED).await;
        }
    }
}

/// Lets time pass, for this process alone.
async fn pass(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

#[tokio::test]
async fn the_time_of_a_state_is_that_of_all_processes() {
    let key = "07".repeat(32);
    let options = ["--key", &key, "--answer-time", "60000"];
    let person = Person::connect(Place::Stdio(INTERACTION, &options), MODERN).await;
    let mut sealing = Victim { person, confirmed: Confirmations::default(), is_process: true };
    let own = sealing.asked("a").await;
    let other = sealing.asked("b").await;
    let server = interaction().state_keys([[7; 32]]);
    let person = Person::connect(server, MODERN).await;
    let mut opening = Victim { person, confirmed: Confirmations::default(), is_process: true };
    opening.is_confirmed(own).await;
    opening.person.heard.clear();
    pass(Duration::from_secs(62)).await;
    opening.is_refused("tools/call", &other, EXPIRED).await;
}

/// Pays, which nobody may be made to do twice or for another amount.
#[tool(confirm = "Pay it?")]
fn pay(amount: u128, confirmed: State<Confirmations>) -> String {
    confirmed.0.lock().unwrap().push(amount.to_string());
    format!("paid {amount}")
}

#[tokio::test]
async fn an_amount_is_what_its_digits_say() {
    let confirmed = Confirmations::default();
    let server = server!().state(confirmed.clone()).tool::<pay>();
    let mut person = Person::connect(server, MODERN).await;
    let mut call = async |amount: &str, retry: Option<&Value>| -> Value {
        let mut params = modern(able_to(json!({ "name": "pay", "arguments": {} }), &able()));
        if let Some(asked) = retry {
            params["requestState"] = asked["result"]["requestState"].clone();
            params["inputResponses"] = json!({ "question-1": accept(json!({})) });
        }
        let line = request(1, "tools/call", params).to_string();
        let arguments = format!(r#""arguments":{{"amount":{amount}}}"#);
        person.peer().send(line.replace(r#""arguments":{}"#, &arguments)).await;
        person.peer().receive().await
    };
    let asked = call("18446744073709551616", None).await;
    for other in ["18446744073709551617", "18446744073709551615", "1844674407370955161"] {
        let refused = call(other, Some(&asked)).await;
        assert_eq!(refused["error"]["message"], FOREIGN, "{other}");
    }
    assert_eq!(*confirmed.0.lock().unwrap(), Vec::<String>::new());
    let done = call("18446744073709551616", Some(&asked)).await;
    assert_eq!(text(&done), "paid 18446744073709551616");
}

#[tokio::test]
async fn a_state_of_an_old_key_is_good_and_of_another_key_is_not() {
    let old = [1; 32];
    let new = [2; 32];
    let confirmed = Confirmations::default();
    let person = Person::connect(guarding(&confirmed).state_keys([old]), MODERN).await;
    let own = Victim { person, confirmed, is_process: false }.asked("a").await;
    for (keys, is_good) in [(vec![new, old], true), (vec![new], false), (vec![], false)] {
        let confirmed = Confirmations::default();
        let person = Person::connect(guarding(&confirmed).state_keys(keys), MODERN).await;
        let mut victim = Victim { person, confirmed, is_process: false };
        if is_good {
            victim.is_confirmed(own.clone()).await;
        } else {
            victim.is_refused("tools/call", &own, FOREIGN).await;
        }
    }
}

#[tokio::test]
async fn a_state_of_another_server_with_the_same_key_confirms_nothing() {
    let key = [1; 32];
    let other = ServerBuilder::new("other", "1").state_keys([key]).tool::<super::confirm>();
    let person = Person::connect(other, MODERN).await;
    let confirmed = Confirmations::default();
    let own = Victim { person, confirmed, is_process: false }.asked("a").await;
    let confirmed = Confirmations::default();
    let person = Person::connect(guarding(&confirmed).state_keys([key]), MODERN).await;
    Victim { person, confirmed, is_process: false }.is_refused("tools/call", &own, FOREIGN).await;
}

#[tokio::test]
async fn a_question_that_was_reworded_is_asked_again() {
    mod redeployed {
        use super::*;

        #[tool]
        pub(super) async fn confirm(
            what: String,
            elicit: Elicit,
            confirmed: State<Confirmations>,
        ) -> Result<String> {
            let answer = elicit.form::<Confirm>(format!("Do you really want to {what}?")).await?;
            confirmed.0.lock().unwrap().push(what.clone());
            Ok(format!("{} {what}", answer.accepted().is_some()))
        }
    }
    let key = [7; 32];
    let confirmed = Confirmations::default();
    let person = Person::connect(guarding(&confirmed).state_keys([key]), MODERN).await;
    let own = Victim { person, confirmed: confirmed.clone(), is_process: false }.asked("a").await;
    let server = server!().state(confirmed.clone()).state_keys([key]);
    let mut after = Person::connect(server.tool::<redeployed::confirm>(), MODERN).await;
    let again = after.round("tools/call", own).await;
    let questions = again["result"]["inputRequests"].as_object().unwrap();
    let question = questions.values().next().unwrap();
    assert_eq!(question["params"]["message"], "Do you really want to a?");
    assert_eq!(*confirmed.0.lock().unwrap(), Vec::<String>::new());
}
