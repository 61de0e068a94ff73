//! Arguments that are refused, and what is said to it.

use mcp_runtime::{Schema, prompt, resource, server, tool};
use serde::Deserialize;
use serde_json::json;

use super::{Caller, hotel};

/// The cases of a file: a line with the tool and its arguments, then what is wrong with them.
fn cases(text: &str) -> Vec<(&str, &str, Vec<&str>)> {
    let mut cases: Vec<(&str, &str, Vec<&str>)> = Vec::new();
    let is_content = |line: &&str| !line.is_empty() && !line.starts_with('#');
    for line in text.lines().filter(is_content) {
        match (line.strip_prefix("  "), cases.last_mut()) {
            (Some(problem), Some((_, _, problems))) => problems.push(problem),
            _ => {
                let (tool, arguments) = line.split_once(' ').expect("a tool and its arguments");
                cases.push((tool, arguments, Vec::new()));
            }
        }
    }
    cases
}

#[tokio::test]
async fn every_bad_argument_is_named_with_what_was_expected_and_what_came() {
    let cases = cases(include_str!("../../data/arguments.txt"));
    assert!(cases.len() >= 70, "{}", cases.len());
    let mut caller = Caller::connect(hotel()).await;
    for (tool, arguments, problems) in cases {
        let expected = format!("Invalid arguments for tool `{tool}`:\n{}", problems.join("\n"));
        let text = caller.text(tool, arguments).await;
        assert_eq!(text, Err(expected), "{tool} {arguments}");
    }
}

#[tokio::test]
async fn arguments_that_are_no_object_are_an_error_of_the_protocol() {
    let mut caller = Caller::connect(hotel()).await;
    for arguments in ["[]", "5", "true", r#""room""#, r#""{\"room\":\"single\"}""#] {
        let text = caller.text("book", arguments).await;
        let expected = r#"-32602 "`arguments` must be an object""#;
        assert_eq!(text, Err(expected.to_owned()), "{arguments}");
    }
}

#[tokio::test]
async fn an_unknown_tool_is_an_error_of_the_protocol_that_names_the_nearest() {
    let mut caller = Caller::connect(hotel()).await;
    for (tool, message) in [
        ("bok", r#""unknown tool \"bok\"; did you mean `book`?""#),
        ("Book", r#""unknown tool \"Book\"; did you mean `book`?""#),
        ("searchRooms", r#""unknown tool \"searchRooms\"; did you mean `search_rooms`?""#),
        ("book-whole", r#""unknown tool \"book-whole\"; did you mean `book_whole`?""#),
        ("weather", r#""unknown tool \"weather\"""#),
    ] {
        let text = caller.text(tool, "{}").await;
        assert_eq!(text, Err(format!("-32602 {message}")));
    }
}

/// Asks for something of a day.
#[prompt]
fn plan(day: u8, #[arg(length(1..=20))] place: &str) -> String {
    format!("{day} {place}")
}

/// A day of a place.
#[resource("plans://{place}/{day}")]
fn day(place: &str, day: u8) -> String {
    format!("{day} {place}")
}

#[tokio::test]
async fn prompts_and_resources_refuse_arguments_as_errors_of_the_protocol() {
    let mut caller = Caller::connect(server!().prompt::<plan>().resource::<day>()).await;
    for (method, params, message) in [
        (
            "prompts/get",
            r#"{"name":"plan","arguments":{"day":"Monday","plce":"Rome"}}"#,
            "Invalid arguments for prompt `plan`:\n\
             - `day`: expected an integer from 0 to 255, got \"Monday\"\n\
             - `place`: missing, expected a string of 1 to 20 characters (did you mean this by `plce`?)",
        ),
        (
            "resources/read",
            r#"{"uri":"plans://Rome/Monday"}"#,
            "Invalid arguments for resource `plans://{place}/{day}`:\n\
             - `day`: expected an integer from 0 to 255, got \"Monday\"",
        ),
    ] {
        let request =
            format!(r#"{{"jsonrpc":"2.0","id":7,"method":"{method}","params":{params}}}"#);
        caller.0.send(request).await;
        let answer = caller.0.answer(7).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        assert_eq!(answer["error"]["message"], message);
    }
}

/// A value for which serde tries two variants on each level.
#[derive(Debug, PartialEq, Deserialize, Schema)]
#[serde(untagged)]
enum Chain {
    Longer { next: Box<Self>, other: i64 },
    Plain { next: Box<Self>, number: i64 },
    End { end: i64 },
}

/// Follows a chain to its end.
#[tool]
fn follow(chain: Chain) -> String {
    format!("{chain:?}").split(' ').next().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn what_takes_too_long_to_read_is_refused_also_if_it_is_written_as_text() {
    let mut caller = Caller::connect(server!().tool::<follow>()).await;
    for (depth, expected) in [(3, Ok("Plain")), (18, Err("`chain`: too complex to be checked"))] {
        let end = json!({ "end": 0 });
        let chain = (0..depth).fold(end, |next, number| json!({ "next": next, "number": number }));
        for given in [chain.clone(), chain.to_string().into()] {
            let text = caller.text("follow", &json!({ "chain": given }).to_string()).await;
            match expected {
                Ok(expected) => assert_eq!(text.as_deref(), Ok(expected), "{depth}"),
                Err(why) => {
                    let refused = text.unwrap_err();
                    assert!(refused.contains(why), "{depth}: {refused}");
                }
            }
        }
    }
}
