//! A handler that asks, in every revision that can.

mod bounds;
mod capabilities;
mod confirmed;
mod everywhere;
mod fixture;
mod flow;
mod foreign;
mod http;
mod legacy;
mod modern;
mod once;
mod parked;
mod sampling;
mod states;
mod timeouts;
mod urls;
mod watched;

use mcp_runtime::{
    Accepted, Answer, Elicit, ElicitUrl, Limits, Result, Roots, Sample, SampleTools, ServerBuilder,
    prompt, resource, server, tool,
};
use mcp_test_support::peer::{modern, notification, request};
use mcp_test_support::person::{MODERN, Person, Place, VERSIONS, able, able_to, accept, text};
use serde_json::{Value, json};

/// The server with all that a call can ask, in a process of its own.
const INTERACTION: &str = env!("CARGO_BIN_EXE_interaction-server");

/// A server that has the former in it, mounted or relayed.
const RELAYED: &str = env!("CARGO_BIN_EXE_relayed-server");

/// A server that asks in all other ways.
const ASKING: &str = env!("CARGO_BIN_EXE_asking-server");

/// The revisions that have forms.
const FORMS: [&str; 3] = ["2025-06-18", "2025-11-25", MODERN];

/// Clients of a server, in every revision that has forms and over both transports; the modern
/// ones of calls that wait for their answers, and of calls that run again.
async fn everywhere(server: impl Fn() -> ServerBuilder) -> Vec<(String, Person)> {
    let mut all = Vec::new();
    for (transport, place) in [("memory", Place::Memory as fn(_) -> _), ("HTTP", Place::Loopback)] {
        for version in FORMS {
            let person = Person::connect(place(server()), version).await;
            all.push((format!("{version} over {transport}"), person));
        }
        let person =
            Person::connect(place(server().limits(Limits::new().without_parking())), MODERN).await;
        all.push((format!("{MODERN} over {transport}, run again"), person));
    }
    all
}

/// Says yes to everything.
fn yes(_: &str, _: &Value) -> Value {
    accept(json!({ "ok": true }))
}

/// Is not to be asked.
fn nobody(method: &str, _: &Value) -> Value {
    panic!("{method} is not to be asked")
}

#[derive(Elicit)]
struct Confirm {
    /// Are you sure?
    ok: bool,
}

/// Asks before it continues.
#[tool]
async fn confirm(what: String, elicit: Elicit) -> Result<String> {
    match elicit.form::<Confirm>(format!("Really {what}?")).await? {
        Accepted(Confirm { ok: true }) => Ok(format!("confirmed {what}")),
        Accepted(_) | Answer::Declined | Answer::Cancelled => Ok(format!("refused {what}")),
    }
}

/// Sends the person elsewhere.
#[tool]
async fn sign_in(elicit: ElicitUrl) -> Result<String> {
    let answer = elicit.open("Sign in", "https://example.com/sign-in").await?;
    Ok(format!("{answer:?}"))
}

/// Lets the client's model work.
#[tool]
async fn summarize(text: &str, sample: Sample) -> Result<String> {
    let question = sample.create(format!("Summarize {text}")).max_tokens(50);
    Ok(format!("summary: {}", question.system_prompt("Be short.").await?.text()))
}

/// Lets the client's model use tools.
#[tool]
async fn compute(sample: SampleTools) -> Result<String> {
    Ok(sample.create("1 + 1?").tools([]).await?.text())
}

/// Says where the client works.
#[tool]
async fn places(roots: Roots) -> Result<String> {
    let uris = roots.list().await?.into_iter().map(|root| root.uri);
    Ok(uris.collect::<Vec<_>>().join(" "))
}

/// Asks if it can.
#[tool]
async fn may_ask(elicit: Option<Elicit>) -> Result<String> {
    match elicit {
        None => Ok("nobody to ask".to_owned()),
        Some(elicit) => {
            Ok(format!("{:?}", elicit.form::<Confirm>("Well?").await?.accepted().is_some()))
        }
    }
}

/// Asks for a style.
#[prompt]
async fn write(elicit: Elicit) -> Result<String> {
    Ok(format!("{}", elicit.form::<Confirm>("Formal?").await?.accepted().is_some()))
}

/// Asks before it shows.
#[resource("test://secret")]
async fn secret(elicit: Elicit) -> Result<String> {
    Ok(format!("{}", elicit.form::<Confirm>("Show it?").await?.accepted().is_some()))
}

fn server() -> ServerBuilder {
    server!()
        .tool::<confirm>()
        .tool::<sign_in>()
        .tool::<summarize>()
        .tool::<compute>()
        .tool::<places>()
        .tool::<may_ask>()
        .prompt::<write>()
        .resource::<secret>()
}
