//! Lines that arrive in pieces, compared with lines split from the whole.

use super::*;
use mcp_fuzz::fuzz;

const LIMIT: usize = 40;

/// A line, independent of its buffer.
#[derive(Debug, PartialEq)]
enum OwnedLine {
    Text(String),
    NotUtf8,
    TooLong,
}

fn seen(line: &Line<'_>) -> OwnedLine {
    match line {
        Line::Text(text) => OwnedLine::Text((*text).to_owned()),
        Line::NotUtf8(_) => OwnedLine::NotUtf8,
        Line::TooLong(_) => OwnedLine::TooLong,
    }
}

fn expected(input: &[u8]) -> Vec<OwnedLine> {
    let lines = input.split(|byte| *byte == b'\n');
    let shown = lines.filter_map(|line| match line {
        line if line.len() > LIMIT => Some(Line::TooLong(line)),
        line if line.trim_ascii().is_empty() => None,
        line => Some(decode(line)),
    });
    shown.map(|line| seen(&line)).collect()
}

fn found(input: &[u8], size: usize) -> Vec<OwnedLine> {
    let mut lines = Lines::new(LIMIT);
    let mut found = Vec::new();
    for piece in input.chunks(size) {
        lines.space().extend_from_slice(piece);
        while let Some(line) = lines.next_line() {
            found.push(seen(&line));
        }
    }
    found.extend(lines.rest().map(|line| seen(&line)));
    found
}

#[test]
fn lines_are_the_same_however_the_bytes_arrive() {
    let long = "x".repeat(LIMIT);
    let seeds = [
        b"one\ntwo\r\n\n \nthree".to_vec(),
        b"\xEF\xBB\xBF{}\n\xff\n\xed\xa0\x80\n".to_vec(),
        format!("{long}\n{long}y\n{long}{long}").into_bytes(),
        "é😀\n\u{FEFF}\u{FEFF}\n\0\n".to_owned().into_bytes(),
    ];
    fuzz(&seeds, |input| {
        let expected = expected(input);
        for size in [1, 3, 7, 64, input.len().max(1)] {
            assert_eq!(found(input, size), expected, "in pieces of {size}");
        }
    });
}
