use mcp_runtime::{handlers, tool};

struct Notes;

#[handlers(parts(writing))]
impl Notes {
    #[tool]
    fn list(&self) {}
}

struct Files;

#[handlers(part)]
impl Files {
    #[tool]
    fn read(&self) {}
}

struct Pages;

#[handlers(part = reading, parts(writing))]
impl Pages {
    #[tool]
    fn read(&self) {}
}

fn main() {}
