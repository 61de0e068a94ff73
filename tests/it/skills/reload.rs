//! Skills that change while the server runs.

use mcp_runtime::{Server, server};
use mcp_runtime_skills::Skills;
use mcp_test_support::peer::{Peer, initialize, notification};
use serde_json::{Value, json};

use super::fixture::{Folder, read_text};

fn server(folder: &Folder) -> (Skills, Server) {
    let skills = folder.skills();
    (skills.clone(), server!().extension(skills).build().unwrap())
}

/// A legacy client, which hears of changes.
async fn session(server: &Server) -> Peer {
    let mut peer = Peer::memory(server.clone());
    let answer = peer.request("initialize", initialize("2025-11-25")).await;
    assert_eq!(answer["result"]["capabilities"]["resources"]["listChanged"], true, "{answer}");
    peer.send(notification("notifications/initialized", json!({}))).await;
    peer.request("ping", json!({})).await;
    peer
}

/// The names in `resources/list`, and the notifications that came before its answer.
async fn listed(peer: &mut Peer) -> (Vec<Value>, Vec<Value>) {
    let id = peer.start("resources/list", json!({})).await;
    let mut heard = Vec::new();
    loop {
        let message = peer.receive().await;
        if message["id"] == id {
            let resources = message["result"]["resources"].as_array().unwrap().iter();
            return (resources.map(|resource| resource["name"].clone()).collect(), heard);
        }
        heard.push(message["method"].clone());
    }
}

/// K21 and K22.
#[tokio::test]
async fn a_reload_is_told_where_the_list_is_another() {
    let folder = Folder::new();
    folder.skill("a", "b");
    let (skills, server) = server(&folder);
    let mut peer = session(&server).await;

    // What is on the disk is not read before.
    folder.write("a/SKILL.md", "---\nname: a\ndescription: b\n---\nother\n").skill("c", "d");
    let before = read_text_legacy(&mut peer).await;
    assert!(before.ends_with("text\n"), "{before}");

    let changes = skills.reload(&server).unwrap();
    assert_eq!(changes.added, ["skill://c/SKILL.md"]);
    assert_eq!(changes.changed, ["skill://a/SKILL.md"]);
    assert!(changes.removed.is_empty());
    let (names, heard) = listed(&mut peer).await;
    assert_eq!(
        (names, heard),
        (vec![json!("a"), json!("c")], vec![json!("notifications/resources/list_changed")])
    );
    assert!(read_text_legacy(&mut peer).await.ends_with("other\n"));

    // Only the body.
    folder.write("a/SKILL.md", "---\nname: a\ndescription: b\n---\nbody\n");
    assert_eq!(skills.reload(&server).unwrap().changed.len(), 1);
    let (_, heard) = listed(&mut peer).await;
    assert_eq!(heard, Vec::<Value>::new());
    assert!(read_text_legacy(&mut peer).await.ends_with("body\n"));

    // A description.
    folder.skill("a", "another");
    std::fs::remove_dir_all(folder.path().join("c")).unwrap();
    assert_eq!(skills.reload(&server).unwrap().removed, ["skill://c/SKILL.md"]);
    let (names, heard) = listed(&mut peer).await;
    assert_eq!((names, heard.len()), (vec![json!("a")], 1));
}

async fn read_text_legacy(peer: &mut Peer) -> String {
    let answer = peer.request("resources/read", json!({ "uri": "skill://a/SKILL.md" })).await;
    answer["result"]["contents"][0]["text"].as_str().unwrap().to_owned()
}

/// K23.
#[tokio::test]
async fn a_reload_that_fails_changes_nothing() {
    let folder = Folder::new();
    folder.skill("a", "b");
    let (skills, server) = server(&folder);
    folder.skill("c", "d").write("e/SKILL.md", "no frontmatter").skill("a", "other");
    let error = skills.reload(&server).unwrap_err().to_string();
    assert!(error.contains("e/SKILL.md"), "{error}");
    let mut peer = Peer::memory(server.clone());
    assert!(
        read_text(&mut peer, "skill://a/SKILL.md")
            .await
            .as_str()
            .unwrap()
            .contains("description: b")
    );
    assert_eq!(read_text(&mut peer, "skill://c/SKILL.md").await, Value::Null);
    std::fs::remove_dir_all(folder.path()).unwrap();
    assert!(skills.reload(&server).is_err());
    assert!(read_text(&mut peer, "skill://a/SKILL.md").await.is_string());
}

#[test]
fn skills_of_another_server_are_not_reloaded() {
    let folder = Folder::new();
    let skills = folder.skill("a", "b").skills();
    let error = skills.reload(&server!().build().unwrap()).unwrap_err().to_string();
    assert!(error.contains("cannot change"), "{error}");
}
