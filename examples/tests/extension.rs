//! The example `extension`: its client and its server as two processes.

use std::process::Command;

use mcp_runtime_testing::json;
use serde_json::Value;

const EXTENSION: &str = env!("CARGO_BIN_EXE_extension");

#[test]
fn a_reminder_comes_by_itself() {
    let ran = Command::new(EXTENSION).arg("ask").output().unwrap();
    let said = String::from_utf8(ran.stdout).unwrap();
    let errors = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(said, "can it remind? yes, by version 1\ntea is set\ntea is due\n", "{errors}");
}

#[test]
fn others_use_its_tools_without_the_extension() {
    let ran = Command::new(EXTENSION).args(["call", "--json", "can_remind"]).output().unwrap();
    let result: Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!(result["content"], json!([{ "type": "text", "text": "no" }]), "{result}");
}
