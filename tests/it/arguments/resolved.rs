//! Arguments that are completed by the context of their call.

use std::path::Path;

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::{Context, Error, FromArgument, Result, Schema, resource, server, tool};
use mcp_runtime_testing::{self as testing, User, connect_as, json};

/// A note of the user who calls.
struct Note {
    title: String,
}

impl FromArgument for Note {
    type Argument = u64;

    const DESCRIPTION: &'static str = "Number of a note.";

    async fn from_argument(id: u64, context: &Context) -> Result<Self> {
        tokio::task::yield_now().await;
        let owner = context.caller().principal().unwrap_or("nobody");
        match id {
            0 => Err(Error::other(format!("{owner} has no note 0"))),
            id => Ok(Self { title: format!("{owner}/{id}") }),
        }
    }
}

/// Compares notes.
#[tool(read_only)]
fn compare(
    /// Number of the first note.
    #[arg(range(0..=99))]
    first: Note,
    second: &Note,
    third: Option<Note>,
    note: Option<&str>,
) -> String {
    let third = third.map_or_else(|| "none".to_owned(), |third| third.title);
    format!("{} {} {third} {}", first.title, second.title, note.unwrap_or("-"))
}

/// Shows a note.
#[tool(strict)]
async fn show(#[arg(default = latest())] note: Note) -> String {
    note.title
}

fn latest() -> Note {
    Note { title: "latest".to_owned() }
}

/// A note.
#[resource("notes://{id}")]
fn note(id: Note) -> String {
    id.title
}

fn server() -> mcp_runtime::ServerBuilder {
    server!().tools::<(compare, show)>().resource::<note>()
}

#[tokio::test]
async fn an_argument_is_completed_by_the_caller() -> Result<()> {
    for version in ProtocolVersion::ALL {
        let client = connect_as(server(), *version).principal("ada").await?;
        let given = json!({ "first": 1, "second": 2, "third": 3, "note": "x" });
        let compared = client.call_tool("compare", given).await?;
        assert_eq!(compared.text(), "ada/1 ada/2 ada/3 x");
        let compared = client.call_tool("compare", json!({ "first": 1, "second": 2 })).await?;
        assert_eq!(compared.text(), "ada/1 ada/2 none -");
        assert_eq!(client.call_tool("show", ()).await?.text(), "latest");
        assert_eq!(client.call_tool("show", json!({ "note": 4 })).await?.text(), "ada/4");
        assert_eq!(client.read_resource("notes://7").await?.text(), "ada/7");
    }
    Ok(())
}

#[tokio::test]
async fn its_schema_is_that_of_what_is_passed() -> Result<()> {
    let client = testing::connect(server()).await?;
    let tools = client.list_tools().await?;
    let schema = serde_json::to_value(&tools[0].input_schema).unwrap();
    assert_eq!(schema["required"], json!(["first", "second"]));
    let first = &schema["properties"]["first"];
    assert_eq!((&first["type"], &first["maximum"]), (&json!("integer"), &json!(99)));
    assert_eq!(first["description"], "Number of the first note.");
    for other in ["second", "third"] {
        assert_eq!(schema["properties"][other]["description"], "Number of a note.", "{other}");
    }
    Ok(())
}

#[tokio::test]
async fn what_is_wrong_with_it_is_said_with_all_else_that_is() -> Result<()> {
    let client = testing::connect(server()).await?;
    for (given, said) in [
        (json!({}), vec!["`first`: missing", "`second`: missing"]),
        (json!({ "first": "x", "second": 2, "note": 3 }), vec!["`first`", "`note`"]),
        (json!({ "first": 100, "second": 2 }), vec!["`first`", "99"]),
        (json!({ "first": 0, "second": 2 }), vec!["nobody has no note 0"]),
        (json!({ "first": null, "second": 2 }), vec!["`first`"]),
    ] {
        let refused = client.call_tool("compare", given.clone()).await?;
        assert_eq!(refused.is_error, Some(true), "{given}: {}", refused.text());
        for said in said {
            assert!(refused.text().contains(said), "{given}: {}", refused.text());
        }
    }
    let refused = client.call_tool("show", json!({ "note": 1, "nod": 1 })).await?;
    assert!(refused.is_error == Some(true) && refused.text().contains("nod"), "{}", refused.text());
    assert!(!refused.text().contains("missing"), "{}", refused.text());
    Ok(())
}

