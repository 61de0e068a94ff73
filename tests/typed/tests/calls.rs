//! A typed client, made of the lock of a server, calls this server and newer ones.

// What `client!` writes gives no warning, however strict the lints of its crate are.
#![deny(
    missing_debug_implementations,
    unreachable_pub,
    unused,
    unused_qualifications,
    clippy::all,
    clippy::nursery,
    clippy::pedantic
)]
#![allow(clippy::redundant_pub_crate, reason = "modules of a test say how far they are seen")]
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::time::Duration;

use mcp_runtime_client::{Client, client};
use mcp_runtime_lint::lock::Lock;
use serde::{Deserialize, Serialize};

mod newer;
mod store;

client!("tests/locks/notes.lock", "uri" = Link);
client!("tests/locks/shelf.lock");

/// A type of the user's for strings of a format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link(String);

use notes::{
    DeleteArgs, Notes, SaveArgs, SaveArgsShape, SaveArgsShapeCircle, SearchArgs, SearchArgsOrder,
    SearchResultNotesKind,
};

async fn connected() -> Notes {
    Notes::connect(Client::builder("agent", "1.0"), store::server()).await.unwrap()
}

#[tokio::test]
async fn arguments_and_results_are_typed() {
    let notes = connected().await;
    let found = notes.search(SearchArgs::new("rust")).await.unwrap();
    assert_eq!((found.notes[0].name.as_str(), found.total), ("rust 10 unordered ", 10));
    assert_eq!(found.notes[0].link, Link("notes:1".to_owned()));

    let all = SearchArgs::new("rust").limit(5).order(SearchArgsOrder::Newest).tags(["a", "b"]);
    let found = notes.search(all).timeout(Duration::from_secs(10)).await.unwrap();
    assert_eq!(found.notes[0].name, "rust 5 newest a+b");
    assert_eq!(found.notes[0].kind, SearchResultNotesKind::Text);

    let saved = notes.save(SaveArgs::new(SaveArgsShapeCircle::new(1.5))).await.unwrap();
    assert_eq!(saved.text(), "1.5");
    assert!(matches!(SaveArgsShapeCircle::new(1.5).into(), SaveArgsShape::Circle(_)));
}

#[tokio::test]
async fn a_failure_of_a_tool_is_an_error_with_its_text() {
    let notes = connected().await;
    let deleted = notes.delete(DeleteArgs::new("a")).await.unwrap();
    assert_eq!(deleted.text(), "deleted");
    let error = notes.delete(DeleteArgs::new("b")).await.unwrap_err();
    assert_eq!(error.to_string(), "delete: there is no b");
    let error = notes.search(SearchArgs::new("rust").limit(0)).await.unwrap_err();
    assert!(error.to_string().contains("limit"), "{error}");
}

#[tokio::test]
async fn a_client_that_is_there_already_is_made_typed() {
    let client = Client::builder("agent", "1.0").connect(store::server()).await.unwrap();
    let notes = Notes::from(client);
    assert_eq!(notes.client().server_info().name, "notes");
}

#[tokio::test]
async fn the_lock_holds_the_server_to_what_it_was() {
    let lock = Lock::parse(notes::LOCK).unwrap();
    let builder = Client::builder("agent", "1.0").approve(lock);
    let notes = Notes::connect(builder, newer::server()).await.unwrap();
    let error = notes.search(SearchArgs::new("rust")).await.unwrap_err();
    assert!(error.to_string().contains("search"), "{error}");
}

#[tokio::test]
async fn what_a_newer_server_adds_is_read() {
    let notes = Notes::connect(Client::builder("agent", "1.0"), newer::server()).await.unwrap();
    let found = notes.search(SearchArgs::new("rust")).await.unwrap();
    assert_eq!(found.notes[0].kind, SearchResultNotesKind::Other("drawing".to_owned()));
    assert_eq!(found.notes[0].size, None);
    assert_eq!(found.total, 300);
    let error = notes.delete(DeleteArgs::new("a")).await.unwrap_err();
    assert!(error.rpc().is_some(), "a tool that is gone is refused by the server: {error}");
}

#[tokio::test]
async fn a_tool_that_finds_nothing_gives_none() {
    let client = Client::builder("agent", "1.0");
    let shelf = shelf::Shelf::connect(client, store::shelf()).await.unwrap();
    let newest: shelf::NewestResult =
        shelf.newest(shelf::NewestArgs::new(false)).await.unwrap().unwrap();
    assert_eq!((newest.name.as_str(), newest.size), ("a", 3));
    assert!(shelf.newest(shelf::NewestArgs::new(true)).await.unwrap().is_none());
}

#[tokio::test]
async fn forms_in_each_other_are_read_however_deep_they_are() {
    let client = Client::builder("agent", "1.0");
    let shelf = shelf::Shelf::connect(client, store::shelf()).await.unwrap();
    let nested = shelf.nested(shelf::NestedArgs::new(100)).await.unwrap();
    assert_eq!(format!("{nested:?}").matches("red").count(), 50);
}
