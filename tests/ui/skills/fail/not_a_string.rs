use mcp_runtime::server;
use mcp_runtime_skills::skills;

const FOLDER: &str = "skills";

fn main() {
    let _ = server!().extension(skills!(FOLDER));
    let _ = server!().extension(skills!());
    let _ = server!().extension(skills!("skills", "more"));
}
