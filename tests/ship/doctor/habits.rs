//! Programs that work when they are tried by hand, and not as clients use them: `doctor` names why.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use serde_json::Value;

use super::checks;
use crate::Home;

/// What `doctor` says beside that things are as they should be: of each check its state and sentence.
fn said(doctor: &mut Command) -> Vec<(String, String, String)> {
    let text = |check: &Value, member: &str| check[member].as_str().unwrap_or_default().to_owned();
    let checks = checks(&doctor.output().unwrap()).into_iter();
    checks
        .filter(|check| check["state"] != "ok")
        .map(|check| (text(&check, "id"), text(&check, "state"), text(&check, "what")))
        .collect()
}

/// A server that answers what is asked first and what lists tools, in a shell; lines of it come before each answer, and
/// before it reads.
fn server(before: &str, before_each: &str) -> String {
    format!(
        r#"return=$(printf '\r'); {before}
        while read -r line; do {before_each}
          case $line in
            *'"method":"initialize"'*) echo '{{"jsonrpc":"2.0","id":1,"result":{{"protocolVersion":"2025-11-25","capabilities":{{}},"serverInfo":{{"name":"x","version":"1"}}}}}}' ;;
            *'"method":"server/discover"'*) echo '{{"jsonrpc":"2.0","id":1,"error":{{"code":-32601,"message":"Method not found"}}}}' ;;
            *'"method":"tools/list"'*) echo '{{"jsonrpc":"2.0","id":2,"result":{{"tools":[]}}}}' ;;
          esac
        done"#
    )
}

#[test]
fn what_clients_do_beside_asking_is_tried() {
    let sound = ("", "");
    let cases = [
        (sound, None),
        (
            (
                "",
                r#"case $line in *server/discover*) echo 'error: unknown method' >&2; exit 1; esac"#,
            ),
            Some((
                "S3",
                "failure",
                "after `server/discover`, which newer clients send first: error: unknown method",
            )),
        ),
        (("trap '' TERM", ""), Some(("S6", "warning", "does not exit within 5 s of SIGTERM"))),
        (
            (
                "",
                r#"case $line in *"$return") echo 'error: trailing characters' >&2; exit 1; esac"#,
            ),
            Some(("S10", "failure", "Windows line endings (CRLF): error: trailing characters")),
        ),
        (
            (
                "exec 9>PLACE/lock; flock -n 9 || { echo 'error: the index is locked' >&2; exit 1; }",
                "",
            ),
            Some(("S12", "info", "A second instance cannot start while one is running")),
        ),
        (
            ("", r#"case $line in *2024-11-05*) echo 'error: too old' >&2; exit 1; esac"#),
            Some(("S2", "failure", "No answer to `initialize` of 2024-11-05: error: too old")),
        ),
    ];
    for ((before, before_each), expected) in cases {
        let home = Home::new();
        let before = before.replace("PLACE", home.path("notes").to_str().unwrap());
        let server = server(&before, before_each);
        let mut doctor = home.shipped(&["doctor", "--json", "--", "/bin/sh", "-c", &server]);
        let said = said(&mut doctor);
        match expected {
            None => assert_eq!(said, []),
            Some((id, state, cause)) => {
                let [(found, how, what)] = &said[..] else { panic!("{id} alone: {said:?}") };
                assert!(found == id && how == state && what.contains(cause), "{id}: {said:?}");
            }
        }
    }
}

#[test]
fn another_program_of_that_name_is_named() {
    let home = Home::new();
    home.write("bin/shipped-server", "#!/bin/sh\n");
    let other = home.path("bin/shipped-server");
    fs::set_permissions(&other, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", home.path("bin").display());
    let said = said(home.shipped(&["doctor", "--json"]).env("PATH", path));
    let cause = format!("`shipped-server` on the PATH is {}, not ", other.display());
    let is_named = said.iter().any(|(id, _, what)| id == "P10" && what.starts_with(&cause));
    assert!(is_named, "{said:?}");
}
