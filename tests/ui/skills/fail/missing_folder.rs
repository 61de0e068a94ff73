use mcp_runtime::server;
use mcp_runtime_skills::skills;

fn main() {
    let _ = server!().extension(skills!("nowhere/skills"));
}
