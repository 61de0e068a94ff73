use mcp_runtime::{Result, handlers, tool};
use mcp_runtime_acp::ToolView;

fn without_parameters() -> ToolView {
    ToolView::default()
}

/// Writes.
#[tool(destructive, preview = without_parameters)]
fn write(_path: String) {}

fn of_number(_number: u8) -> ToolView {
    ToolView::default()
}

/// Writes.
#[tool(destructive, preview = of_number)]
fn write_by_name(_path: String) {}

/// Writes.
#[tool(destructive, preview = of_number)]
fn write_by_reference(_path: &str) {}

fn of_two(_path: &str, _line: u64) -> ToolView {
    ToolView::default()
}

/// Writes.
#[tool(destructive, preview = of_two)]
fn write_anywhere(_path: &str) {}

fn text(path: String) -> String {
    path
}

/// Writes.
#[tool(destructive, preview = text)]
fn write_text(_path: String) {}

fn nothing(_path: String) {}

/// Writes.
#[tool(destructive, preview = nothing)]
fn write_nothing(_path: String) {}

fn maybe(_path: String) -> Option<ToolView> {
    None
}

/// Writes.
#[tool(destructive, preview = maybe)]
fn write_perhaps(_path: String) {}

async fn text_at_last(path: String) -> Result<String> {
    Ok(path)
}

/// Writes.
#[tool(destructive, preview = text_at_last)]
fn write_at_last(_path: String) {}

/// Writes.
#[tool(destructive, preview = nowhere)]
fn write_nowhere(_path: String) {}

#[derive(Clone)]
struct Files;

#[handlers]
impl Files {
    /// Writes.
    #[tool(destructive, preview = Self::show)]
    async fn write(&self, _path: String) {}

    fn show(&self, _number: u8) -> ToolView {
        ToolView::default()
    }
}

fn main() {}
