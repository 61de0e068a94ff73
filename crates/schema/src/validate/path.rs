//! The current position of a walk in a value.

use std::fmt;

use mcp_runtime_protocol::jsonrpc::truncate_for_display;

/// The path from the root of a value, formatted only if something is wrong.
#[derive(Clone, Copy)]
pub(super) enum Path<'a> {
    /// The location of the value itself; may be empty.
    Root(&'a str),
    Key(&'a Self, &'a str),
    Index(&'a Self, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root(root) => f.write_str(root),
            Self::Key(Self::Root(""), key) => f.write_str(&truncate_for_display(key)),
            Self::Key(parent, key) => write!(f, "{parent}.{}", truncate_for_display(key)),
            Self::Index(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Path;

    #[test]
    fn a_path_is_written_as_in_programs() {
        let root = Path::Root("items");
        let item = Path::Index(&root, 2);
        assert_eq!(Path::Key(&item, "qty").to_string(), "items[2].qty");
        let root = Path::Root("");
        assert_eq!(Path::Key(&root, "a").to_string(), "a");
    }
}
