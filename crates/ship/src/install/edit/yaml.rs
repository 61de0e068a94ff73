//! YAML: lines are inserted below a block-style map, and removed again. The parser reports the
//! positions.

use saphyr_parser::{Event, Parser, ScalarStyle, StrInput};
use serde_json::{Map, Value};

use super::{EditError, line_end};

/// Parses the text.
pub(super) fn read(text: &str) -> Result<Value, EditError> {
    Reader::document(text).map(|(value, _)| value)
}

/// Sets the map at a key, which is a map of the document and a name in it, and returns the new
/// text.
pub(super) fn set(text: &str, key: &[String], new: &Value) -> Result<String, EditError> {
    let [map, name] = key else {
        return Err(EditError::at(text, 0, "the key is not of two parts"));
    };
    let (document, keys) = Reader::document(text)?;
    let end = line_end(text);
    let Some(of_map) = keys.iter().find(|found| found.is(&[map])) else {
        let glue = if text.is_empty() || text.ends_with('\n') { "" } else { end };
        let entry = lines(name, new, "  ", end);
        return Ok(format!("{text}{glue}{map}:{end}{entry}"));
    };
    let children: Vec<&Key> = keys.iter().filter(|found| found.is_child_of(map)).collect();
    let lines_of = Lines::of(text);
    if let Some(old) = children.iter().find(|found| found.is(&[map, name])) {
        let members = document.get(map).and_then(|map| map.get(name)).and_then(Value::as_object);
        let is_block = keys.iter().any(|found| found.is_member_of(old) && found.line > old.line);
        if let (Some(members), Value::Object(new), true) = (members, new, is_block) {
            return update(text, key, (members, new));
        }
        let entry = lines(name, new, &" ".repeat(old.column), end);
        let (from, to) = lines_of.extent(old.line, old.column);
        return Ok(format!("{}{entry}{}", &text[..from], &text[to..]));
    }
    let (column, at) = match (children.first(), document.get(map)) {
        (Some(first), _) if first.line > of_map.line => {
            let last = children.last().unwrap_or(first);
            (first.column, lines_of.extent(last.line, last.column).1)
        }
        (None, Some(Value::Null)) => (of_map.column + 2, lines_of.end(of_map.line)),
        _ => {
            let why = format!("`{map}` is not a map with an entry on each line");
            return Err(EditError { line: of_map.line, column: of_map.column + 1, why });
        }
    };
    let glue = if text[..at].ends_with('\n') { "" } else { end };
    let entry = lines(name, new, &" ".repeat(column), end);
    Ok(format!("{}{glue}{entry}{}", &text[..at], &text[at..]))
}

/// Changes an entry member by member, so that what stands around the others is kept.
fn update(
    text: &str,
    key: &[String],
    (old, new): (&Map<String, Value>, &Map<String, Value>),
) -> Result<String, EditError> {
    let mut text = text.to_owned();
    for (name, value) in new.iter().filter(|(name, value)| old.get(*name) != Some(value)) {
        text = set_member(&text, key, name, value)?;
    }
    for name in old.keys().filter(|name| !new.contains_key(*name)) {
        text = remove(&text, &[key, std::slice::from_ref(name)].concat())?;
    }
    Ok(text)
}

fn set_member(text: &str, key: &[String], name: &str, value: &Value) -> Result<String, EditError> {
    let (_, keys) = Reader::document(text)?;
    let key: Vec<&String> = key.iter().collect();
    let entry = keys.iter().find(|found| found.is(&key));
    let members: Vec<&Key> =
        keys.iter().filter(|found| entry.is_some_and(|entry| found.is_member_of(entry))).collect();
    let Some(last) = members.last() else { return Err(EditError::at(text, 0, "it is empty")) };
    let lines_of = Lines::of(text);
    let (from, to) =
        match members.iter().find(|found| found.path.last().is_some_and(|is| is == name)) {
            Some(old) => lines_of.extent(old.line, old.column),
            None => {
                let (_, end) = lines_of.extent(last.line, last.column);
                (end, end)
            }
        };
    let end = line_end(text);
    let glue = if text[..from].ends_with('\n') { "" } else { end };
    let indent = " ".repeat(last.column);
    Ok(format!("{}{glue}{indent}{name}: {value}{end}{}", &text[..from], &text[to..]))
}

/// Removes the value at a key, and returns the new text.
pub(super) fn remove(text: &str, key: &[String]) -> Result<String, EditError> {
    let (_, keys) = Reader::document(text)?;
    let key: Vec<&String> = key.iter().collect();
    let Some(found) = keys.iter().find(|found| found.is(&key)) else { return Ok(text.to_owned()) };
    let (from, to) = Lines::of(text).extent(found.line, found.column);
    Ok(format!("{}{}", &text[..from], &text[to..]))
}

/// The lines of an entry. Its members are written as JSON, which is also YAML.
fn lines(name: &str, new: &Value, indent: &str, end: &str) -> String {
    let members: String = new
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, value)| format!("{indent}  {key}: {value}{end}"))
        .collect();
    format!("{indent}{name}:{end}{members}")
}

