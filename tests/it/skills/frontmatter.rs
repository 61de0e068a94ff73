//! What stands at the beginning of `SKILL.md`.

use serde_json::json;

use super::fixture::{Folder, request, vectors};

fn file(yaml: &str) -> String {
    format!("---\n{yaml}---\ntext\n")
}

/// K10.
#[tokio::test]
async fn frontmatter_is_read_as_yaml_1_2() {
    let cases = vectors()["frontmatter"].as_array().unwrap().clone();
    assert_eq!(cases.len(), 12);
    for case in cases {
        let folder = Folder::new();
        folder.write("a/SKILL.md", file(case["yaml"].as_str().unwrap()));
        let listed = request(&mut folder.peer(), "skills/list", json!({})).await;
        assert_eq!(listed["skills"][0]["frontmatter"], case["json"], "{case}");
    }
}

/// K11 and K12.
#[tokio::test]
async fn frontmatter_that_is_wrong_is_refused() {
    let cases = vectors()["frontmatter_refused"].as_array().unwrap().clone();
    assert_eq!(cases.len(), 12);
    for case in cases {
        let folder = Folder::new();
        folder.write("a/SKILL.md", file(case["yaml"].as_str().unwrap()));
        let mistake = folder.mistake();
        assert!(mistake.contains("skills: a/SKILL.md: "), "{case}: {mistake}");
        assert!(
            mistake.contains("frontmatter.rs:") || mistake.contains("fixture.rs:"),
            "{mistake}"
        );
    }
}

#[test]
fn names_are_those_of_agent_skills() {
    let cases = vectors()["names"].as_array().unwrap().clone();
    assert_eq!(cases.len(), 13);
    for case in cases {
        let name = case["name"].as_str().unwrap();
        let folder = Folder::new();
        let path = if name.is_empty() { "x" } else { name };
        folder.write(
            &format!("{path}/SKILL.md"),
            file(&format!("name: \"{name}\"\ndescription: b\n")),
        );
        let built = mcp_runtime::server!().extension(folder.skills()).build();
        assert_eq!(built.is_ok(), case["ok"].as_bool().unwrap(), "{name}: {:?}", built.err());
    }
}

#[test]
fn a_skill_has_the_name_of_its_folder() {
    let folder = Folder::new();
    folder.write("a/SKILL.md", file("name: b\ndescription: c\n"));
    let mistake = folder.mistake();
    assert!(mistake.contains("the skill is called `b` and its folder `a`"), "{mistake}");
}

#[test]
fn metadata_of_the_specification_is_not_for_others() {
    let folder = Folder::new();
    let yaml = "name: a\ndescription: c\nmetadata:\n  io.modelcontextprotocol/x: 1\n";
    folder.write("a/SKILL.md", file(yaml));
    assert!(folder.mistake().contains("reserved by the specification"));
}
