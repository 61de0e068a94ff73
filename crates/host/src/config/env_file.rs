//! Files of variables, as VS Code reads them: a line `NAME=value` or `NAME: value` for each.

use std::path::Path;

use mcp_runtime_protocol::files::read_text;

/// The longest file that is read, in bytes.
const MAX_FILE: u64 = 1024 * 1024;

/// The variables of a file.
///
/// # Errors
///
/// When it cannot be read, or is no file: a device or a pipe may never end.
pub(super) fn read(path: &Path) -> Result<Vec<(String, String)>, String> {
    let text = read_text(path, MAX_FILE)
        .map_err(|error| format!("cannot read its `envFile` {}: {error}", path.display()))?;
    Ok(variables(&text))
}

fn variables(text: &str) -> Vec<(String, String)> {
    let lines = text.split(['\n', '\r']).map(str::trim);
    lines.filter(|line| !line.starts_with('#')).filter_map(variable).collect()
}

fn variable(line: &str) -> Option<(String, String)> {
    let line = line.strip_prefix("export ").map_or(line, str::trim);
    let at = outside_of_quotes(line, &['=', ':'])?;
    let name = line[..at].trim();
    let value = line[at + 1..].trim();
    let end = outside_of_quotes(value, &['#']).unwrap_or(value.len());
    let value = value[..end].trim();
    let quoted = |quote| value.strip_prefix(quote)?.strip_suffix(quote);
    let value = match quoted('"') {
        Some(text) => text.replace("\\n", "\n").replace("\\r", "\r"),
        None => quoted('\'').or_else(|| quoted('`')).unwrap_or(value).to_owned(),
    };
    (!name.is_empty()).then(|| (name.to_owned(), value))
}

/// Where the first of these characters is that no quotes are around.
fn outside_of_quotes(text: &str, searched: &[char]) -> Option<usize> {
    let mut open = None;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match open {
            Some(quote) if c == quote && before != '\\' => open = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'' | '`') => open = Some(c),
            None if searched.contains(&c) => return Some(at),
            None => {}
        }
        before = c;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_those_that_vs_code_reads() {
        let cases = [
            ("A=1", Some(("A", "1"))),
            ("  export  A = 1  ", Some(("A", "1"))),
            ("A: 1", Some(("A", "1"))),
            ("A=1 # a comment", Some(("A", "1"))),
            ("A=\"1 # none\" # one", Some(("A", "1 # none"))),
            ("A='a\\nb'", Some(("A", "a\\nb"))),
            ("A=\"a\\nb\\r\"", Some(("A", "a\nb\r"))),
            ("A=`a \"b\"`", Some(("A", "a \"b\""))),
            ("A=\"say \\\"x\\\" # y\"", Some(("A", "say \\\"x\\\" # y"))),
            ("A=x=y:z", Some(("A", "x=y:z"))),
            ("A=", Some(("A", ""))),
            ("A=\"", Some(("A", "\""))),
            ("A=größe # ü", Some(("A", "größe"))),
            ("# A=1", None),
            ("=1", None),
            ("A", None),
        ];
        for (line, expected) in cases {
            let read = variables(&format!("\r\n{line}\r"));
            let found = read.first().map(|(name, value)| (name.as_str(), value.as_str()));
            assert_eq!(found, expected, "{line}");
        }
        assert_eq!(variables("A=1\rB=2\r\nC=3\n").len(), 3);
    }

    #[test]
    fn what_may_never_end_is_not_read() {
        let file = std::env::temp_dir().join(format!("mcp-env-file-{}", std::process::id()));
        std::fs::write(&file, "A=1\n".repeat(300_000)).unwrap();
        let error = read(&file).unwrap_err();
        std::fs::remove_file(&file).unwrap();
        assert!(error.ends_with("it is larger than 1048576 bytes"), "{error}");
        let folder = read(&std::env::temp_dir()).unwrap_err();
        assert!(folder.ends_with("this is not a regular file"), "{folder}");
        if cfg!(unix) {
            let error = read(Path::new("/dev/zero")).unwrap_err();
            assert!(error.ends_with("this is not a regular file"), "{error}");
        }
    }
}
