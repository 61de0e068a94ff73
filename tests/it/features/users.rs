//! Servers that ask, tested as their authors test them.

use std::sync::Mutex;
use std::time::Duration;

use mcp_runtime::protocol::{CreateMessageParams, CreateMessageResult, ProtocolVersion};
use mcp_runtime::{
    Accepted, Answer, Context, Elicit, ElicitUrl, Limits, Result, Roots, Sample, SampleTools,
    ServerBuilder, server, tool,
};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::{User, json};
use mcp_test_support::interaction::interaction;

#[derive(Elicit)]
struct Confirm {
    ok: bool,
}

/// Asks before it continues.
#[tool]
async fn confirm(what: &str, elicit: Elicit) -> Result<String> {
    Ok(match elicit.form::<Confirm>(format!("Really {what}?")).await? {
        Accepted(Confirm { ok }) => format!("{what} {ok}"),
        Answer::Declined => format!("{what} declined"),
        Answer::Cancelled => format!("{what} cancelled"),
    })
}

/// Takes whatever goes wrong for a no.
#[tool]
async fn careless(elicit: Elicit) -> bool {
    elicit.form::<Confirm>("Well?").await.is_ok()
}

/// Sends the person elsewhere.
#[tool]
async fn sign_in(elicit: ElicitUrl) -> Result<String> {
    Ok(format!("{:?}", elicit.open("Sign in", "https://example.com").await?))
}

/// Asks the model.
#[tool]
async fn think(sample: Sample) -> Result<String> {
    Ok(sample.create("1 + 1?").await?.text())
}

/// Asks the model, with tools.
#[tool]
async fn compute(sample: SampleTools) -> Result<String> {
    Ok(sample.create("1 + 1?").tools([]).await?.text())
}

/// Tells what its client can be asked.
#[tool]
fn able(
    elicit: Option<Elicit>,
    url: Option<ElicitUrl>,
    sample: Option<Sample>,
    roots: Option<Roots>,
) -> String {
    format!("{} {} {} {}", elicit.is_some(), url.is_some(), sample.is_some(), roots.is_some())
}

fn asking() -> ServerBuilder {
    server!()
        .tool::<confirm>()
        .tool::<careless>()
        .tool::<sign_in>()
        .tool::<think>()
        .tool::<compute>()
        .tool::<able>()
}

#[tokio::test]
async fn a_trip_is_the_same_everywhere() -> Result<()> {
    testing::everywhere(interaction)
        .answers([
            ("Where to?", json!({ "destination": "Rome" })),
            ("How long?", json!({ "days": 3 })),
            ("How much?", json!({ "budget": 99.5 })),
            ("Sure?", json!({ "sure": true })),
        ])
        .run(async |client| {
            let done = client.call_tool("trip", json!({})).await?;
            assert_eq!(done.text(), "Rome 3 99.5 sure=true charge=1");
            let mut asked = client.asked();
            asked.sort_unstable();
            assert_eq!(asked, ["How long?", "How much?", "Sure?", "Where to?"]);
            assert_eq!(client.asked(), Vec::<String>::new());
            Ok(())
        })
        .await
}

#[tokio::test]
async fn a_test_runs_in_every_way_that_has_what_is_asked() -> Result<()> {
    for (user, legacy) in [
        (User::new(), "2024-11-05 2025-03-26 2025-06-18 2025-11-25"),
        (User::new().roots(["file:///a"]), "2024-11-05 2025-03-26 2025-06-18 2025-11-25"),
        (User::new().declines("Really"), "2025-06-18 2025-11-25"),
        (User::new().opens("Sign in").model_says("2"), "2025-11-25"),
    ] {
        let ran = Mutex::new(Vec::new());
        let test = async |client: &testing::TestClient| {
            ran.lock().unwrap().push(client.version().to_string());
            Ok(())
        };
        testing::everywhere(asking).answers(user).run(test).await?;
        let modern = "2026-07-28 2026-07-28 2026-07-28";
        assert_eq!(ran.into_inner().unwrap().join(" "), format!("{legacy} {modern}"));
    }
    Ok(())
}

#[tokio::test]
async fn a_script_answers_by_message_and_in_order() -> Result<()> {
    let user = User::new()
        .accepts("jump", json!({ "ok": true }))
        .declines("run")
        .cancels("sit")
        .then(Accepted(json!({ "ok": false })))
        .then(Answer::Declined);
    let outcomes = [
        ("jump", "jump true"),
        ("run", "run declined"),
        ("stand", "stand false"),
        ("sit", "sit cancelled"),
        ("jump", "jump true"),
        ("walk", "walk declined"),
    ];
    testing::everywhere(asking)
        .answers(user)
        .run(async |client| {
            for (what, outcome) in outcomes {
                let done = client.call_tool("confirm", json!({ "what": what })).await?;
                assert_eq!(done.text(), outcome);
            }
            Ok(())
        })
        .await
}

