//! Folders of skills, and the vectors.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use mcp_runtime::{ServerBuilder, server};
use mcp_runtime_skills::{Skills, skills};
use mcp_test_support::both;
use mcp_test_support::peer::{Peer, modern};
use serde_json::{Value, json};

pub(super) const PDF: &str = "skill://pdf-processing/SKILL.md";

pub(super) fn vectors() -> Value {
    let text = include_str!("../../data/extensions/skills-vectors.json");
    serde_json::from_str(text).unwrap()
}

/// The skills of `tests/skills`, in the program.
pub(super) fn embedded() -> ServerBuilder {
    server!().extension(skills!("skills"))
}

/// The skills of `tests/skills`, read when the server is built.
pub(super) fn read() -> ServerBuilder {
    server!().extension(Skills::dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("skills")))
}

/// The answers of a server over a pipe and over HTTP, in a revision.
pub(super) async fn ask(
    builder: fn() -> ServerBuilder,
    version: &str,
    method: &str,
    params: Value,
) -> Value {
    let server = || builder().build().unwrap();
    let [one, other] = both::ask(server, version, &json!({}), method, params).await;
    let outcome = |answer: &Value| (answer["result"].clone(), answer["error"]["code"].clone());
    assert_eq!(outcome(&one), outcome(&other));
    one
}

/// The result of a modern request to the skills in the program.
pub(super) async fn result(method: &str, params: Value) -> Value {
    let answer = ask(embedded, "2026-07-28", method, params).await;
    assert_eq!(answer.get("error"), None, "{answer}");
    answer["result"].clone()
}

pub(super) fn uris(result: &Value) -> Vec<&str> {
    let skills = result["skills"].as_array().unwrap().iter();
    skills.map(|skill| skill["uri"].as_str().unwrap()).collect()
}

/// A folder of skills that goes away.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("skills-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    pub(super) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) -> &Self {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
        self
    }

    /// Writes the `SKILL.md` of a skill.
    pub(super) fn skill(&self, path: &str, description: &str) -> &Self {
        let name = path.rsplit('/').next().unwrap();
        let text = format!("---\nname: {name}\ndescription: {description}\n---\ntext\n");
        self.write(&format!("{path}/SKILL.md"), text)
    }

    pub(super) fn skills(&self) -> Skills {
        Skills::dir(&self.0)
    }

    /// A peer of a server with these skills.
    pub(super) fn peer(&self) -> Peer {
        Peer::memory(server!().extension(self.skills()).build().unwrap())
    }

    /// What a server says that is built with these skills.
    pub(super) fn mistake(&self) -> String {
        server!().extension(self.skills()).build().unwrap_err().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The result of a modern request.
pub(super) async fn request(peer: &mut Peer, method: &str, params: Value) -> Value {
    peer.request(method, modern(params)).await["result"].take()
}

pub(super) async fn read_text(peer: &mut Peer, uri: &str) -> Value {
    let read = request(peer, "resources/read", json!({ "uri": uri })).await;
    read.pointer("/contents/0/text").cloned().unwrap_or_default()
}
