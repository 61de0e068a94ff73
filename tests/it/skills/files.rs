//! The files of skills: read as they are, and none that a skill does not have.

use mcp_runtime::server;
use mcp_test_support::peer::{Peer, modern};
use serde_json::{Value, json};

use super::fixture::{Folder, PDF, ask, embedded, read_text, request, vectors};

#[tokio::test]
async fn files_are_read_by_their_uris() {
    let mut peer = Peer::memory(embedded().build().unwrap());
    for file in vectors()["fixture_files"].as_array().unwrap() {
        let uri = format!("skill://pdf-processing/{}", file["path"].as_str().unwrap());
        assert_eq!(read_text(&mut peer, &uri).await, file["text"], "{uri}");
    }
    let answer = request(&mut peer, "resources/read", json!({ "uri": PDF })).await;
    assert_eq!(answer["contents"][0]["mimeType"], "text/markdown");
    for (version, code) in [("2025-06-18", -32002), ("2025-11-25", -32002), ("2026-07-28", -32602)]
    {
        for uri in ["skill://pdf-processing/none.md", "skill://none/SKILL.md"] {
            let answer = ask(embedded, version, "resources/read", json!({ "uri": uri })).await;
            assert_eq!(answer["error"]["code"], code, "{answer}");
        }
    }
}

/// K13.
#[tokio::test]
async fn bytes_are_served_untouched() {
    let text = "\u{feff}---\r\nname: a\r\ndescription: b\r\n---\r\ntext\r\n";
    let folder = Folder::new();
    folder.write("a/SKILL.md", text);
    let mut peer = folder.peer();
    let listed = request(&mut peer, "skills/list", json!({})).await;
    assert_eq!(listed["skills"][0]["resources"][0]["size"], text.len());
    assert_eq!(read_text(&mut peer, "skill://a/SKILL.md").await, text);
}

/// K14.
#[tokio::test]
async fn what_is_not_text_is_a_blob() {
    let folder = Folder::new();
    folder.skill("a", "b").write("a/x.bin", [0xff, 0x00, 0xfe]);
    let mut peer = folder.peer();
    let read = request(&mut peer, "resources/read", json!({ "uri": "skill://a/x.bin" })).await;
    let content = &read["contents"][0];
    assert_eq!(
        (&content["blob"], &content["mimeType"]),
        (&json!("/wD+"), &json!("application/octet-stream"))
    );
    let listed = request(&mut peer, "skills/list", json!({})).await;
    let file = &listed["skills"][0]["resources"][1];
    // What `sha256sum` says of the three bytes.
    assert_eq!(
        file["digest"],
        "sha256:af9ceddc9d8b08ac09e1994bfd20459b5e377425df7354dfce3501992828a5b7"
    );
    assert_eq!(file["size"], 3);
}

/// K17.
#[tokio::test]
async fn names_are_encoded_and_read_in_either_form() {
    let folder = Folder::new();
    folder.skill("a", "b").write("a/50 %.md", "half").write("a/ü.md", "umlaut");
    let mut peer = folder.peer();
    let listed = request(&mut peer, "skills/list", json!({})).await;
    let files = listed["skills"][0]["resources"].as_array().unwrap();
    let uris: Vec<_> = files.iter().map(|file| file["uri"].as_str().unwrap()).collect();
    assert_eq!(uris, ["skill://a/50%20%25.md", "skill://a/SKILL.md", "skill://a/%C3%BC.md"]);
    for uri in ["skill://a/50%20%25.md", "skill://a/50 %.md", "skill://a/50%20%.md"] {
        assert_eq!(read_text(&mut peer, uri).await, "half", "{uri}");
    }
    for uri in ["skill://a/%C3%BC.md", "skill://a/ü.md", "skill://a/%c3%bc.md"] {
        assert_eq!(read_text(&mut peer, uri).await, "umlaut", "{uri}");
    }
}