/// The lines of a text, with their positions.
struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        let ends = text.match_indices('\n').map(|(end, _)| end + 1);
        let starts = std::iter::once(0).chain(ends).collect();
        Self { text, starts }
    }

    fn start(&self, line: usize) -> usize {
        self.starts.get(line - 1).copied().unwrap_or(self.text.len())
    }

    fn end(&self, line: usize) -> usize {
        self.start(line + 1)
    }

    /// The extent of the value that begins here: the lines that are indented more, without comments
    /// and empty lines at the end.
    fn extent(&self, line: usize, column: usize) -> (usize, usize) {
        let mut last = line;
        for line in line + 1..=self.starts.len() {
            let text = self.text[self.start(line)..self.end(line)].trim_end();
            let indent = text.len() - text.trim_start().len();
            if text.trim_start().is_empty() {
                continue;
            }
            if indent <= column {
                break;
            }
            last = line;
        }
        (self.start(line), self.end(last))
    }
}

/// A key of a map, and its position.
struct Key {
    path: Vec<String>,
    line: usize,
    column: usize,
}

impl Key {
    fn is(&self, path: &[&String]) -> bool {
        self.path.iter().eq(path.iter().copied())
    }

    fn is_member_of(&self, entry: &Self) -> bool {
        self.path.len() == entry.path.len() + 1 && self.path.starts_with(&entry.path)
    }

    fn is_child_of(&self, map: &str) -> bool {
        self.path.len() == 2 && self.path[0] == map
    }
}

/// The maximum nesting depth of values.
const MAX_NESTED: usize = 64;

struct Reader<'a> {
    parser: Parser<'a, StrInput<'a>>,
    path: Vec<String>,
    keys: Vec<Key>,
    line: usize,
    column: usize,
}

impl<'a> Reader<'a> {
    /// Parses the only document of a text, with the positions of the keys of its maps.
    fn document(text: &'a str) -> Result<(Value, Vec<Key>), EditError> {
        let parser = Parser::new_from_str(text);
        let mut reader = Self { parser, path: Vec::new(), keys: Vec::new(), line: 1, column: 0 };
        let mut document = None;
        loop {
            match reader.next()? {
                Event::StreamEnd => break,
                Event::DocumentStart(_) if document.is_some() => {
                    return Err(reader.error("files of several YAML documents are not supported"));
                }
                Event::DocumentStart(_) => {
                    let first = reader.next()?;
                    document = Some(reader.value(first)?);
                }
                _ => {}
            }
        }
        match document {
            Some(Value::Null) | None => Ok((Value::Object(Map::new()), reader.keys)),
            Some(map @ Value::Object(_)) if text.lines().all(|line| line.trim_end() != "...") => {
                Ok((map, reader.keys))
            }
            Some(_) => Err(EditError { line: 1, column: 1, why: "this is not a map".into() }),
        }
    }

    fn next(&mut self) -> Result<Event<'a>, EditError> {
        match self.parser.next() {
            Some(Ok((event, span))) => {
                (self.line, self.column) = (span.start.line(), span.start.col());
                Ok(event)
            }
            Some(Err(error)) => {
                let line = error.marker().line();
                let column = error.marker().col() + 1;
                Err(EditError { line, column, why: error.info().to_owned() })
            }
            None => Ok(Event::StreamEnd),
        }
    }

    fn error(&self, why: &str) -> EditError {
        EditError { line: self.line, column: self.column + 1, why: why.to_owned() }
    }

    fn value(&mut self, event: Event<'a>) -> Result<Value, EditError> {
        if self.path.len() > MAX_NESTED {
            return Err(self.error("this is nested too deeply"));
        }
        Ok(match event {
            Event::Scalar(_, _, anchor, _)
            | Event::SequenceStart(anchor, _)
            | Event::MappingStart(anchor, _)
            | Event::Alias(anchor)
                if anchor != 0 =>
            {
                return Err(self.error("YAML anchors and aliases are not supported"));
            }
            Event::Scalar(text, ScalarStyle::Plain, ..) => plain(&text),
            Event::Scalar(text, ..) => Value::String(text.into_owned()),
            Event::SequenceStart(..) => {
                self.path.push(String::new());
                let mut items = Vec::new();
                loop {
                    match self.next()? {
                        Event::SequenceEnd => break,
                        event => items.push(self.value(event)?),
                    }
                }
                self.path.pop();
                Value::Array(items)
            }
            Event::MappingStart(..) => self.map()?,
            _ => return Err(self.error("a value is missing")),
        })
    }

    fn map(&mut self) -> Result<Value, EditError> {
        let mut map = Map::new();
        loop {
            let key = match self.next()? {
                Event::MappingEnd => return Ok(Value::Object(map)),
                Event::Scalar(text, ..) => text.into_owned(),
                _ => return Err(self.error("a key is not a string")),
            };
            if map.contains_key(&key) {
                return Err(self.error(&format!("`{key}` occurs twice")));
            }
            self.path.push(key.clone());
            self.keys.push(Key { path: self.path.clone(), line: self.line, column: self.column });
            let event = self.next()?;
            let value = self.value(event)?;
            self.path.pop();
            map.insert(key, value);
        }
    }
}

/// Parses an unquoted scalar. Numbers that are not decimal stay text, since they are not used here.
fn plain(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        _ => text.parse().map_or_else(|_| text.into(), Value::Number),
    }
}
