//! `skills/list` and `skills/get`, and what is declared.

use mcp_runtime::Limits;
use mcp_test_support::peer::{Peer, initialize, modern};
use serde_json::{Value, json};

use super::fixture::{Folder, PDF, ask, embedded, read, request, result, uris, vectors};

const SKILLS: &str = "io.modelcontextprotocol/skills";

/// K01 and K02.
#[tokio::test]
async fn skills_are_declared_with_the_resources_that_they_are() {
    let capabilities = result("server/discover", json!({})).await["capabilities"].take();
    assert_eq!(capabilities["extensions"], json!({ SKILLS: { "directoryRead": true } }));
    assert!(capabilities["resources"].is_object(), "{capabilities}");
    let allowed = vectors()["settings_ok"].clone();
    assert!(allowed.as_array().unwrap().contains(&capabilities["extensions"][SKILLS]));
    for (version, is_there) in [("2025-06-18", false), ("2025-11-25", true)] {
        let mut peer = Peer::memory(embedded().build().unwrap());
        let answer = peer.request("initialize", initialize(version)).await;
        let declared = &answer["result"]["capabilities"]["extensions"];
        assert_eq!(declared[SKILLS].is_object(), is_there, "{answer}");
    }
}

#[tokio::test]
async fn an_entry_has_every_file_with_its_digest() {
    for builder in [embedded, read] {
        let answer = ask(builder, "2026-07-28", "skills/list", json!({})).await;
        let skills = answer["result"]["skills"].as_array().unwrap();
        let pdf = skills.iter().find(|skill| skill["uri"] == PDF).unwrap();
        assert_eq!(pdf, &vectors()["entry"]);
    }
}

/// K04 and K05.
#[tokio::test]
async fn results_are_those_of_the_revision() {
    let listed = result("skills/list", json!({})).await;
    assert_eq!(listed["resultType"], "complete");
    assert_eq!((&listed["ttlMs"], &listed["cacheScope"]), (&json!(300_000), &json!("public")));
    let answer = ask(read, "2026-07-28", "skills/list", json!({})).await;
    let read = &answer["result"];
    assert_eq!((&read["ttlMs"], &read["cacheScope"]), (&json!(0), &json!("private")));
    for (method, params) in [("skills/list", json!({})), ("skills/get", json!({ "uri": PDF }))] {
        let answer = ask(embedded, "2025-11-25", method, params.clone()).await;
        for member in ["ttlMs", "cacheScope", "resultType"] {
            assert_eq!(answer["result"].get(member), None, "{answer}");
        }
        assert!(answer["result"].is_object());
        let answer = ask(embedded, "2025-06-18", method, params).await;
        assert_eq!(answer["error"]["code"], -32601, "{answer}");
    }
}

/// K03.
#[tokio::test]
async fn lists_come_in_pages_of_whole_entries() {
    let mut peer = Peer::memory(embedded().limits(Limits::new().page_size(2)).build().unwrap());
    let first = request(&mut peer, "skills/list", json!({})).await;
    assert_eq!(uris(&first).len(), 2);
    let cursor = first["nextCursor"].clone();
    let second = request(&mut peer, "skills/list", json!({ "cursor": cursor })).await;
    assert_eq!(uris(&second), [PDF]);
    assert_eq!(second.get("nextCursor"), None);
    for wrong in [json!("?"), json!("c2tpbGw6Ly9ub25l"), json!(5)] {
        let answer = peer.request("skills/list", modern(json!({ "cursor": wrong }))).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
}

/// K06 and K09.
#[tokio::test]
async fn a_skill_is_got_as_it_is_listed() {
    let listed = result("skills/list", json!({})).await;
    for skill in listed["skills"].as_array().unwrap() {
        let params = json!({ "uri": skill["uri"], "cursor": "whatever" });
        let got = result("skills/get", params).await;
        assert_eq!(&got["skill"], skill);
        assert_eq!(got.get("nextCursor"), None);
        assert_eq!((&got["ttlMs"], &got["cacheScope"]), (&json!(300_000), &json!("public")));
    }
}

/// K08.
#[tokio::test]
async fn what_is_not_a_skill_is_not_got() {
    let cases = vectors()["get_errors"].as_array().unwrap().clone();
    assert_eq!(cases.len(), 4);
    for case in cases {
        let answer = ask(embedded, "2026-07-28", "skills/get", case["params"].clone()).await;
        assert_eq!(answer["error"]["code"], case["code"], "{answer}");
    }
}

/// K15.
#[tokio::test]
async fn a_skill_inside_of_another_is_listed_twice_over() {
    let listed = result("skills/list", json!({})).await;
    let uris = uris(&listed);
    let [outer, inner] =
        ["skill://acme/billing/refunds/SKILL.md", "skill://acme/billing/refunds/partial/SKILL.md"];
    assert!(uris.contains(&outer) && uris.contains(&inner), "{uris:?}");
    let skills = listed["skills"].as_array().unwrap();
    for uri in [outer, inner] {
        let skill = skills.iter().find(|skill| skill["uri"] == uri).unwrap();
        let files = skill["resources"].as_array().unwrap();
        assert!(files.iter().any(|file| file["uri"] == inner), "{skill}");
    }
}

#[tokio::test]
async fn skills_are_among_the_resources_under_their_names() {
    let listed = result("resources/list", json!({})).await;
    let resources = listed["resources"].as_array().unwrap();
    assert_eq!(resources.len(), 3);
    let pdf = resources.iter().find(|resource| resource["uri"] == PDF).unwrap();
    assert_eq!(
        pdf,
        &json!({
            "uri": PDF,
            "name": "pdf-processing",
            "description": "Extract, fill, and assemble PDF documents",
            "mimeType": "text/markdown",
        })
    );
}

#[test]
fn skills_are_given_once() {
    let error = embedded()
        .extension(mcp_runtime_skills::skills!("skills"))
        .build()
        .unwrap_err()
        .to_string();
    assert!(error.contains("added twice"), "{error}");
}

#[tokio::test]
async fn a_server_may_have_no_skill_yet() {
    let folder = Folder::new();
    let mut peer = folder.peer();
    let listed: Value = request(&mut peer, "skills/list", json!({})).await;
    assert_eq!(listed["skills"], json!([]));
}
