//! Servers from files, in the forms of all known clients.

use std::fs;
use std::path::{Path, PathBuf};

use mcp_runtime_host::{Clients, Config, Permissions};
use mcp_runtime_testing::json;

const PROGRAM: &str = env!("CARGO_BIN_EXE_faulty-server");

/// A folder of a test, with a folder for the server.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("host-config-{test}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("notes")).unwrap();
    folder
}

/// Starts the servers of a file.
async fn start(config: Config) -> Clients {
    Clients::builder("agent", "1.0").config(&config).connect().await.unwrap()
}

/// What the server `notes` is surrounded by: its directory, and its variables.
async fn surroundings(clients: &Clients) -> (String, Vec<String>) {
    let text = clients.call("notes__env", ()).await.unwrap().text();
    let mut lines = text.lines().map(str::to_owned);
    (lines.next().unwrap(), lines.collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn all_forms_are_read() {
    let folder = folder("forms");
    let entry = json!({ "command": PROGRAM, "args": ["${workspaceFolder}/notes"], "env": { "PORT": 8080, "ON": true } });
    let words = json!({ "command": [PROGRAM, "${workspaceFolder}/notes"], "environment": { "PORT": 8080, "ON": "true" }, "type": "local" });
    let goose = json!({ "cmd": PROGRAM, "args": ["${workspaceFolder}/notes"], "envs": { "PORT": "8080", "ON": "true" }, "type": "stdio", "timeout": 300 });
    for (member, entry) in [
        ("mcpServers", &entry),
        ("servers", &entry),
        ("context_servers", &entry),
        ("amp.mcpServers", &entry),
        ("mcp", &words),
        ("extensions", &goose),
    ] {
        let file = folder.join("file.json");
        let text = json!({ "other": 1, member: { "notes": entry } });
        fs::write(&file, format!("// Of a person.\n{text}")).unwrap();
        let clients = start(Config::read(&file).unwrap()).await;
        let (_, variables) = surroundings(&clients).await;
        assert!(variables.contains(&"PORT=8080".to_owned()), "{member}: {variables:?}");
        assert!(variables.contains(&"ON=true".to_owned()), "{member}: {variables:?}");
        clients.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_file_of_codex_is_toml() {
    let folder = folder("toml");
    let file = folder.join("config.toml");
    let text = format!(
        "model = \"o\"\n[mcp_servers.notes]\ncommand = \"{PROGRAM}\"\nargs = [\"notes\"]\ncwd = \".\"\n\
         env_vars = [\"CARGO_MANIFEST_DIR\", {{ name = \"CARGO_PKG_NAME\" }}]\nstartup_timeout_sec = 10.5\n\
         enabled_tools = [\"echo\", \"env\"]\ndisabled_tools = [\"echo\"]\n[mcp_servers.notes.env]\nKEY = \"x\"\n"
    );
    fs::write(&file, text).unwrap();
    let clients = start(Config::read(&file).unwrap()).await;
    let names: Vec<String> = clients.tools().iter().map(|tool| tool.name.clone()).collect();
    assert_eq!(names, ["notes__env"]);
    let (directory, variables) = surroundings(&clients).await;
    assert_eq!(Path::new(&directory), folder.canonicalize().unwrap());
    for name in ["KEY=x", "CARGO_PKG_NAME=mcp-host-tests", "CARGO_MANIFEST_DIR="] {
        assert!(
            variables.iter().any(|variable| variable.starts_with(name)),
            "{name}: {variables:?}"
        );
    }
    assert!(!variables.iter().any(|variable| variable.starts_with("CARGO_PKG_VERSION")));
    clients.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_file_of_goose_is_yaml() {
    let folder = folder("yaml");
    let file = folder.join("config.yaml");
    let text = format!(
        "# Of a person.\nGOOSE_MODEL: o\nextensions:\n  developer:\n    type: builtin\n    enabled: true\n  \
         notes:\n    type: stdio\n    cmd: {PROGRAM}\n    args: ['{}']\n    timeout: 300\n    envs: {{ PORT: 8080 }}\n    \
         available_tools: [env]\n  off:\n    type: stdio\n    cmd: {PROGRAM}\n    enabled: false\n",
        folder.join("notes").display()
    );
    fs::write(&file, text).unwrap();
    let config = Config::read(&file).unwrap();
    assert_eq!(config.names().collect::<Vec<_>>(), ["notes", "off"]);
    let clients = start(config).await;
    let names: Vec<String> = clients.tools().iter().map(|tool| tool.name.clone()).collect();
    assert_eq!(names, ["notes__env"]);
    let (_, variables) = surroundings(&clients).await;
    assert!(variables.contains(&"PORT=8080".to_owned()), "{variables:?}");
    clients.close().await;
    fs::write(&file, "extensions:\n  notes: &other x\n").unwrap();
    let error = Config::read(&file).unwrap_err().to_string();
    assert!(error.contains("line 2: anchors (`&`) and aliases (`*`) are not supported"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_says_what_is_to_be_approved_unless_the_host_does() {
    let folder = folder("approval");
    let entry = json!({
        "command": PROGRAM,
        "args": ["notes"],
        "cwd": ".",
        "default_tools_approval_mode": "prompt",
        "autoApprove": ["echo"],
    });
    let text = json!({ "mcpServers": { "notes": entry } }).to_string();
    let config = Config::parse(&text, &folder).unwrap();
    let denied = "The user did not allow this call.";
    for (permissions, of_storm) in [
        (Permissions::new(), Err(denied)),
        (Permissions::new().allow("notes/*"), Ok("storm")),
        (Permissions::new().deny("notes/echo"), Err(denied)),
    ] {
        let builder =
            Clients::builder("agent", "1.0").config(&config).permissions(permissions.clone());
        let clients = builder.connect().await.unwrap();
        let call = clients.call("notes__storm", ()).await.map(|result| result.text());
        assert_eq!(
            call.as_deref().map_err(ToString::to_string),
            of_storm.map_err(str::to_owned),
            "{permissions:?}"
        );
        let is_denied = format!("{permissions:?}").contains("Deny");
        assert_eq!(clients.call("notes__echo", ()).await.is_err(), is_denied);
        clients.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn variables_and_inputs_are_replaced() {
    let folder = folder("variables");
    fs::write(folder.join(".env"), "# A comment\nexport FROM_FILE=\"a b\"\nKEY=of the file\n")
        .unwrap();
    let entry = json!({
        "command": PROGRAM,
        "args": ["notes"],
        "cwd": "${workspaceFolder}",
        "envFile": ".env",
        "env": { "KEY": "${input:key}-${env:CARGO_PKG_NAME}-${NOT_SET:-none}" },
    });
    let text = json!({ "servers": { "notes": entry }, "inputs": [{ "id": "key", "type": "promptString" }] });
    let config = Config::parse(&text.to_string(), &folder).unwrap().input("key", "secret");
    let shown = format!("{config:?}");
    assert!(
        shown.contains("notes") && !shown.contains("secret") && !shown.contains("none"),
        "{shown}"
    );
    let clients = start(config).await;
    let (_, variables) = surroundings(&clients).await;
    for variable in ["KEY=secret-mcp-host-tests-none", "FROM_FILE=a b"] {
        assert!(variables.iter().any(|there| there == variable), "{variables:?}");
    }
    clients.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_bad_entry_fails_alone() {
    let folder = folder("bad");
    let header =
        json!({ "url": "http://127.0.0.1:1/mcp", "headers": { "X": "${NO_SUCH_VARIABLE}" } });
    let text = json!({ "mcpServers": {
        "unset": { "command": "x", "env": { "TOKEN": "${GITHUB_TOKEN_THAT_IS_NOT_SET}" } },
        "header": header,
        "both": { "command": "x", "url": "http://127.0.0.1" },
        "neither": { "args": [] },
        "text": "notes",
        "bearer": { "url": "http://127.0.0.1:1/mcp", "bearer_token_env_var": "NO_SUCH_TOKEN" },
        "off": { "command": PROGRAM, "args": ["notes"], "disabled": true },
        "notes": { "command": PROGRAM, "args": [folder.join("notes")] },
    } });
    let clients = start(Config::parse(&text.to_string(), &folder).unwrap()).await;
    let states: Vec<(String, String)> = clients
        .status()
        .into_iter()
        .map(|status| (status.server, status.state.to_string()))
        .collect();
    let expected = [
        ("unset", "has failed: the environment variable GITHUB_TOKEN_THAT_IS_NOT_SET is not set"),
        ("header", "has failed: the environment variable NO_SUCH_VARIABLE is not set"),
        ("both", "has failed: it has both a command and a URL"),
        ("neither", "has failed: it has neither a command nor a URL"),
        ("text", "has failed: it has neither a command nor a URL"),
        ("bearer", "has failed: the environment variable NO_SUCH_TOKEN is not set"),
        ("off", "is disabled"),
        ("notes", "is ready"),
    ]
    .map(|(server, state)| (server.to_owned(), state.to_owned()));
    assert_eq!(states, expected);
    clients.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_required_server_is_waited_for() {
    let text = json!({ "mcpServers": {
        "needed": { "command": "no-such-program", "required": true },
    } });
    let config = Config::parse(&text.to_string(), "").unwrap();
    let built = Clients::builder("agent", "1.0").config(&config).connect().await;
    assert!(built.unwrap_err().to_string().contains("the server needed has failed: cannot start"));
}

#[test]
fn what_is_no_file_of_servers_says_why() {
    for (text, why) in [
        ("[]", "it is not an object"),
        ("", "it is not an object"),
        ("{}", "it has none of the members mcpServers, servers,"),
        ("{\"mcpServers\": 1}", "it has none of the members"),
        ("{\"mcpServers\": {]", "Unexpected"),
    ] {
        let error = Config::parse(text, "").unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
    let error = Config::read("no/such/file.json").unwrap_err().to_string();
    assert!(
        error
            .starts_with("cannot read the server configuration in no/such/file.json: No such file"),
        "{error}"
    );
    let empty = Config::parse("{\"mcpServers\": {}}", "").unwrap();
    assert_eq!(empty.names().count(), 0);
}
