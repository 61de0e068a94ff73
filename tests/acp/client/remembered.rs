//! What a model still reads of a session that has become too long to be kept.

use std::fs;
use std::path::{Path, PathBuf};

use mcp_runtime::protocol::ContentBlock;
use mcp_runtime_acp::Client;
use mcp_runtime_acp::client::{PromptContent, Session, Update};
use mcp_runtime_client::Stdio;

use super::{AGENT, VERSIONS, editor, said};

const FORGETS: &str = "The oldest parts of this session's history are being discarded";
const SHORTENS: &str = "Large parts of the prompt are kept only for this turn";

/// How the note begins that a model reads in place of what is forgotten.
const NOTE: &str = "User: [Parts of this conversation are left out";

/// A directory of this test alone, in which nothing is.
fn empty(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("agent-remembered-{name}"));
    let _ = fs::remove_dir_all(&path);
    path
}

/// An agent that keeps its sessions in a directory.
async fn agent(version: u16, directory: &Path) -> Client {
    let agent = Stdio::spawn(AGENT).arg("acp").arg(format!("store={}", directory.display()));
    editor(version).connect(agent).await.unwrap()
}

/// An agent that keeps its sessions in an empty directory, with a session.
async fn started(version: u16, name: &str) -> (PathBuf, Client, Session) {
    let directory = empty(&format!("{name}-{version}"));
    let client = agent(version, &directory).await;
    let session = client.new_session("/work").await.unwrap();
    (directory, client, session)
}

/// What a person reads in a turn.
async fn shown(session: &Session, prompt: impl Into<PromptContent>) -> String {
    let mut turn = session.prompt(prompt).await.unwrap();
    let mut shown = String::new();
    while let Some(update) = turn.next().await {
        match update {
            Update::Notice(notice) => shown += &notice.title,
            Update::Message(chunk) => shown += chunk.content.as_text().unwrap_or_default(),
            _ => {}
        }
    }
    turn.finish().await.unwrap();
    shown
}

/// The beginnings of what the model reads, message by message, and how many bytes all of it has.
async fn remembered(session: &Session) -> (Vec<String>, usize) {
    let said = said(session, "remembered").await;
    let mut lines: Vec<String> = said.lines().map(str::to_owned).collect();
    let bytes = lines.pop().unwrap().parse().unwrap();
    eprintln!("{bytes} bytes in {} messages", lines.len());
    (lines, bytes)
}

/// What the model reads in this process, and then in another one.
async fn remembered_twice(
    version: u16,
    directory: &Path,
    client: Client,
    session: Session,
) -> [Vec<String>; 2] {
    let (now, _) = remembered(&session).await;
    let id = session.id().to_owned();
    drop(session);
    client.close().await;
    let client = agent(version, directory).await;
    let session = client.resume_session(&id, "/work").await.unwrap();
    let (later, _) = remembered(&session).await;
    [now, later]
}

#[tokio::test]
async fn three_pictures_of_3_mb_leave_the_prompt_and_the_newest_and_the_person_is_told() {
    for version in VERSIONS {
        let (directory, client, session) = started(version, "pictures").await;
        let picture = ContentBlock::image("A".repeat(4_000_000), "image/png");
        let mut prompt = vec![ContentBlock::text("say hello to these")];
        prompt.extend(std::iter::repeat_n(picture, 3));
        let told = shown(&session, prompt).await;
        assert!(told.contains("hello to these") && told.contains(SHORTENS), "{told}");
        assert!(!told.contains(FORGETS), "{told}");
        for lines in remembered_twice(version, &directory, client, session).await {
            let note = "[an image of 40000";
            let [prompt, answer, ..] = &lines[..] else { panic!("{lines:?}") };
            assert!(prompt.starts_with("User: say hello to these | [an image of 40000"));
            assert_eq!(prompt.matches(note).count(), 2, "{prompt}");
            assert!(prompt.contains("<40000"), "the newest is whole: {prompt}");
            assert_eq!(answer, "Agent: hello to these");
        }
    }
}

