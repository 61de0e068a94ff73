//! Lines of Rust.

/// Lines of Rust, with their indentation.
#[derive(Debug, Default)]
pub(super) struct Source(pub(super) String);

impl Source {
    /// Adds a line, with the spaces before it.
    pub(super) fn line(&mut self, line: impl AsRef<str>) {
        self.0.push_str(line.as_ref());
        self.0.push('\n');
    }

    pub(super) fn blank(&mut self) {
        self.0.push('\n');
    }

    /// Documentation, or what is said where there is none.
    pub(super) fn docs(&mut self, docs: &[String], otherwise: &str) {
        self.docs_at("", docs, otherwise);
    }

    /// Documentation of a part, with the spaces before it.
    pub(super) fn docs_at(&mut self, indent: &str, docs: &[String], otherwise: &str) {
        if docs.is_empty() {
            self.line(format!("{indent}/// {otherwise}"));
        }
        for line in docs {
            let space = if line.is_empty() { "" } else { " " };
            self.line(format!("{indent}///{space}{line}"));
        }
    }
}