/// What a peer names is looked up, and never becomes a path.
#[tokio::test]
async fn nothing_leads_out_of_the_skills() {
    let folder = Folder::new();
    folder
        .skill("skills/a", "b")
        .write("secret.txt", "secret")
        .write("skills/README.md", "of none");
    folder.write("skills/a/.env", "secret");
    let skills = mcp_runtime_skills::Skills::dir(folder.path().join("skills"));
    let mut peer = Peer::memory(server!().extension(skills).build().unwrap());
    let absolute = format!("skill://{}/secret.txt", folder.path().display());
    for uri in [
        "skill://a/../../secret.txt",
        "skill://../secret.txt",
        "skill://a/..%2f..%2fsecret.txt",
        "skill://a/%2e%2e/%2e%2e/secret.txt",
        "skill://a/.env",
        "skill://README.md",
        "skill://a/",
        "skill://a//SKILL.md",
        "skill://a/./SKILL.md",
        "skill://a/SKILL.md%00",
        "skill:///a/SKILL.md",
        &absolute,
    ] {
        let answer = peer.request("resources/read", modern(json!({ "uri": uri }))).await;
        assert_eq!(answer["error"]["code"], -32602, "{uri}: {answer}");
        for method in ["skills/get", "resources/directory/read"] {
            let answer = peer.request(method, modern(json!({ "uri": uri }))).await;
            assert_eq!(answer["error"]["code"], -32602, "{uri}: {answer}");
        }
    }
}

/// K16.
#[cfg(unix)]
#[tokio::test]
async fn links_and_devices_are_refused() {
    let folder = Folder::new();
    folder.skill("a", "b");
    std::os::unix::fs::symlink("/etc/passwd", folder.path().join("a/link")).unwrap();
    assert!(folder.mistake().contains("a/link: it is a symbolic link"), "{}", folder.mistake());
    let lenient = folder.skills().lenient();
    let mut peer = Peer::memory(server!().extension(lenient).build().unwrap());
    let listed = request(&mut peer, "skills/list", json!({})).await;
    assert_eq!(listed["skills"][0]["resources"].as_array().unwrap().len(), 1);
    let answer = peer.request("resources/read", modern(json!({ "uri": "skill://a/link" }))).await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");

    let folder = Folder::new();
    folder.skill("a", "b");
    std::os::unix::fs::symlink("/", folder.path().join("a/top")).unwrap();
    assert!(folder.mistake().contains("a/top: it is a symbolic link"));
    let folder = Folder::new();
    folder.skill("a", "b");
    let made = std::process::Command::new("mkfifo").arg(folder.path().join("a/pipe")).status();
    assert!(made.unwrap().success());
    assert!(folder.mistake().contains("a/pipe: it is neither a file nor a folder"));
}

/// K18.
#[tokio::test]
async fn a_skill_has_bounds() {
    let folder = Folder::new();
    folder.skill("a", "b");
    for number in 0..512 {
        folder.write(&format!("a/{number}"), "");
    }
    folder.skill("b", "c").write("b/large", vec![b'x'; 16 * 1024 * 1024 + 1]);
    let mistake = folder.mistake();
    assert!(mistake.contains("the skill has 513 files; the maximum is 512"), "{mistake}");
    assert!(mistake.contains("b/SKILL.md: the files of the skill total 167"), "{mistake}");
    // Who insists serves them.
    let server = server!().extension(folder.skills().lenient()).build().unwrap();
    let listed = request(&mut Peer::memory(server), "skills/list", json!({})).await;
    assert_eq!(listed["skills"].as_array().map(Vec::len), Some(2));
}

#[test]
fn the_skills_of_a_server_have_bounds_together() {
    let folder = Folder::new();
    for number in 0..5 {
        folder.skill(&format!("s{number}"), "b");
        folder.write(&format!("s{number}/large"), vec![b'x'; 14 * 1024 * 1024]);
    }
    let mistake = folder.mistake();
    assert!(mistake.contains("total more than 67108864 bytes"), "{mistake}");
    let folder = Folder::new();
    folder.skill(&format!("{}a", "x/".repeat(40)), "b");
    assert!(folder.mistake().contains("nested more than 32 folders deep"), "{}", folder.mistake());
    let missing = mcp_runtime_skills::Skills::dir("/nowhere/skills");
    let error = server!().extension(missing).build().unwrap_err().to_string();
    assert!(error.contains("skills in /nowhere/skills: "), "{error}");
}

/// K11, where skills are left out.
#[tokio::test]
async fn a_skill_that_is_wrong_may_be_left_out() {
    let folder = Folder::new();
    folder.skill("good", "b").write("bad/SKILL.md", "# no frontmatter").write("SKILL.md", "");
    assert!(folder.mistake().contains(
        "skills: SKILL.md: a skill must be in a folder that has the same name as the skill"
    ));
    let server = server!().extension(folder.skills().lenient()).build().unwrap();
    let mut peer = Peer::memory(server);
    let listed: Value = request(&mut peer, "skills/list", json!({})).await;
    assert_eq!(listed["skills"].as_array().map(Vec::len), Some(1));
    let bad = modern(json!({ "uri": "skill://bad/SKILL.md" }));
    assert_eq!(peer.request("resources/read", bad).await["error"]["code"], -32602);
}
