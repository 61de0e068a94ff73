use mcp_runtime::{prompt, tool};

/// Adds a note.
#[tool]
fn add(
    /// Its name.
    #[arg(default = "new")]
    name: &str,
    text: ,
) -> String {
    format!("{name}: {text}")
}

/// Writes a note.
#[prompt]
fn write(about: &str style: &str) -> String {
    about.to_owned()
}

fn main() {
    let _ = mcp_runtime::server!().tool::<add>().prompt::<write>();
}
