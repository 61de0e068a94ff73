//! Sessions: how they are made, continued and listed, and their MCP servers.

use std::path::Path;

use mcp_runtime_acp::{Client, McpServer};
use mcp_runtime_client::Stdio;

use super::{AGENT, VERSIONS, agent, editor, kind, said, session};

#[tokio::test]
async fn the_agent_says_what_it_is_and_can() {
    for version in VERSIONS {
        let client = editor(version).connect(agent()).await.unwrap();
        assert_eq!(client.version(), version);
        assert_eq!(client.agent_info().map(|info| &*info.name), Some("agent-server"));
        let can = client.capabilities();
        assert!(can.load && can.resume && can.list && can.close && can.delete, "{can:?}");
        assert!(can.image && can.audio && can.embedded_context, "{can:?}");
        let session = client.new_session("/work").await.unwrap();
        assert_eq!(said(&session, "client").await, "editor");
        assert_eq!(said(&session, "where").await, "/work");
        client.close().await;
        let error = session.prompt("say more").await.unwrap_err();
        assert!(error.is_closed(), "{error}");
    }
}

#[tokio::test]
async fn what_was_said_is_told_again_when_a_session_is_loaded() {
    for version in VERSIONS {
        let first = session(editor(version)).await;
        said(&first, "say hello").await;
        said(&first, "call add {\"a\":2,\"b\":3}").await;
        let client = first.client().clone();
        let id = first.id().to_owned();
        let open = client.load_session(&*id, "/work").await.unwrap_err().to_string();
        assert_eq!(open, "this session is already open");
        drop(first);
        let (again, history) = client.load_session(&*id, "/work").await.unwrap();
        let mut kinds: Vec<String> = history.iter().map(kind).collect();
        let user = if version == 1 { "user" } else { "whole user" };
        if version == 2 {
            assert_eq!(kinds.pop().as_deref(), Some("idle"));
            assert_eq!(kinds.pop().as_deref(), Some("ReplayComplete"));
        }
        let calls = ["call pending", "call in_progress", "call completed", "message"];
        assert_eq!(kinds, [&[user, "message", user][..], &calls].concat());
        assert_eq!(said(&again, "count").await, "1");
        drop(again);
        let resumed = client.resume_session(&*id, "/work").await.unwrap();
        assert_eq!(said(&resumed, "count").await, "2");
    }
}

#[tokio::test]
async fn sessions_are_listed_closed_and_deleted() {
    for version in VERSIONS {
        let first = session(editor(version)).await;
        let client = first.client().clone();
        let second = client.new_session("/other").directory("/more").await.unwrap();
        said(&first, "title Trees").await;
        assert_eq!(client.list_sessions().await.unwrap().len(), 2);
        let listed = client.list_sessions_in("/work").await.unwrap();
        assert_eq!((listed.len(), listed[0].title.as_deref()), (1, Some("Trees")));
        let listed = client.list_sessions_in("/other").await.unwrap();
        assert_eq!(listed[0].id, second.id());
        assert_eq!(listed[0].additional_directories, [Path::new("/more")]);
        first.close().await.unwrap();
        client.delete_session(second.id()).await.unwrap();
        let error = second.prompt("say more").await.unwrap().finish().await.unwrap_err();
        assert_eq!(error.rpc().map(|error| error.code.0), Some(-32002), "{error}");
    }
}

#[tokio::test]
async fn a_session_has_the_tools_of_its_mcp_servers() {
    for version in VERSIONS {
        let client = editor(version).connect(agent()).await.unwrap();
        let server = McpServer::stdio("other", AGENT).env("SOME", "thing");
        let session = client.new_session("/").mcp_server(server).await.unwrap();
        let tools = said(&session, "tools").await;
        assert!(tools.contains("other__add"), "{tools}");
        assert_eq!(said(&session, "call other__add {\"a\":2,\"b\":3}").await, "got 5");
        let missing = McpServer::stdio("gone", "/nowhere/at/all");
        let session = client.new_session("/").mcp_server(missing).await.unwrap();
        let tools = said(&session, "tools").await;
        assert!(!tools.contains("gone"), "{tools}");
    }
}

/// The agent starts the program of its client as an MCP server.
#[test]
fn a_client_gives_its_agent_the_tools_of_its_own_binary() {
    let ran = std::process::Command::new(AGENT).arg("drive").output().unwrap();
    assert_eq!(String::from_utf8(ran.stdout).unwrap(), "got 5\n", "{:?}", ran.stderr);
}

#[test]
fn this_binary_is_named_after_itself() {
    let own = McpServer::this_binary().unwrap();
    let name = std::env::current_exe().unwrap();
    assert_eq!(Some(own.name()), name.file_stem().and_then(|name| name.to_str()));
}

#[tokio::test]
async fn relative_directories_become_absolute() {
    for version in VERSIONS {
        let client = editor(version).connect(agent()).await.unwrap();
        let session = client.new_session(".").await.unwrap();
        let here = std::env::current_dir().unwrap();
        assert_eq!(said(&session, "where").await, here.display().to_string());
    }
}

#[tokio::test]
async fn the_end_of_an_agent_ends_its_turns() {
    for version in VERSIONS {
        let client = Client::builder("editor", "1.0").connect(Stdio::spawn("/bin/true")).await;
        let error = client.unwrap_err();
        assert!(error.to_string().contains("/bin/true"), "{error}");
        let error = editor(version).connect(Stdio::spawn("/nowhere/at/all")).await.unwrap_err();
        assert!(error.to_string().contains("/nowhere/at/all"), "{error}");
    }
}
