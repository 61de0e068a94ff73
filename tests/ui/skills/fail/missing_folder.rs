use mcp_runtime::{server, skills};

fn main() {
    let _ = server!().skills(skills!("nowhere/skills"));
}
