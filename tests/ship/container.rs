//! `manifest docker`: what is beside the Dockerfile, and what the build in the container would not find.

use std::fs;

use super::{Home, told};

/// What `manifest docker --out Dockerfile` says, in a project with these files.
fn said(home: &Home, files: &[(&str, &str)]) -> String {
    for (path, text) in files {
        home.write(path, text);
    }
    let output = home.shipped(&["manifest", "docker", "--out", "Dockerfile"]).output().unwrap();
    assert!(output.status.success(), "{}", told(&output));
    assert!(home.read("project/Dockerfile").contains("FROM scratch"));
    told(&output)
}

#[test]
fn what_a_build_leaves_behind_does_not_go_into_the_container() {
    let home = Home::new();
    said(&home, &[]);
    let ignored = home.read("project/.dockerignore");
    for line in ["target", ".git", ".env"] {
        assert!(ignored.lines().any(|found| found == line), "{line}: {ignored}");
    }
    // One that is there stays, also where it is a link or of the other name.
    for theirs in [".dockerignore", ".containerignore", "Dockerfile.dockerignore"] {
        let home = Home::new();
        let path = format!("project/{theirs}");
        said(&home, &[(&path, "mine\n")]);
        assert_eq!(home.read(&path), "mine\n");
        assert_eq!(fs::read_dir(home.path("project")).unwrap().count(), 2, "{theirs}");
    }
    // Where the file goes elsewhere, it is named instead.
    let output = Home::new().shipped(&["manifest", "docker"]).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains(".dockerignore") && stderr.contains("target"), "{stderr}");
}

#[test]
fn dependencies_outside_of_the_context_are_named() {
    for (manifest, named) in [
        ("[dependencies]\nadder = { path = \"../adder\" }\n", Some("`adder`")),
        ("[dependencies.adder]\npath = \"../../x/adder\"\n", Some("`adder`")),
        (
            "[build-dependencies]\ngen = { version = \"1\", path = \"/somewhere/gen\" }\n",
            Some("`gen`"),
        ),
        (
            "[target.'cfg(unix)'.dependencies]\nnix-x = { path = \"inner/../../nix-x\" }\n",
            Some("`nix-x`"),
        ),
        ("[workspace.dependencies]\nshared = { path = \"../shared\" }\n", Some("`shared`")),
        ("[patch.crates-io]\nserde = { path = \"../serde\" }\n", Some("`serde`")),
        ("[package]\nname = \"x\"\nversion.workspace = true\n", Some("workspace")),
        ("[package]\nname = \"x\"\nworkspace = \"..\"\n", Some("workspace")),
        ("[dependencies]\nserde = { workspace = true }\n", Some("workspace")),
        ("[dependencies]\ninner = { path = \"crates/inner\" }\nserde = \"1\"\n", None),
        ("[dependencies]\ninner = { path = \"./crates/../inner\" }\n", None),
        (
            "[workspace]\n[workspace.package]\nversion = \"1.0.0\"\n[package]\nname = \"x\"\nversion.workspace = true\n",
            None,
        ),
        // It is not built in the container, but cargo looks at it.
        (
            "[dev-dependencies]\nbeside = { version = \"1\", path = \"../beside\" }\n",
            Some("`beside`"),
        ),
    ] {
        let home = Home::new();
        let said = said(&home, &[("project/Cargo.toml", manifest)]);
        match named {
            Some(named) => {
                assert!(said.contains(named) && said.contains("outside of"), "{manifest}: {said}");
                let file = home.read("project/Dockerfile");
                assert!(file.contains("outside of"), "{file}");
            }
            None => assert!(!said.contains("outside of"), "{manifest}: {said}"),
        }
    }
    // A manifest that cannot be read stops nothing.
    let home = Home::new();
    assert!(!said(&home, &[("project/Cargo.toml", "[")]).contains("outside of"));
}
