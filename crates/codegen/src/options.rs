//! What can be chosen about a client.

use std::collections::BTreeMap;

/// What can be chosen about a client.
///
/// ```
/// use mcp_runtime_codegen::Options;
///
/// let options = Options::new("notes.lock").format("date-time", "jiff::Timestamp");
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    pub(crate) file: String,
    pub(crate) name: String,
    pub(crate) formats: BTreeMap<String, String>,
    pub(crate) both_ways: bool,
}

impl Options {
    /// Creates the options for a lock, of which the name is part of errors. `notes.lock` gives a
    /// client with the name `Notes`.
    #[must_use]
    pub fn new(file: &str) -> Self {
        let base = file.rsplit(['/', '\\']).next().unwrap_or_default();
        let name = base.strip_suffix(".lock").unwrap_or(base).to_owned();
        Self { file: file.to_owned(), name, formats: BTreeMap::new(), both_ways: false }
    }

    /// Names the client, if not after its file.
    #[must_use]
    pub fn name(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// Sets the type for strings of a format, such as `jiff::Timestamp` for `date-time`. It has to
    /// implement `Clone`, `Debug` and the traits of serde.
    ///
    /// The type is written as it is given here: it must not come from the lock.
    #[must_use]
    pub fn format(mut self, format: &str, rust_type: &str) -> Self {
        self.formats.insert(format.to_owned(), rust_type.to_owned());
        self
    }

    /// Makes arguments deserialize and results serialize as well, for programs that store them.
    #[must_use]
    pub fn both_ways(self) -> Self {
        Self { both_ways: true, ..self }
    }
}
