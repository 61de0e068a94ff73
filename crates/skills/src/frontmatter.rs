//! The frontmatter of `SKILL.md`: YAML between two lines of three hyphens.
//!
//! Source: [Agent Skills, specification](https://agentskills.io/specification).

use mcp_runtime_protocol::yaml;
use serde_json::{Map, Value};

/// The maximum size of the frontmatter, in bytes.
const MAX_FRONTMATTER: usize = 64 * 1024;

/// The maximum length of a name, in characters.
const MAX_NAME: usize = 64;

/// Reads the frontmatter of a `SKILL.md`.
///
/// # Errors
///
/// If it is invalid, with the line if that is known.
pub fn read_frontmatter(file: &[u8]) -> Result<Map<String, Value>, String> {
    let yaml = cut(file)?;
    if yaml.len() > MAX_FRONTMATTER {
        return Err(format!("the frontmatter is longer than {MAX_FRONTMATTER} bytes: shorten it"));
    }
    let yaml = std::str::from_utf8(yaml).map_err(|_| "the frontmatter is not UTF-8".to_owned())?;
    // The first line is the fence.
    let frontmatter =
        yaml::read(yaml).map_err(|(line, wrong)| format!("line {}: {wrong}", line + 1))?;
    let Value::Object(frontmatter) = frontmatter else {
        return Err("the frontmatter is not a map: write lines like `name: text`".to_owned());
    };
    match frontmatter.get("name") {
        Some(Value::String(name)) if is_name(name) => {}
        Some(Value::String(name)) => {
            return Err(format!(
                "`name: {name}`: a name must consist of 1 to {MAX_NAME} characters: a-z, 0-9, and \
                 single hyphens between them"
            ));
        }
        Some(_) => return Err("`name` is not a string: write it in quotes".to_owned()),
        None => return Err("the frontmatter has no `name`: add the name of the folder".to_owned()),
    }
    match frontmatter.get("description") {
        Some(Value::String(text)) if !text.trim().is_empty() => Ok(frontmatter),
        Some(_) => {
            Err("`description` is empty or not a string: say when to use the skill".to_owned())
        }
        None => Err("the frontmatter has no `description`: say when to use the skill".to_owned()),
    }
}

/// Returns whether a text is the name of a skill.
fn is_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    name.len() <= MAX_NAME
        && name.split('-').all(|part| !part.is_empty() && part.bytes().all(is_plain))
}

/// The YAML between the fences.
fn cut(file: &[u8]) -> Result<&[u8], String> {
    let file = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file);
    let mut lines = file.split_inclusive(|byte| *byte == b'\n');
    let first = lines.next().unwrap_or_default();
    if first.trim_ascii_end() != b"---" {
        return Err("it must start with frontmatter, whose first line is `---`".to_owned());
    }
    let start = first.len();
    let mut end = start;
    for line in lines {
        if line.trim_ascii_end() == b"---" {
            return Ok(file.get(start..end).unwrap_or_default());
        }
        end += line.len();
    }
    Err("the frontmatter has no closing line `---`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frontmatter_is_found_in_files_of_every_system() {
        for file in [
            "---\nname: a\ndescription: b\n---\nx",
            "\u{feff}---\r\nname: a\r\ndescription: b\r\n---\r\n",
        ] {
            let read = read_frontmatter(file.as_bytes()).unwrap();
            assert_eq!((&read["name"], &read["description"]), (&"a".into(), &"b".into()));
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let wrong =
            |yaml: &str| read_frontmatter(format!("---\n{yaml}---\n").as_bytes()).unwrap_err();
        assert!(wrong("name: a\nname: b\ndescription: c\n").starts_with("line 3: "));
        assert!(wrong("name: &x a\n").starts_with("line 2: "));
        assert!(wrong(&format!("x: {}\n", "y".repeat(MAX_FRONTMATTER))).contains("shorten it"));
        assert!(read_frontmatter(b"name: a").unwrap_err().contains("must start with frontmatter"));
        assert!(read_frontmatter(b"---\nname: a\n").unwrap_err().contains("no closing line"));
        let deep = format!("x: {}{}\n", "[".repeat(40), "]".repeat(40));
        assert!(wrong(&deep).contains("levels"), "{}", wrong(&deep));
    }
}
