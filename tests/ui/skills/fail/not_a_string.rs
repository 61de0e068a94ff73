use mcp_runtime::{server, skills};

const FOLDER: &str = "skills";

fn main() {
    let _ = server!().skills(skills!(FOLDER));
    let _ = server!().skills(skills!());
    let _ = server!().skills(skills!("skills", "more"));
}
