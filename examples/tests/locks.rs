//! The interface of every example is the one in its lock: `locks/NAME.lock`, written again with
//! `MCP_LOCK=write cargo test -p mcp-examples locks`.

use std::env;
use std::path::Path;

use mcp_runtime_client::{Client, Stdio};
use mcp_runtime_lint::lock::{Lock, LockStatus};

#[tokio::test]
async fn no_example_offers_something_else_than_its_lock_says() {
    let path = env::temp_dir().join(format!("mcp-locks-{}.db", std::process::id()));
    let database = path.to_str().unwrap();
    let examples: [(&str, &str, &[&str]); 9] = [
        ("app", env!("CARGO_BIN_EXE_app"), &[]),
        ("audited", env!("CARGO_BIN_EXE_audited"), &[]),
        ("extension", env!("CARGO_BIN_EXE_extension"), &[]),
        ("git", env!("CARGO_BIN_EXE_git"), &[]),
        ("hello", env!("CARGO_BIN_EXE_hello"), &[]),
        ("indexer", env!("CARGO_BIN_EXE_indexer"), &[]),
        ("notes", env!("CARGO_BIN_EXE_notes"), &[]),
        ("scripted", env!("CARGO_BIN_EXE_scripted"), &[]),
        ("sqlite", env!("CARGO_BIN_EXE_sqlite"), &["--db", database]),
    ];
    let is_written = env::var_os("MCP_LOCK").is_some();
    let mut reports = Vec::new();
    for (name, program, options) in examples {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("locks/{name}.lock"));
        let server = Stdio::spawn(program).args(options);
        let client = Client::builder("locks", "1").connect(server).await.unwrap();
        let now = Lock::of(&client.offers().await.unwrap());
        client.close().await;
        if is_written {
            let now = if path.exists() { now.replacing(&Lock::read(&path).unwrap()) } else { now };
            now.write(&path).unwrap();
            continue;
        }
        let diff = Lock::read(&path).unwrap().compare(&now);
        if diff.status() != LockStatus::UpToDate {
            reports.push(format!("{name}\n{diff}"));
        }
    }
    let _ = std::fs::remove_file(database);
    assert!(reports.is_empty(), "{}", reports.join("\n"));
}