/// A folder below a root of the client.
struct Folder(String);

impl FromArgument for Folder {
    type Argument = String;

    async fn from_argument(path: String, context: &Context) -> Result<Self> {
        let roots = context.roots().list().await?;
        let is_below = roots
            .iter()
            .any(|root| root.path().is_some_and(|root| Path::new(&path).starts_with(root)));
        if is_below {
            Ok(Self(path))
        } else {
            Err(Error::other(format!("{path} is not below a root")))
        }
    }
}

/// Says where it is.
#[tool]
fn status(folder: Folder) -> String {
    folder.0
}

#[tokio::test]
async fn it_may_ask_the_client() -> Result<()> {
    testing::everywhere(|| server!().tool::<status>())
        .answers(User::new().roots(["file:///work"]))
        .run(async |client| {
            let status = client.call_tool("status", json!({ "folder": "/work/a" })).await?;
            assert_eq!(status.text(), "/work/a");
            let refused = client.call_tool("status", json!({ "folder": "/workshop" })).await?;
            assert_eq!(refused.is_error, Some(true), "{}", refused.text());
            assert!(refused.text().contains("/workshop is not below a root"), "{}", refused.text());
            Ok(())
        })
        .await
}

/// Which part of a list is wanted.
#[derive(serde::Deserialize, Schema)]
struct Part {
    /// How many to skip.
    #[serde(default)]
    skip: u32,
    /// How many at most.
    #[schema(range(1..=50))]
    limit: u32,
}

/// Searches.
#[tool(read_only)]
fn search(query: &str, #[args] part: Part, context: Context, exact: Option<bool>) -> String {
    drop(context);
    format!("{query} {} {} {exact:?}", part.skip, part.limit)
}

#[tokio::test]
async fn a_struct_of_arguments_stands_beside_others() -> Result<()> {
    for version in ProtocolVersion::ALL {
        let client = connect_as(server!().tool::<search>(), *version).await?;
        let tools = client.list_tools().await?;
        let schema = serde_json::to_value(&tools[0].input_schema).unwrap();
        assert_eq!(schema["required"], json!(["query", "limit"]));
        let names: Vec<_> = schema["properties"].as_object().unwrap().keys().collect();
        assert_eq!(names, ["query", "exact", "skip", "limit"]);
        let found = client.call_tool("search", json!({ "query": "a", "limit": 5 })).await?;
        assert_eq!(found.text(), "a 0 5 None");
        let given = json!({ "query": "a", "limit": "5", "skip": 2, "exact": true });
        assert_eq!(client.call_tool("search", given).await?.text(), "a 2 5 Some(true)");
    }
    Ok(())
}

#[tokio::test]
async fn mistakes_in_both_are_told_at_once() -> Result<()> {
    let client = testing::connect(server!().tool::<search>()).await?;
    for (given, said) in [
        (json!({}), ["`query`: missing", "`limit`: missing"]),
        (json!({ "query": 5, "limit": 100 }), ["`query`", "`limit`"]),
        (json!({ "query": "a", "limt": 5 }), ["`limit`: missing", "limt"]),
    ] {
        let refused = client.call_tool("search", given.clone()).await?;
        let text = refused.text();
        assert!(
            refused.is_error == Some(true) && said.iter().all(|said| text.contains(said)),
            "{given}: {text}"
        );
        let lines: Vec<_> = text.lines().collect();
        let mut once = lines.clone();
        once.dedup();
        assert_eq!(lines, once);
    }
    Ok(())
}

/// Twice.
#[tool]
fn twice(limit: u32, #[args] part: Part) -> u32 {
    limit + part.limit
}

/// Everything.
#[derive(serde::Deserialize, Schema)]
#[serde(deny_unknown_fields)]
struct All {
    all: bool,
}

/// Takes more than everything.
#[tool]
fn more(more: bool, #[args] all: All) -> bool {
    more && all.all
}

#[test]
fn arguments_that_cannot_stand_beside_each_other_are_mistakes() {
    let mistakes = server!().tools::<(twice, more)>().build().unwrap_err().to_string();
    assert!(mistakes.contains("`limit` is a parameter and a field of the struct"), "{mistakes}");
    assert!(mistakes.contains("`#[tool(strict)]` instead"), "{mistakes}");
}
