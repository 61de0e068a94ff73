//! The file of a client as it was before a server was added.

use serde_json::Value;

use super::change::Backup;
use super::edit::{EditError, Syntax, at};

/// The file as it was before an entry was added or replaced; where others have changed it since,
/// only the entry is as it was. `None` if the file did not exist.
pub(super) fn as_before(
    syntax: Syntax,
    text: &str,
    key: &[String],
    backup: &Backup,
) -> Result<Option<String>, EditError> {
    let is = syntax.read(text)?;
    let Some(entry) = at(&is, key) else { return Ok(Some(text.to_owned())) };
    let had = backup.text().and_then(|backup| Some((backup, syntax.read(backup).ok()?)));
    if let Some((backup, _)) = &had {
        let again = syntax.set(backup, key, entry).and_then(|set| syntax.remove(&set, key));
        if again.is_ok_and(|again| syntax.remove(text, key).is_ok_and(|rest| rest == again)) {
            return Ok(Some((*backup).to_owned()));
        }
    }
    let had = had.map(|(_, had)| had);
    match had.as_ref().and_then(|had| at(had, key)) {
        Some(earlier) => syntax.set(text, key, earlier).map(Some),
        // Nobody knows which maps a file had that cannot be read.
        None if had.is_none() && backup.text().is_some() => syntax.remove(text, key).map(Some),
        None => without(syntax, text, key, had.as_ref()),
    }
}

/// The file without an entry, and without the maps that were made for it. `None` if nothing is
/// left of a file that did not exist.
fn without(
    syntax: Syntax,
    text: &str,
    key: &[String],
    had: Option<&Value>,
) -> Result<Option<String>, EditError> {
    let mut left = syntax.remove(text, key)?;
    for depth in (1..key.len()).rev() {
        let map = &key[..depth];
        let is_empty =
            |found: &Value| found.is_null() || found.as_object().is_some_and(|map| map.is_empty());
        let was_there = had.is_some_and(|had| at(had, map).is_some());
        let is = syntax.read(&left)?;
        if !was_there && at(&is, map).is_some_and(is_empty) {
            left = syntax.remove(&left, map)?;
        }
    }
    let is_bare = syntax.read(&left)?.as_object().is_some_and(|map| map.is_empty());
    let is_blank = left.trim_matches(['{', '}', ' ', '\n', '\r']).is_empty();
    Ok(Some(left).filter(|_| had.is_some() || !(is_bare && is_blank)))
}
