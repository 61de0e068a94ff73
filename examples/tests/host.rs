//! `host`, with servers from a file.

use std::process::Command;
use std::{env, fs};

use mcp_runtime_testing::json;

#[test]
fn a_host_lists_and_calls_the_tools_of_its_servers() {
    let file = env::temp_dir().join(format!("host-example-{}.json", std::process::id()));
    let hello = env!("CARGO_BIN_EXE_hello");
    let servers = json!({ "mcpServers": { "one": { "command": hello }, "two": { "command": hello }, "none": { "command": "no-such-program" } } });
    fs::write(&file, servers.to_string()).unwrap();
    let host = |words: &[&str]| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_host")).arg(&file).args(words).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (tools, states) = host(&[]);
    assert_eq!(tools, "one__add\ntwo__add\n");
    assert!(
        states.contains("two is ready\nnone has failed: cannot start \"no-such-program\""),
        "{states}"
    );
    assert_eq!(host(&["two__add", "{\"a\": 1, \"b\": 2}"]).0, "3\n");
    let (_, refused) = host(&["three__add"]);
    assert!(refused.contains("there is no tool three__add"), "{refused}");
    fs::remove_file(file).unwrap();
}
