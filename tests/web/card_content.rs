//! What a card says, and what keeps it from being one.

use std::process::Stdio;

use mcp_runtime::protocol::Icon;
use mcp_runtime::{About, Server, ServerBuilder};
use mcp_runtime_web::{Card, CardHeader};
use serde_json::{Value, json};

use super::card::{URL, assert_valid};
use super::{Served, command, complaint, get, refused};

fn server(description: &str) -> Server {
    ServerBuilder::new("My notes", "1.2.3")
        .about(About::new().description(description))
        .build()
        .unwrap()
}

fn card() -> Card {
    Card::new().public_url(URL)
}

fn mistake(card: &Card) -> String {
    card.to_json(&server("Keeps notes")).unwrap_err().to_string()
}

#[test]
fn all_that_is_known_is_in_it() {
    let picture = |length| Icon::new(format!("data:image/png;base64,{}", "A".repeat(length)));
    let about = About::new()
        .description("Keeps notes")
        .title("Notes")
        .website("https://notes.example.com")
        .icon(Icon::new("https://notes.example.com/i.png"))
        .icon(picture(100))
        .icon(picture(9000));
    let server = ServerBuilder::new("notes", "1.2.3").about(about).build().unwrap();
    let key = CardHeader::new("X-API-Key", "The key of your account").required().secret();
    let card = card()
        .name("com.example/notes")
        .repository("https://github.com/me/notes")
        .header(key)
        .meta("com.example/region", "eu");
    let json = card.to_json(&server).unwrap();
    assert_valid(&json);
    let icons = json["icons"].as_array().unwrap();
    assert_eq!(icons.len(), 2, "a long picture is left out");
    assert_eq!(json["name"], "com.example/notes");
    assert_eq!(json["title"], "Notes");
    assert_eq!(json["websiteUrl"], "https://notes.example.com");
    assert_eq!(
        json["repository"],
        json!({"url": "https://github.com/me/notes", "source": "github"})
    );
    assert_eq!(json["_meta"], json!({"com.example/region": "eu"}));
    let header = json!({
        "name": "X-API-Key",
        "description": "The key of your account",
        "isRequired": true,
        "isSecret": true,
    });
    assert_eq!(json["remotes"][0]["headers"], json!([header]));
    let catalog = card.catalog_json(&server).unwrap();
    assert_eq!(catalog["entries"][0]["identifier"], "urn:air:example.com:mcp:notes");
    assert_eq!(catalog["entries"][0]["displayName"], "Notes");
}

#[test]
fn what_is_not_known_is_not_in_it() {
    let json = card().to_json(&server("Keeps notes")).unwrap();
    assert_valid(&json);
    let keys: Vec<&String> = json.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["$schema", "name", "version", "description", "remotes"]);
    assert_eq!(json["name"], "com.example.mcp/My-notes");
    let here = Card::new().public_url("http://127.0.0.1:8000/mcp");
    assert_eq!(here.to_json(&server("x")).unwrap()["name"], "127.0.0.1/My-notes");
    let catalog = here.catalog_json(&server("x")).unwrap();
    assert_eq!(catalog["entries"][0]["identifier"], "urn:air:127.0.0.1:mcp:my-notes");
}