/// The newest pictures are whole, and what was said with the older ones is still there.
#[tokio::test]
async fn pictures_of_several_prompts_leave_what_was_said_with_them() {
    for version in VERSIONS {
        let (directory, client, session) = started(version, "prompts").await;
        let mut told = String::new();
        for number in 1..=4 {
            let picture = ContentBlock::image("A".repeat(4_000_000), "image/png");
            let text = ContentBlock::text(format!("say {number}"));
            told += &shown(&session, vec![text, picture]).await;
        }
        assert_eq!(told.matches(FORGETS).count(), 1, "{told}");
        for lines in remembered_twice(version, &directory, client, session).await {
            assert!(lines[0].starts_with(NOTE), "{lines:?}");
            for number in 1..=4 {
                let prompt = &lines[2 * number - 1];
                let answer = &lines[2 * number];
                let rest = if number < 3 { "[an image of 40000" } else { "<40000" };
                assert!(prompt.starts_with(&format!("User: say {number} | {rest}")), "{prompt}");
                assert_eq!(answer, &format!("Agent: {number}"));
            }
        }
    }
}

#[tokio::test]
async fn fifty_edits_leave_what_was_said_before_and_after() {
    for version in VERSIONS {
        let (directory, client, session) = started(version, "edits").await;
        said(&session, "say well").await;
        let told = shown(&session, "edit-often 50 100000").await;
        assert!(told.contains(FORGETS), "{told}");
        // Nobody is told twice.
        let told = shown(&session, "edit-often 50 100000").await;
        assert!(!told.contains(FORGETS), "{told}");
        for lines in remembered_twice(version, &directory, client, session).await {
            assert!(lines[0].starts_with(NOTE), "{lines:?}");
            let edited = ["User: edit-often 50 100000", "Agent: edited"];
            assert_eq!(lines[1..3], ["User: say well", "Agent: well"]);
            assert_eq!(
                (&lines[3..5], &lines[5..7]),
                (&edited.map(str::to_owned)[..], &edited.map(str::to_owned)[..])
            );
        }
    }
}

/// Texts, sounds, and very many parts; the last message of a long talk stays, whatever came before.
#[tokio::test]
async fn prompts_that_are_too_large_in_other_ways_leave_their_beginning() {
    let sound = ContentBlock::audio("A".repeat(9_000_000), "audio/wav");
    let small = std::iter::repeat_n(ContentBlock::image("A".repeat(10_000), "image/png"), 900);
    for (what, more) in [
        ("é", vec![ContentBlock::text("é".repeat(5_000_000))]),
        ("[audio of 90000", vec![sound]),
        ("[an image of 10", small.collect()),
    ] {
        let session = super::session(editor(2)).await;
        let prompt = [vec![ContentBlock::text("say hello")], more].concat();
        assert!(shown(&session, prompt).await.contains(SHORTENS), "{what}");
        let (lines, bytes) = remembered(&session).await;
        assert!(lines[0].starts_with(&format!("User: say hello | {what}")), "{what}");
        assert!((10..4_200_000).contains(&bytes), "{what}: {bytes}");
    }
    let session = super::session(editor(2)).await;
    for _ in 0..10 {
        said(&session, &format!("say {}", "x".repeat(1_000_000))).await;
    }
    said(&session, "say the last").await;
    let (lines, bytes) = remembered(&session).await;
    assert!(lines[0].starts_with(NOTE) && bytes > 3_000_000, "{bytes}");
    assert!(lines.contains(&"Agent: the last".to_owned()));
}

/// What all sessions together may take is taken by others.
#[tokio::test]
async fn a_session_for_which_there_is_no_room_remembers_its_prompt() {
    let client = editor(2).connect(super::agent()).await.unwrap();
    let mut sessions = Vec::new();
    let left = (12..22).rev().map(|power| 1 << power);
    for bytes in std::iter::repeat_n(4_000_000, 16).chain(left) {
        let session = client.new_session("/work").await.unwrap();
        let picture = ContentBlock::image("A".repeat(bytes), "image/png");
        shown(&session, vec![ContentBlock::text("say hello"), picture]).await;
        sessions.push(session);
    }
    let session = client.new_session("/work").await.unwrap();
    let told = shown(&session, format!("say {}", "x".repeat(5_000))).await;
    assert!(told.contains(FORGETS), "{}", told.len());
    sessions.push(session);
    for session in &sessions {
        let (lines, _) = remembered(session).await;
        assert_eq!(lines.last().unwrap(), "User: remembered");
    }
}
