//! The notes server over a directory, as clients talk to it.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use crate::program::{Program, objections};
use serde_json::{Value, json};

const NOTES: &str = env!("CARGO_BIN_EXE_notes");

/// The notes server over a directory.
struct Notes(Program);

impl Notes {
    fn of(directory: &Path) -> Self {
        Self(Program::new(NOTES).env("NOTES_DIR", directory))
    }

    fn call(&self, tool: &str, arguments: Value) -> Value {
        self.0.request("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// The names that a search finds, in their order.
    fn search(&self, arguments: Value) -> Vec<String> {
        let result = self.call("search", arguments);
        let hits = result["structuredContent"]["notes"].as_array().unwrap();
        let names = hits.iter().map(|hit| hit["name"].as_str().unwrap().to_owned());
        names.collect()
    }

    /// The text of a successful result.
    fn text(&self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments);
        assert_eq!(result.get("isError"), None, "{result}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }

    fn read(&self, uri: &str) -> Value {
        self.0.request("resources/read", json!({"uri": uri}))["contents"][0].take()
    }

    fn complete(&self, reference: Value, typed: &str) -> Value {
        let argument = json!({"name": "name", "value": typed});
        let params = json!({"ref": reference, "argument": argument});
        self.0.request("completion/complete", params)["completion"]["values"].take()
    }
}

/// An empty directory for a test.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// The documentation of this repository, without what has been built in it, which takes long to search.
fn documentation() -> PathBuf {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let copy = directory("documentation");
    for file in ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"] {
        fs::copy(repository.join(file), copy.join(file)).unwrap();
    }
    copy
}

#[test]
fn serves_the_documentation_of_this_repository() {
    let documentation = documentation();
    let notes = Notes::of(&documentation);
    let readme = fs::read_to_string(documentation.join("README.md")).unwrap();

    let found = notes.search(json!({"query": "ANNOTATE plain functions", "limit": 100}));
    assert!(found.contains(&"README.md".to_owned()), "{found:?}");
    assert_eq!(notes.text("read", json!({"name": "README.md"})), readme);

    let contents = notes.read("notes://README.md");
    assert_eq!(contents["text"], readme);
    assert_eq!(contents["mimeType"], "text/markdown");
    let index = notes.read("notes://index");
    assert_eq!(index["mimeType"], "text/csv");
    let line = format!("\n\"README.md\",{},20", readme.len());
    assert!(index["text"].as_str().unwrap().contains(&line), "{index}");

    let arguments = json!({"name": "README.md", "style": "bullets"});
    let prompt =
        notes.0.request("prompts/get", json!({"name": "summarize", "arguments": arguments}));
    let text = prompt["messages"][0]["content"]["text"].as_str().unwrap();
    assert_eq!(text, format!("Summarize this note as a few bullet points:\n\n{readme}"));

    let prompt = json!({"type": "ref/prompt", "name": "summarize"});
    assert_eq!(notes.complete(prompt, "READ"), json!(["README.md"]));
    let template = json!({"type": "ref/resource", "uri": "notes://{+name}"});
    assert_eq!(notes.complete(template, "CHANGE"), json!(["CHANGELOG.md"]));
}

#[test]
fn writes_and_deletes() {
    let directory = directory("writes");
    let notes = Notes::of(&directory);
    let note = directory.join("ideas/first.md");
    for text in ["one", "two"] {
        let arguments = json!({"name": "ideas/first.md", "text": text});
        assert_eq!(notes.text("write", arguments), "Wrote ideas/first.md.");
        assert_eq!(fs::read_to_string(&note).unwrap(), text);
    }
    let name = json!({"name": "ideas/first.md"});
    assert_eq!(notes.text("delete", name.clone()), "Deleted ideas/first.md.");
    assert!(!note.exists());
    for tool in ["read", "delete"] {
        let result = notes.call(tool, name.clone());
        assert_eq!(result["isError"], true, "{result}");
    }
    let error = notes.0.error("resources/read", json!({"uri": "notes://ideas/first.md"}));
    assert_eq!(error["code"], -32602);
}

#[test]
fn finds_all_words_in_the_order_that_is_asked_for() {
    let directory = directory("search");
    let texts = [("b.md", "Apples and pears"), ("a.txt", "PEARS, apples"), ("c.md", "apples")];
    for (age, (name, text)) in texts.into_iter().enumerate() {
        fs::write(directory.join(name), text).unwrap();
        let modified = SystemTime::now() - Duration::from_secs(3600 * age as u64);
        File::options()
            .write(true)
            .open(directory.join(name))
            .and_then(|file| file.set_modified(modified))
            .unwrap();
    }
    fs::write(directory.join("d.rs"), "apples, pears").unwrap();
    let notes = Notes::of(&directory);
    let found = |arguments| notes.search(arguments);
    assert_eq!(found(json!({"query": "apples PEAR"})), ["a.txt", "b.md"]);
    assert_eq!(found(json!({"query": "pears", "order": "newest"})), ["b.md", "a.txt"]);
    assert_eq!(found(json!({"query": "apples", "limit": 1})), ["a.txt"]);
    assert_eq!(found(json!({"query": "plums"})), [] as [&str; 0]);
    let refused = notes.call("search", json!({"query": "x", "limit": 0, "order": "oldest"}));
    let text = refused["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("`limit`: expected an integer from 1 to 100"), "{text}");
    assert!(text.contains("`order`: expected one of \"name\", \"newest\""), "{text}");
}

/// A directory with links that lead out of it, and a secret beside it.
fn with_links(name: &str) -> (PathBuf, PathBuf) {
    let outside = directory(&format!("{name}-outside"));
    let secret = outside.join("secret.md");
    fs::write(&secret, "the secret").unwrap();
    let inside = directory(name);
    fs::write(inside.join("note.md"), "a note").unwrap();
    symlink(&secret, inside.join("file.md")).unwrap();
    symlink(&outside, inside.join("folder")).unwrap();
    symlink(outside.join("new.md"), inside.join("dangling.md")).unwrap();
    (inside, secret)
}

#[test]
fn names_never_leave_the_directory() {
    let (directory, secret) = with_links("links");
    let notes = Notes::of(&directory);
    let names = [
        "../links-outside/secret.md",
        "note.md/../../links-outside/secret.md",
        "./../links-outside/secret.md",
        secret.to_str().unwrap(),
        "//etc/secret.md",
        "..",
        "",
        ".hidden.md",
        "file.md",
        "folder/secret.md",
        "folder/new.md",
        "dangling.md",
        "note.md\0.md",
    ];
    for name in names {
        for (tool, arguments) in [
            ("read", json!({"name": name})),
            ("write", json!({"name": name, "text": "changed"})),
            ("delete", json!({"name": name})),
        ] {
            let result = notes.call(tool, arguments);
            assert_eq!(result["isError"], true, "{tool} {name}: {result}");
            assert!(!result.to_string().contains("the secret"), "{result}");
        }
        let arguments = json!({"name": "summarize", "arguments": {"name": name}});
        notes.0.error("prompts/get", arguments);
        notes.0.error("resources/read", json!({"uri": format!("notes://{name}")}));
        let escaped = name.replace('.', "%2e").replace('/', "%2f");
        notes.0.error("resources/read", json!({"uri": format!("notes://{escaped}")}));
    }
    assert_eq!(fs::read_to_string(&secret).unwrap(), "the secret");
    let outside = fs::read_dir(secret.parent().unwrap()).unwrap();
    assert_eq!(outside.count(), 1);
    assert!(directory.join("file.md").is_symlink());
}

/// Between a look at a path and its use there is time to make it another one.
#[test]
fn a_link_that_is_swapped_in_meanwhile_is_not_followed() {
    let (directory, secret) = with_links("swapped");
    let [note, link, spare] = ["note.md", "link", "spare.md"].map(|name| directory.join(name));
    symlink(&secret, &link).unwrap();
    fs::write(&spare, "a note").unwrap();
    let is_done = AtomicBool::new(false);
    let swap = || {
        for next in [&link, &spare].into_iter().cycle() {
            let _ = fs::remove_file(&note);
            fs::hard_link(next, &note).unwrap();
            if is_done.load(Ordering::Relaxed) {
                return;
            }
        }
    };
    let client = json!({"name": "test", "version": "1"});
    let initialize =
        json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
    let mut requests = vec![("initialize", initialize)];
    let call = json!({"name": "read", "arguments": {"name": "note.md"}});
    requests.resize(4000, ("tools/call", call));
    let answers = std::thread::scope(|scope| {
        scope.spawn(swap);
        let answers = Notes::of(&directory).0.talk(&requests);
        is_done.store(true, Ordering::Relaxed);
        answers
    });
    let texts = answers.iter().map(|answer| &answer["result"]["content"][0]["text"]);
    let was = |text: &str| texts.clone().filter(|found| **found == json!(text)).count();
    assert!(was("a note") > 0, "it was there at times");
    assert_eq!(was("the secret"), 0, "of {} reads", requests.len());
}

/// A pipe makes whoever opens it wait for the other end.
#[test]
fn what_is_not_a_file_is_no_note() {
    let directory = directory("pipes");
    fs::create_dir(directory.join("folder.md")).unwrap();
    let pipe = directory.join("pipe.md");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let notes = Notes::of(&directory);
    for name in ["pipe.md", "folder.md"] {
        for (tool, arguments) in
            [("read", json!({"name": name})), ("write", json!({"name": name, "text": ""}))]
        {
            let result = notes.call(tool, arguments);
            assert_eq!(result["isError"], true, "{tool} {name}: {result}");
        }
    }
    assert_eq!(notes.search(json!({"query": ""})), [] as [&str; 0]);
    assert!(pipe.exists());
}

#[test]
fn links_are_not_listed() {
    let (directory, _) = with_links("listed");
    let notes = Notes::of(&directory);
    assert_eq!(notes.search(json!({"query": ""})), ["note.md"]);
    let index = notes.read("notes://index");
    assert_eq!(index["text"].as_str().unwrap().lines().count(), 2);
}

#[test]
fn a_directory_that_is_not_there_is_named() {
    let ran = Program::new(NOTES).env("NOTES_DIR", "/no/such/directory").run(&["list"]);
    assert_eq!((ran.status, &*ran.stdout), (1, ""));
    assert_eq!(ran.stderr, "Error: NOTES_DIR: No such file or directory (os error 2)\n");
}

#[test]
fn a_wrong_uri_has_a_hint() {
    let ran = Program::new(NOTES).run(&["read", "notes://indx"]);
    assert_eq!(ran.status, 1);
    assert!(ran.stderr.contains("did you mean `notes://index`?"), "{ran:?}");
}

#[test]
fn nobody_objects() {
    assert_eq!(objections(&Program::new(NOTES)), []);
}

#[test]
fn the_source_is_short() {
    let lines = include_str!("../notes.rs").lines().map(str::trim);
    let code = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    assert!(code.count() <= 150);
}
