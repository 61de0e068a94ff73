//! An agent with commands, modes, options, ways to log in, and the files and terminals of its client.

use mcp_runtime::Result;
use mcp_runtime_acp::Client;
use mcp_runtime_acp::client::{
    ConfigValue, CreateTerminal, Session, TerminalExit, TerminalOutput, TerminalRef, Terminals,
};
use mcp_runtime_client::Stdio;

use super::{VERSIONS, editor, said};

const WORKBENCH: &str = env!("CARGO_BIN_EXE_workbench-server");

async fn opened(client: Client) -> Session {
    client.new_session("/work").await.unwrap()
}

#[tokio::test]
async fn commands_are_known_once_they_are_told() {
    for version in VERSIONS {
        let client = editor(version).connect(Stdio::spawn(WORKBENCH)).await.unwrap();
        let session = opened(client).await;
        // What is told after the answer comes before the end of the first turn.
        said(&session, "hello").await;
        let commands = session.commands();
        let mut names: Vec<&str> = commands.iter().map(|command| &*command.name).collect();
        names.sort_unstable();
        assert_eq!(names, ["count-up", "review", "whose"]);
        let hint = |name: &str| {
            let command = commands.iter().find(|command| command.name == name).unwrap();
            command.input.as_ref().map(|input| input.hint.clone())
        };
        assert_eq!(hint("count-up").as_deref(), Some("how far"));
        assert_eq!(hint("whose"), None);
        assert_eq!(said(&session, "/whose").await, "Ada");
    }
}

#[tokio::test]
async fn modes_and_options_are_switched_by_both_sides() {
    for version in VERSIONS {
        let client = editor(version).connect(Stdio::spawn(WORKBENCH)).await.unwrap();
        let session = opened(client).await;
        let current = |session: &Session, id: &str| {
            let options = session.config_options();
            let option = options.iter().find(|option| option.id == id).unwrap().clone();
            match option.value {
                ConfigValue::Select { current, .. } => current,
                ConfigValue::Boolean { current } => current.to_string(),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(
            ["mode", "model", "careful"].map(|id| current(&session, id)),
            ["ask", "large", "true"]
        );
        session.set_config_option("model", "small").await.unwrap();
        session.set_config_option("careful", false).await.unwrap();
        assert_eq!(["model", "careful"].map(|id| current(&session, id)), ["small", "false"]);
        assert_eq!(said(&session, "option model").await, "\"small\"");
        assert_eq!(said(&session, "careful yes").await, "changed");
        assert_eq!(current(&session, "careful"), "true");
        let error = session.set_config_option("colour", "red").await.unwrap_err().to_string();
        assert_eq!(error, "the agent does not have the option \"colour\"");
        if version == 1 {
            assert_eq!(session.modes().unwrap().current, "ask");
            session.set_mode("write").await.unwrap();
            assert_eq!(said(&session, "mode").await, "Write");
            assert_eq!(said(&session, "mode ask").await, "changed");
            assert_eq!(session.modes().unwrap().current, "ask");
        }
        let error = session.set_mode("fly").await.unwrap_err().to_string();
        assert_eq!(error, "the agent does not have the mode \"fly\"");
    }
}

#[tokio::test]
async fn a_person_logs_in_where_the_agent_wants_that() {
    for version in VERSIONS {
        let agent = Stdio::spawn(WORKBENCH).arg("login");
        let client = editor(version).connect(agent).await.unwrap();
        let error = client.new_session("/work").await.unwrap_err();
        assert_eq!(error.rpc().map(|error| error.code.0), Some(-32000), "{error}");
        let methods: Vec<&str> = client.auth_methods().iter().map(|method| &*method.id).collect();
        assert!(methods.contains(&"key"), "{methods:?}");
        assert!(client.authenticate("wrong").await.is_err());
        client.authenticate("key").await.unwrap();
        let session = opened(client.clone()).await;
        assert_eq!(said(&session, "mode").await, "Ask");
        client.logout().await.unwrap();
        assert!(client.new_session("/work").await.is_err());
    }
}

/// One terminal, in which every command does the same.
struct One;

impl Terminals for One {
    async fn create(&self, command: CreateTerminal) -> Result<String> {
        Ok(command.command)
    }

    async fn output(&self, terminal: TerminalRef) -> Result<TerminalOutput> {
        let said = format!("ran {}", terminal.terminal_id);
        Ok(TerminalOutput::new(said).ended(TerminalExit::signal("KILL")))
    }

    async fn wait_for_exit(&self, _: TerminalRef) -> Result<TerminalExit> {
        Ok(TerminalExit::code(7))
    }

    async fn kill(&self, _: TerminalRef) -> Result<()> {
        Ok(())
    }

    async fn release(&self, _: TerminalRef) -> Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn the_agent_works_with_files_and_terminals_of_its_client() {
    let client = editor(1)
        .on_read_text_file(|file| async move { Ok(file.cut("one\ntwo\nthree\n")) })
        .on_write_text_file(|file| async move {
            if file.path.ends_with("b") && file.content == "new" {
                Ok(())
            } else {
                Err("no".into())
            }
        })
        .terminals(One)
        .connect(Stdio::spawn(WORKBENCH));
    let session = opened(client.await.unwrap()).await;
    assert_eq!(said(&session, "read /work/a 2 1").await.trim_end(), "two");
    assert_eq!(said(&session, "write /work/b new").await, "written");
    assert_eq!(said(&session, "run ls -l").await, "Some(7)");
    let killed = said(&session, "kill ls").await;
    assert!(killed.contains("ran ls") && killed.contains("KILL"), "{killed}");
    // Version 2 has none of it.
    let client = editor(2).terminals(One).connect(Stdio::spawn(WORKBENCH));
    let session = opened(client.await.unwrap()).await;
    assert!(said(&session, "run ls").await.starts_with("failed: "));
}
