//! Reads responses, piece by piece.

use std::io;

use crate::verify::Verifier;

enum Framing {
    Length(usize),
    Chunked,
}

/// One response of HTTP/1.1.
#[derive(Default)]
pub struct Response {
    pub status: u16,
    pub session: Option<String>,
    /// Whether the body is a stream of events.
    events: bool,
    framing: Option<Framing>,
    raw: Vec<u8>,
    /// Where the body begins, or what of its chunks is not yet decoded.
    at: usize,
    /// What is missing of the current chunk, with its line end.
    chunk_left: usize,
    decoded: Vec<u8>,
}

impl Response {
    /// Makes it ready for the next one; memory is kept.
    pub fn clear(&mut self) {
        let mut raw = std::mem::take(&mut self.raw);
        let mut decoded = std::mem::take(&mut self.decoded);
        raw.clear();
        decoded.clear();
        *self = Self { raw, decoded, ..Self::default() };
    }

    pub fn error(&self, what: &str) -> io::Error {
        let body = String::from_utf8_lossy(&self.body()[..self.body().len().min(240)]);
        io::Error::other(format!("{what}: HTTP {} {body}", self.status))
    }

    fn body(&self) -> &[u8] {
        match self.framing {
            Some(Framing::Length(length)) => &self.raw[self.at..self.at + length],
            _ => &self.decoded,
        }
    }

    /// Takes bytes; true once the response is whole.
    pub fn feed(&mut self, bytes: &[u8]) -> io::Result<bool> {
        self.raw.extend_from_slice(bytes);
        if self.framing.is_none() {
            self.read_head()?;
        }
        match self.framing {
            Some(Framing::Length(length)) => Ok(self.raw.len() - self.at >= length),
            Some(Framing::Chunked) => self.decode(),
            None => Ok(false),
        }
    }

    fn read_head(&mut self) -> io::Result<()> {
        let mut headers = [httparse::EMPTY_HEADER; 64];
        let mut response = httparse::Response::new(&mut headers);
        let httparse::Status::Complete(at) = response.parse(&self.raw).map_err(io::Error::other)?
        else {
            return Ok(());
        };
        self.at = at;
        self.status = response.code.unwrap_or(0);
        for header in response.headers.iter() {
            let value = String::from_utf8_lossy(header.value);
            match header.name.to_ascii_lowercase().as_str() {
                "content-length" => self.framing = value.trim().parse().ok().map(Framing::Length),
                "transfer-encoding" => self.framing = Some(Framing::Chunked),
                "content-type" => self.events = value.starts_with("text/event-stream"),
                "mcp-session-id" => self.session = Some(value.into_owned()),
                _ => {}
            }
        }
        if self.framing.is_none() && matches!(self.status, 202 | 204) {
            self.framing = Some(Framing::Length(0));
        }
        if self.framing.is_none() {
            Err(io::Error::other("a response without a length"))
        } else {
            Ok(())
        }
    }

    fn decode(&mut self) -> io::Result<bool> {
        loop {
            if self.chunk_left > 0 {
                let here = (self.raw.len() - self.at).min(self.chunk_left);
                let data = here.min(self.chunk_left.saturating_sub(2));
                self.decoded.extend_from_slice(&self.raw[self.at..self.at + data]);
                self.at += here;
                self.chunk_left -= here;
                if self.chunk_left > 0 {
                    return Ok(false);
                }
            }
            let Some(length) = memchr::memchr(b'\n', &self.raw[self.at..]) else {
                return Ok(false);
            };
            let line = String::from_utf8_lossy(&self.raw[self.at..self.at + length]);
            let digits = line.split(';').next().unwrap_or_default().trim();
            match usize::from_str_radix(digits, 16).map_err(io::Error::other)? {
                // Nothing but an empty line comes after the last chunk.
                0 => return Ok(self.raw.len() >= self.at + length + 3),
                size => self.chunk_left = size + 2,
            }
            self.at += length + 1;
        }
    }
}

/// Whether a response answers this id rightly.
pub fn judge(response: &Response, id: u64, verifier: &mut Verifier) -> io::Result<()> {
    let mut right = false;
    if response.status == 200 {
        for message in messages(response) {
            right |= verifier.see(message).map_err(io::Error::other)? == Some(id);
        }
    }
    if right { Ok(()) } else { Err(response.error("no answer")) }
}

/// The messages in a body; those of events have one line each.
pub fn messages(response: &Response) -> impl Iterator<Item = &[u8]> {
    let whole = (!response.events).then(|| response.body());
    let lines = response.events.then(|| response.body().split(|byte| *byte == b'\n'));
    let data = lines
        .into_iter()
        .flatten()
        .filter_map(|line| line.strip_prefix(b"data:").map(<[u8]>::trim_ascii));
    whole.into_iter().chain(data.filter(|data| !data.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], step: usize) -> Response {
        let mut response = Response::default();
        let mut whole = false;
        for part in bytes.chunks(step) {
            assert!(!whole);
            whole = response.feed(part).unwrap();
        }
        assert!(whole);
        response
    }

    #[test]
    fn both_framings_are_read_in_any_pieces() {
        let plain =
            b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 5\r\n\r\nhello";
        let chunked = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n8\r\ndata: x\n\r\n1\r\n\n\r\n0\r\n\r\n";
        for step in 1..plain.len() {
            assert_eq!(messages(&read(plain, step)).collect::<Vec<_>>(), [b"hello"]);
        }
        for step in 1..chunked.len() {
            assert_eq!(messages(&read(chunked, step)).collect::<Vec<_>>(), [b"x"]);
        }
    }

    #[test]
    fn events_without_data_are_skipped() {
        let events =
            b"id: 0\nretry: 3000\ndata: \n\n: ping\n\nevent: message\r\ndata: {\"a\":1}\r\n\r\n";
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: {}\r\n\r\n",
            events.len()
        );
        let whole = [head.as_bytes(), events].concat();
        assert_eq!(messages(&read(&whole, whole.len())).collect::<Vec<_>>(), [b"{\"a\":1}"]);
    }
}
