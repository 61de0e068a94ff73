//! `manifest`: what is written names what the server needs, and has what its readers ask for.

use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use serde_json::{Value, json};

use super::{Home, told};

const REPOSITORY: [&str; 2] = ["--repository", "https://github.com/me/shipped"];

#[test]
fn the_registry_is_told_what_the_server_needs() {
    let home = Home::new();
    let output =
        home.shipped(&["-v", "manifest", "server.json"]).args(REPOSITORY).output().unwrap();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        json,
        json!({
            "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
            "name": "io.github.me/shipped",
            "description": "Programs that are given to people: commands, entries and files",
            "version": "0.1.0",
            "repository": {"url": "https://github.com/me/shipped", "source": "github"},
            "packages": [{
                "registryType": "cargo",
                "identifier": "shipped-server",
                "version": "0.1.0",
                "transport": {"type": "stdio"},
                "packageArguments": [{"type": "positional", "value": "-v"}],
                "environmentVariables": [
                    {"name": "SHIPPED_DIR", "description": "Where the notes are stored", "isRequired": true, "isSecret": false, "format": "filepath"},
                    {"name": "SHIPPED_KEY", "description": "Opens the notes of others", "isRequired": false, "isSecret": true, "format": "string"},
                    {"name": "SHIPPED_LEVEL", "description": "How many are listed", "isRequired": false, "isSecret": false, "format": "number", "default": "3"},
                ],
            }],
        })
    );
    assert!(told(&output).contains("`mcp-name: io.github.me/shipped`"), "{}", told(&output));
    let unnamed = home.shipped(&["manifest", "server.json"]).output().unwrap();
    assert!(told(&unnamed).contains("set --name"), "{}", told(&unnamed));
    let other = home.shipped(&["manifest", "package.json"]).output().unwrap();
    assert_eq!(other.status.code(), Some(2));
}

/// What is in it starts where it was unpacked.
#[test]
#[ignore = "needs python3: .ci/services"]
fn a_bundle_has_the_program_and_asks_for_what_it_needs() {
    let home = Home::new();
    let output = home.shipped(&["manifest", "mcpb"]).args(REPOSITORY).output().unwrap();
    assert!(output.status.success(), "{}", told(&output));
    let unpack = "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nz.extractall(sys.argv[2])\n\
                  print(oct(z.getinfo('server/shipped-server').external_attr >> 16))";
    let bundle = home.path("project/shipped-server.mcpb");
    let mut python = Command::new("python3");
    let unpacked =
        python.args(["-c", unpack]).arg(&bundle).arg(home.path("unpacked")).output().unwrap();
    assert_eq!(told(&unpacked), "0o100755\n");
    let manifest: Value = serde_json::from_str(&home.read("unpacked/manifest.json")).unwrap();
    assert_eq!(manifest["author"], json!({"name": "me"}));
    assert_eq!(
        manifest["server"],
        json!({
            "type": "binary",
            "entry_point": "server/shipped-server",
            "mcp_config": {
                "command": "${__dirname}/server/shipped-server",
                "args": [],
                "env": {
                    "SHIPPED_DIR": "${user_config.shipped_dir}",
                    "SHIPPED_KEY": "${user_config.shipped_key}",
                    "SHIPPED_LEVEL": "${user_config.shipped_level}",
                },
            },
        })
    );
    assert_eq!(
        manifest["user_config"],
        json!({
            "shipped_dir": {"type": "directory", "title": "SHIPPED_DIR", "description": "Where the notes are stored", "required": true},
            "shipped_key": {"type": "string", "title": "SHIPPED_KEY", "description": "Opens the notes of others", "required": false, "sensitive": true},
            "shipped_level": {"type": "number", "title": "SHIPPED_LEVEL", "description": "How many are listed", "required": false, "default": 3},
        })
    );
    let program = home.path("unpacked/server/shipped-server");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let doctor = home.shipped(&["doctor", "--"]).arg(program).output().unwrap();
    assert!(doctor.status.success(), "{}", told(&doctor));
    let nobody = home.shipped(&["manifest", "mcpb"]).output().unwrap();
    assert!(told(&nobody).contains("set --author"), "{}", told(&nobody));
}

#[test]
fn a_container_is_not_root_and_looks_after_its_health() {
    let home = Home::new();
    let written = |words: &[&str]| {
        let output = home.shipped(&["manifest", "docker"]).args(words).output().unwrap();
        assert!(output.status.success(), "{}", told(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let http = written(&REPOSITORY);
    let lines: Vec<&str> = http.lines().collect();
    for line in [
        "FROM scratch",
        "COPY --from=build /out/bin/shipped-server /shipped-server",
        "USER 65534:65534",
        "LABEL io.modelcontextprotocol.server.name=\"io.github.me/shipped\"",
        "# docker run -e SHIPPED_DIR=.. (Where the notes are stored)",
        "# docker run -e SHIPPED_KEY=.. (secret, Opens the notes of others)",
        "HEALTHCHECK --interval=30s --timeout=20s CMD [\"/shipped-server\",\"doctor\",\"http://127.0.0.1:8000/mcp\"]",
        "ENTRYPOINT [\"/shipped-server\"]",
        "CMD [\"--http\",\"0.0.0.0:8000\",\"--open-to-network-without-authorization\"]",
    ] {
        assert!(lines.contains(&line), "{line}\n{http}");
    }
    let stdio = written(&["--stdio"]);
    assert!(!stdio.contains("CMD") && !stdio.contains("EXPOSE"), "{stdio}");
}
