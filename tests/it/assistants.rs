//! What coding assistants read: the skill is one, and its files are there.

use std::path::Path;

use mcp_runtime::server;
use mcp_runtime_skills::Skills;

#[test]
fn the_skill_of_the_repository_is_valid() {
    let skills = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("skills");
    server!().extension(Skills::dir(skills)).build().unwrap();
}

#[test]
fn the_links_of_the_skill_lead_to_files() {
    let skill = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("skills/mcp-runtime");
    let text = std::fs::read_to_string(skill.join("SKILL.md")).unwrap();
    for link in text.split("](").skip(1) {
        let file = link.split(')').next().unwrap();
        assert!(skill.join(file).is_file(), "{file}");
    }
}
