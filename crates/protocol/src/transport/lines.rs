//! Newline-delimited framing with a limit on the line length.
//!
//! Source: [2026-07-28, "Transports", stdio](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio).

#[cfg(test)]
mod fuzz;

/// How much is read at once.
const READ_BYTES: usize = 64 * 1024;

/// A buffer of input, split into lines.
#[derive(Debug)]
pub struct Lines {
    buffer: Vec<u8>,
    /// The start of the first line that was not taken yet.
    start: usize,
    /// How far the buffer has been searched for line ends.
    scanned: usize,
    limit: usize,
    /// Whether the rest of an overlong line is being discarded.
    discarding: bool,
}

/// The content of a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'a> {
    Text(&'a str),
    NotUtf8(&'a [u8]),
    /// The line is longer than the limit; of its content, only the beginning was kept.
    TooLong(&'a [u8]),
}

impl Lines {
    pub fn new(limit: usize) -> Self {
        Self { buffer: Vec::new(), start: 0, scanned: 0, limit, discarding: false }
    }

    /// Returns the buffer to read into; data that was not taken yet is kept.
    #[inline]
    pub fn space(&mut self) -> &mut Vec<u8> {
        if self.start > 0 {
            self.buffer.drain(..self.start);
            self.scanned -= self.start;
            self.start = 0;
        }
        if self.buffer.is_empty() && self.buffer.capacity() > 16 * READ_BYTES {
            // One large message must not occupy memory forever.
            self.buffer = Vec::new();
        }
        self.buffer.reserve(READ_BYTES);
        &mut self.buffer
    }

    /// Returns the next complete line; blank lines are skipped.
    pub fn next_line(&mut self) -> Option<Line<'_>> {
        loop {
            let found = memchr::memchr(b'\n', &self.buffer[self.scanned..]);
            let Some(found) = found else {
                return self.incomplete();
            };
            let from = self.start;
            let end = self.scanned + found;
            self.start = end + 1;
            self.scanned = self.start;
            if std::mem::take(&mut self.discarding) {
                continue;
            }
            if end - from > self.limit {
                return Some(Line::TooLong(&self.buffer[from..end]));
            }
            let line = from..end;
            if !self.buffer[line.clone()].trim_ascii().is_empty() {
                return Some(decode(&self.buffer[line]));
            }
        }
    }

    /// Returns the unterminated rest when the input has ended.
    pub fn rest(&self) -> Option<Line<'_>> {
        let rest = &self.buffer[self.start..];
        (!self.discarding && !rest.trim_ascii().is_empty()).then(|| decode(rest))
    }

    /// Handles a buffer without a line end: a line that is already too long is discarded.
    fn incomplete(&mut self) -> Option<Line<'_>> {
        self.scanned = self.buffer.len();
        let from = self.start;
        let too_long = self.scanned - from > self.limit;
        if too_long || self.discarding {
            self.start = self.scanned;
        }
        let is_new = too_long && !std::mem::replace(&mut self.discarding, true);
        is_new.then(|| Line::TooLong(&self.buffer[from..]))
    }
}

/// Decodes the bytes of a line.
pub fn decode(line: &[u8]) -> Line<'_> {
    // A byte order mark is not valid JSON, but some clients send one. RFC 8259, section 8.1.
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    std::str::from_utf8(line).map_or(Line::NotUtf8(line), Line::Text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(limit: usize, chunks: &[&[u8]]) -> Vec<String> {
        let mut lines = Lines::new(limit);
        let mut seen = Vec::new();
        for chunk in chunks {
            lines.space().extend_from_slice(chunk);
            while let Some(line) = lines.next_line() {
                seen.push(match line {
                    Line::TooLong(_) => "TooLong".to_owned(),
                    line => format!("{line:?}"),
                });
            }
        }
        seen
    }

    #[test]
    fn cuts_at_newlines_however_the_bytes_arrive() {
        let whole = read(100, &[b"one\ntwo\r\n\n  \nthree\nfour"]);
        assert_eq!(whole, ["Text(\"one\")", "Text(\"two\\r\")", "Text(\"three\")"]);
        let bytes: Vec<&[u8]> = b"one\ntwo\r\n\n  \nthree\nfour".chunks(1).collect();
        assert_eq!(read(100, &bytes), whole);
    }

    #[test]
    fn a_line_that_is_too_long_costs_only_itself() {
        for chunks in [
            &[&b"abc"[..], b"def", b"ghi\nok\n"][..],
            &[b"abcdefghi\nok\n"],
            &[b"abcdefgh", b"ij", b"\nok\n"],
            &[b"abcdefgh", b"\n", b"ok\n"],
        ] {
            assert_eq!(read(4, chunks), ["TooLong", "Text(\"ok\")"], "{chunks:?}");
        }
    }

    #[test]
    fn text_is_utf8() {
        assert_eq!(read(9, &[b"\xEF\xBB\xBF{}\n\xff\n"]), ["Text(\"{}\")", "NotUtf8([255])"]);
    }
}