#[test]
fn a_catalog_lists_other_servers_in_order() {
    let card = card()
        .name("com.example/notes")
        .catalog_entry("com.example/Mail", "https://mail.example.com/mcp/server-card")
        .catalog_entry("net.other/maps", "https://other.net/card");
    let catalog = card.catalog_json(&server("Keeps notes")).unwrap();
    let entries: Vec<[&str; 3]> = catalog["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| ["identifier", "displayName", "url"].map(|key| entry[key].as_str().unwrap()))
        .collect();
    assert_eq!(
        entries,
        [
            [
                "urn:air:example.com:mcp:notes",
                "My notes",
                "https://mcp.example.com/mcp/server-card"
            ],
            ["urn:air:example.com:mcp:mail", "Mail", "https://mail.example.com/mcp/server-card"],
            ["urn:air:other.net:mcp:maps", "maps", "https://other.net/card"],
        ]
    );
}

#[test]
fn entries_that_nobody_could_use_are_found_at_the_start() {
    let error = |name: &str, url: &str| {
        let card = card().name("com.example/notes").catalog_entry(name, url);
        card.add_to(server("Keeps notes").into_http()).unwrap_err().to_string()
    };
    let url = "https://mail.example.com/card";
    let twice = error("com.example/NOTES", url);
    assert!(twice.contains("are named `urn:air:example.com:mcp:notes`"), "{twice}");
    assert!(error("mail", url).contains("`Card::catalog_entry`"));
    let plain = error("com.example/mail", "http://mail.example.com/card");
    assert!(plain.starts_with("the URL of the card of `com.example/mail`: `http:"), "{plain}");
    assert!(plain.contains("is not https"), "{plain}");
    assert!(error("com.example/mail", "/card").contains("is not an absolute URL"));
}

#[test]
fn a_description_is_needed_and_short() {
    let description =
        |text: &str| card().to_json(&server(text)).map(|card| card["description"].clone());
    for missing in ["", "  "] {
        let error = description(missing).unwrap_err().to_string();
        assert!(error.contains("`description` in Cargo.toml"), "{error}");
    }
    let fits = "ä".repeat(100);
    assert_eq!(description(&fits).unwrap(), fits);
    let cut = description(&format!("{} and {}", "ä".repeat(50), "b".repeat(60))).unwrap();
    assert_eq!(cut, format!("{} and…", "ä".repeat(50)));
    assert!(description(&"ä".repeat(101)).unwrap().as_str().unwrap().chars().count() <= 100);
}

#[test]
fn mistakes_are_found_at_the_start() {
    for name in ["notes", "a/b/c", "com example/notes", "/notes", "com.example/", "ä/b"] {
        let error = mistake(&card().name(name));
        assert!(error.contains("expected one like com.example/notes"), "{error}");
    }
    for key in ["region", "io.modelcontextprotocol/x", "com.mcp/x", "a b/c", ""] {
        let error = mistake(&card().meta(key, 1));
        assert!(error.contains("is not a key for `_meta`"), "{error}");
    }
    for repository in ["github.com/me/notes", "", "https://"] {
        let error = mistake(&card().repository(repository));
        assert!(error.contains("is not an https URL"), "{error}");
    }
    assert!(refused(&["--card"]).contains("--public-url"));
    assert!(refused(&["--card", "notes", "--public-url", URL]).contains("registry name"));
    let plain = refused(&["--card", "--public-url", "http://mcp.example.com/mcp"]);
    assert!(plain.contains("is not https"), "{plain}");
    for words in [&["--card"][..], &["--http", "0", "--catalog"]] {
        let missing = complaint(command(words), 2);
        assert!(missing.contains("required arguments"), "{missing}");
    }
}

#[tokio::test]
async fn it_tells_nothing_of_the_inside() {
    let mut started = command(&["--http", "0", "-v", "--card"]);
    started.env("MCP_PUBLIC_URL", URL).env("WEB_KEY", "hunter2");
    let (client, _served) = Served::run(started);
    let text = client.send(get("/mcp/server-card")).await.text().await;
    for inside in
        ["hunter2", "WEB_KEY", "Add what", "add", "127.0.0.1", "localhost", "capabilities"]
    {
        assert!(!text.contains(inside), "{inside}: {text}");
    }
}

#[tokio::test]
async fn the_command_prints_what_is_served() {
    let printed = |words: &[&str]| {
        let output = command(words).stdout(Stdio::piped()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let (client, _served) =
        Served::start(&["--public-url", URL, "--card", "com.example/notes", "--catalog"]);
    let words = ["card", "--public-url", URL, "--name", "com.example/notes"];
    let served = client.send(get("/mcp/server-card")).await.text().await;
    assert_eq!(printed(&words), serde_json::from_str::<Value>(&served).unwrap());
    let served = client.send(get("/.well-known/ai-catalog.json")).await.text().await;
    let printed = printed(&[&words[..], &["--catalog"]].concat());
    assert_eq!(printed, serde_json::from_str::<Value>(&served).unwrap());
    let complaint = complaint(command(&["card"]), 1);
    assert!(complaint.contains("--public-url"), "{complaint}");
}
