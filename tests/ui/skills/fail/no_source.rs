use mcp_runtime::server;
use mcp_runtime_skills::SkillsFrom;

fn main() {
    let _ = server!().extension(SkillsFrom("skills"));
}
