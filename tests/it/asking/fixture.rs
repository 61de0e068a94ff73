//! The server that asks, as independent checks rely on it: names and answers, in every revision,
//! over both transports.

use std::{env, fmt};

use super::*;

fn names(listed: &Value, list: &str, field: &str) -> Vec<String> {
    let mut names: Vec<_> = listed["result"][list]
        .as_array()
        .unwrap_or_else(|| panic!("{listed}"))
        .iter()
        .map(|item| item[field].as_str().unwrap().to_owned())
        .collect();
    names.sort_unstable();
    names
}

/// The fixture by itself, mounted in another server, and relayed by one in a revision of each era.
const PROGRAMS: [(&str, &[&str]); 4] =
    [(INTERACTION, &[]), (RELAYED, &["mounted"]), (RELAYED, &["2025-11-25"]), (RELAYED, &[MODERN])];

/// A revision, and how the fixture is served in it.
struct Way(&'static str, &'static [&'static str]);

impl Way {
    fn is_modern(&self) -> bool {
        self.0 == MODERN
    }

    fn is_relayed(&self) -> bool {
        !matches!(self.1, [] | ["mounted"])
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.0, self.1)
    }
}

async fn everywhere() -> Vec<(Way, Person)> {
    let mut all = Vec::new();
    // Replicas are those of the fixture itself.
    let count = if env::var_os("REPLICAS").is_some() { 1 } else { PROGRAMS.len() };
    for (program, options) in &PROGRAMS[..count] {
        for place in [Place::Stdio, Place::Http] {
            for version in VERSIONS {
                let person = Person::connect(place(program, options), version).await;
                all.push((Way(version, options), person));
            }
        }
    }
    all
}

#[tokio::test]
async fn it_has_what_it_is_said_to_have_and_nothing_else() {
    for (version, mut person) in everywhere().await {
        for (method, list, field, expected) in [
            (
                "tools/list",
                "tools",
                "name",
                "add charges confirm echo fail grow log order progress slow summarize tick trip \
                 where",
            ),
            ("prompts/list", "prompts", "name", "greet"),
            ("resources/list", "resources", "uri", "test://clock test://hello"),
            ("resources/templates/list", "resourceTemplates", "uriTemplate", "test://items/{id}"),
        ] {
            let listed = person.round(method, json!({})).await;
            assert_eq!(names(&listed, list, field).join(" "), expected, "{version}");
            if list == "prompts" {
                let arguments = &listed["result"]["prompts"][0]["arguments"];
                assert_eq!(
                    (&arguments[0]["name"], &arguments[0]["required"]),
                    (&json!("name"), &json!(true))
                );
                let style = &arguments[1];
                assert_eq!(style["name"], "style");
                assert_ne!(style["required"], true);
            }
        }
    }
}

#[tokio::test]
async fn its_tools_answer_as_they_are_said_to() {
    for (version, mut person) in everywhere().await {
        let customer = json!({
            "name": "Ada", "email": "ada@example.com",
            "address": { "street": "1 High St", "city": "London", "zip": "N1" },
        });
        let items =
            json!([{ "sku": "a", "qty": 2, "price": 1.5 }, { "sku": "b", "qty": 1, "price": 4 }]);
        for (tool, arguments, result) in [
            ("add", json!({ "a": 1, "b": 2 }), "3"),
            ("echo", json!({ "text": "héllo\n" }), "héllo\n"),
            ("slow", json!({ "ms": 1 }), "slept"),
            (
                "order",
                json!({ "customer": customer, "items": items }),
                r#"{"total":7.0,"count":2}"#,
            ),
            ("progress", json!({ "steps": 3 }), "done"),
            ("charges", json!({}), "0"),
            ("log", json!({ "level": "error", "text": "boo" }), "logged"),
        ] {
            let done =
                person.round("tools/call", json!({ "name": tool, "arguments": arguments })).await;
            assert_eq!(text(&done), result, "{version} {tool}");
            assert_eq!(done["result"].get("isError"), None, "{version} {tool}");
        }
        let failed = person.round("tools/call", json!({ "name": "fail", "arguments": {} })).await;
        assert_eq!((text(&failed), &failed["result"]["isError"]), ("it failed", &json!(true)));
    }
}

#[tokio::test]
async fn it_tells_of_progress_and_logs() {
    for (version, mut person) in everywhere().await {
        let meta = json!({ "progressToken": "p", "io.modelcontextprotocol/logLevel": "debug" });
        if !version.is_modern() {
            person.round("logging/setLevel", json!({ "level": "debug" })).await;
        }
        for (tool, arguments, method, told) in [
            ("progress", json!({ "steps": 3 }), "notifications/progress", 3),
            ("progress", json!({ "steps": 0 }), "notifications/progress", 0),
            ("log", json!({ "level": "debug", "text": "boo" }), "notifications/message", 1),
            ("log", json!({ "level": "emergency", "text": "boo" }), "notifications/message", 1),
        ] {
            person.heard.clear();
            let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
            let answer = person.round("tools/call", params).await;
            assert_eq!(answer["result"].get("isError"), None, "{version} {answer}");
            let (last, news) = person.heard.split_last().unwrap();
            assert_eq!(last, &answer);
            assert_eq!(news.len(), told, "{version} {tool}");
            for (at, message) in news.iter().enumerate() {
                assert_eq!(message["method"], method, "{version}");
                let params = &message["params"];
                if tool == "log" {
                    assert_eq!(
                        (&params["level"], &params["data"]),
                        (&arguments["level"], &json!("boo"))
                    );
                } else {
                    assert_eq!(params["progressToken"], "p");
                    assert_eq!(
                        (&params["progress"], &params["total"]),
                        (&json!(at as f64 + 1.0), &json!(3.0))
                    );
                }
            }
        }
    }
}

#[tokio::test]
async fn its_prompt_and_its_resources_are_read() {
    for (version, mut person) in everywhere().await {
        for (style, greeting) in
            [(None, "Hi, Ada!"), (Some("casual"), "Hi, Ada!"), (Some("formal"), "Good day, Ada.")]
        {
            let mut arguments = json!({ "name": "Ada" });
            if let Some(style) = style {
                arguments["style"] = style.into();
            }
            let prompt = person
                .round("prompts/get", json!({ "name": "greet", "arguments": arguments }))
                .await;
            assert_eq!(prompt["result"]["messages"][0]["content"]["text"], greeting, "{version}");
        }
        let wrong = json!({ "name": "greet", "arguments": { "name": "Ada", "style": "rude" } });
        assert_eq!(person.round("prompts/get", wrong).await["error"]["code"], -32602, "{version}");
        for (uri, content) in [
            ("test://hello", "hello"),
            ("test://clock", "0"),
            ("test://items/1000", r#"{"id": 1000}"#),
        ] {
            let read = person.round("resources/read", json!({ "uri": uri })).await;
            assert_eq!(read["result"]["contents"][0]["text"], content, "{version}");
        }
        let not_found = if version.is_modern() { -32602 } else { -32002 };
        for (uri, code) in [
            ("test://items/1001", not_found),
            ("test://nothing", not_found),
            ("test://items/x", -32602),
        ] {
            let error = person.round("resources/read", json!({ "uri": uri })).await["error"].take();
            assert_eq!(error["code"], code, "{version} {uri} {error}");
        }
    }
}

#[tokio::test]
async fn it_grows() {
    for (version, mut person) in everywhere().await {
        for n in 1..=2 {
            let name = format!("extra_{n}");
            person.round("tools/call", json!({ "name": "grow", "arguments": {} })).await;
            let mut listed = person.round("tools/list", json!({})).await;
            // A relay lists what is new once it is told of it.
            while version.is_relayed() && !names(&listed, "tools", "name").contains(&name) {
                listed = person.round("tools/list", json!({})).await;
            }
            assert!(names(&listed, "tools", "name").contains(&name), "{version}");
            let done = person.round("tools/call", json!({ "name": name, "arguments": {} })).await;
            assert_eq!(text(&done), "extra", "{version}");
        }
    }
}

#[tokio::test]
async fn its_clock_ticks() {
    for (version, mut person) in everywhere().await {
        for n in 1..=2 {
            person.round("tools/call", json!({ "name": "tick", "arguments": {} })).await;
            let read = person.round("resources/read", json!({ "uri": "test://clock" })).await;
            assert_eq!(read["result"]["contents"][0]["text"], n.to_string(), "{version}");
        }
    }
}