#[tokio::test]
async fn urls_models_and_roots_are_answered_too() -> Result<()> {
    let model = |params: &CreateMessageParams| {
        assert_eq!(params.max_tokens, 1024);
        let text = if params.tools.is_some() { "by tool" } else { "by heart" };
        CreateMessageResult::new("m", mcp_runtime::protocol::ContentBlock::text(text))
    };
    let user = User::new().opens("Sign").on_sample(model).roots(["file:///a", "file:///b"]);
    let server = || asking().tool::<places>();
    testing::everywhere(server)
        .answers(user)
        .run(async |client| {
            for (tool, outcome) in [
                ("sign_in", "Accepted(())"),
                ("think", "by heart"),
                ("compute", "by tool"),
                ("places", "file:///a file:///b"),
            ] {
                assert_eq!(client.call_tool(tool, json!({})).await?.text(), outcome);
            }
            assert_eq!(client.asked(), ["Sign in"]);
            Ok(())
        })
        .await
}

/// Says where the client works.
#[tool]
async fn places(context: &Context) -> Result<String> {
    let uris = context.roots().list().await?.into_iter().map(|root| root.uri);
    Ok(uris.collect::<Vec<_>>().join(" "))
}

#[tokio::test]
async fn a_client_declares_what_its_user_answers() -> Result<()> {
    for (user, able) in [
        (User::new(), "false false false false"),
        (User::from([json!({})]), "true true false false"),
        (User::new().model_says("Well."), "false false true false"),
        (User::new().roots(["file:///a"]), "false false false true"),
    ] {
        for version in [ProtocolVersion::LATEST_LEGACY, ProtocolVersion::LATEST] {
            let client = testing::connect_as(asking(), version).answers(user.clone()).await?;
            assert_eq!(client.call_tool("able", json!({})).await?.text(), able);
        }
    }
    Ok(())
}

#[tokio::test]
async fn what_a_script_lacks_fails_the_call_whatever_the_handler_makes_of_it() -> Result<()> {
    for version in [ProtocolVersion::LATEST_LEGACY, ProtocolVersion::LATEST] {
        for (user, tool, why) in [
            (
                User::new().declines("Really"),
                "careless",
                "no answer to \"Well?\": add one, such as with `User::accepts` or `User::declines`",
            ),
            (
                User::from([json!({ "ok": "yes" })]),
                "careless",
                "no matching answer to the form \"Well?\": `ok`: expected true or false, got \"yes\"",
            ),
            (
                User::from([json!(true)]),
                "careless",
                "an answer to the form \"Well?\" that is not an object",
            ),
            (User::new().on_sample(|_| panic!("an assertion of a test")), "think", "panicked"),
        ] {
            let client = testing::connect_as(asking(), version).answers(user).await?;
            let error = client.call_tool(tool, json!({})).await.unwrap_err();
            assert_eq!(error.to_string(), format!("the test has {why}"));
        }
    }
    Ok(())
}

/// Never ends.
#[tool]
async fn wait() {
    std::future::pending().await
}

#[tokio::test]
async fn what_a_script_lacks_ends_the_connection() -> Result<()> {
    for version in [ProtocolVersion::LATEST_LEGACY, ProtocolVersion::LATEST] {
        let user = User::from([json!({ "ok": true })]);
        let server = asking().tool::<wait>().limits(Limits::new().drain_timeout(Duration::ZERO));
        let client = testing::connect_as(server, version).answers(user).await?;
        assert_eq!(client.call_tool("careless", json!({})).await?.text(), "true");
        let (asking, waiting, news) = tokio::join!(
            client.call_tool("careless", json!({})),
            client.call_tool("wait", json!({})),
            client.next_notification(),
        );
        let later = client.call_tool("able", json!({})).await;
        let errors =
            [asking.unwrap_err(), waiting.unwrap_err(), news.unwrap_err(), later.unwrap_err()];
        for error in errors.iter().chain([&client.closed().await]) {
            let why = "the test has no answer to \"Well?\": add one, such as";
            assert!(error.to_string().starts_with(why), "{version}: {error}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_failure_says_in_which_way_it_came() {
    let broken = || asking().versions([ProtocolVersion::LATEST]);
    let run = testing::everywhere(broken).answers([json!({ "ok": true })]).run(async |client| {
        client.call_tool("confirm", json!({ "what": "x" })).await?;
        client.call_tool("confirm", json!({ "what": "y" })).await?;
        Ok(())
    });
    let why = "2026-07-28, with calls that wait: the test has no answer to \"Really y?\": add one";
    let error = run.await.unwrap_err().to_string();
    assert!(error.starts_with(why), "{error}");
    let old = || asking().versions([ProtocolVersion::V2024_11_05]);
    let run = testing::everywhere(old).answers([json!({})]).run(async |_| Ok(()));
    let why = "none of the protocol versions of the server supports the requests that this test answers \
               (elicitation, sampling or roots): serve a later one, or remove the answers";
    assert_eq!(run.await.unwrap_err().to_string(), why);
}

/// Counts on what it keeps itself.
#[tool]
async fn forgetful(elicit: Elicit) -> Result<String> {
    let now = std::time::Instant::now();
    let question = format!("Is it {now:?}?");
    let answer = elicit.form::<Confirm>(question).await?;
    Ok(format!("{}", answer.accepted().is_some()))
}

#[tokio::test]
async fn a_handler_that_cannot_run_again_is_found() {
    let run = testing::everywhere(|| server!().tool::<forgetful>())
        .answers([json!({ "ok": true })])
        .run(async |client| client.call_tool("forgetful", json!({})).await.map(drop));
    let error = run.await.unwrap_err().to_string();
    let way = "2026-07-28, with calls that run again: the test has no answer to";
    assert!(error.starts_with(way), "{error}");
}
