//! Responses, read piece by piece.

use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

use super::Request;
use crate::peer::in_time;

/// A response whose body may still be on its way; to drop it is to close the connection.
#[derive(Debug)]
pub struct Response {
    /// The status code.
    pub status: u16,
    headers: Vec<(String, String)>,
    stream: BufReader<TcpStream>,
    rest: Rest,
    /// What was read of the body and not taken yet.
    body: Vec<u8>,
}

/// What is still to be read of a body.
#[derive(Debug)]
enum Rest {
    Bytes(usize),
    Chunks,
}

/// A server-sent event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// Where a client can come back to.
    pub id: Option<String>,
    /// After how many milliseconds it may.
    pub retry: Option<String>,
    /// What is said.
    pub data: String,
    /// What is said to nobody.
    pub comment: Option<String>,
}

impl Response {
    /// Reads the head of a response.
    ///
    /// # Panics
    ///
    /// When it is missing.
    pub(super) async fn read(mut stream: BufReader<TcpStream>) -> Self {
        let status_line = line(&mut stream).await;
        let code = status_line.split(' ').nth(1).and_then(|code| code.parse().ok());
        let status = code.expect("a response has a status");
        let mut headers = Vec::new();
        loop {
            let header = line(&mut stream).await;
            let Some((name, value)) = header.split_once(':') else { break };
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let header = headers.iter().find(|(name, _)| name == "content-length");
        let length = header.map(|(_, length)| length.parse().expect("a length is a number"));
        let is_chunked = headers.iter().any(|(name, _)| name == "transfer-encoding");
        let rest = if is_chunked { Rest::Chunks } else { Rest::Bytes(length.unwrap_or(0)) };
        Self { status, headers, stream, rest, body: Vec::new() }
    }

    /// Reads the head of a response; `None` if the connection ends before it begins.
    pub(super) async fn try_read(mut stream: BufReader<TcpStream>) -> Option<Self> {
        let begun = in_time("a response", stream.fill_buf()).await;
        if begun.is_ok_and(|bytes| !bytes.is_empty()) {
            Some(Self::read(stream).await)
        } else {
            None
        }
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(header, _)| header.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// All values of a header.
    pub fn headers(&self, name: &str) -> Vec<&str> {
        let found = self.headers.iter().filter(|(header, _)| header.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str()).collect()
    }

    /// Whether the body is a stream of events.
    pub fn is_stream(&self) -> bool {
        self.header("content-type") == Some("text/event-stream")
    }

    /// The whole body.
    ///
    /// # Panics
    ///
    /// When it is not text.
    pub async fn text(mut self) -> String {
        while self.read_more().await {}
        String::from_utf8(self.body).expect("a body is text")
    }

    /// Sends another request over the connection, after the body, and reads the head of its response.
    ///
    /// # Panics
    ///
    /// When nobody reads it.
    pub async fn then(mut self, request: Request) -> Self {
        while self.read_more().await {}
        let sent = in_time("a request", self.stream.write_all(&request.to_bytes())).await;
        sent.expect("the connection is kept");
        Self::read(self.stream).await
    }

    /// The whole body as JSON.
    ///
    /// # Panics
    ///
    /// When it is not JSON.
    pub async fn json(self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/json"), "{}", self.status);
        let text = self.text().await;
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text:?} is not JSON: {error}"))
    }

    /// The last message of the body, whichever form that has.
    ///
    /// # Panics
    ///
    /// When it is missing.
    pub async fn answer(mut self) -> Value {
        if !self.is_stream() {
            return self.json().await;
        }
        self.rest().await.pop().expect("a stream has an answer")
    }

    /// The next event of a stream; `None` at its end.
    ///
    /// # Panics
    ///
    /// When the stream breaks off.
    pub async fn event(&mut self) -> Option<Event> {
        in_time("an event", self.next_event()).await
    }

    async fn next_event(&mut self) -> Option<Event> {
        loop {
            if let Some(end) = self.body.windows(2).position(|bytes| bytes == b"\n\n") {
                let block: Vec<u8> = self.body.drain(..end + 2).collect();
                return Some(Event::parse(&String::from_utf8(block).expect("events are text")));
            }
            if !self.read_more().await {
                assert_eq!(self.body, b"", "the last event is complete");
                return None;
            }
        }
    }

    /// The next event that holds a message, and the message.
    ///
    /// # Panics
    ///
    /// When an event holds something else.
    pub async fn message_event(&mut self) -> Option<(Event, Value)> {
        let next = async {
            loop {
                let event = self.next_event().await?;
                if !event.data.is_empty() {
                    let message = serde_json::from_str(&event.data).expect("a message is JSON");
                    return Some((event, message));
                }
            }
        };
        in_time("a message", next).await
    }

    /// The next message of a stream; `None` at its end.
    pub async fn message(&mut self) -> Option<Value> {
        self.message_event().await.map(|(_, message)| message)
    }

    /// Where the messages for a stream of HTTP+SSE go.
    ///
    /// # Panics
    ///
    /// When the stream does not begin by saying it.
    pub async fn endpoint(&mut self) -> String {
        self.event().await.expect("a stream begins").data
    }

    /// The messages up to the end of a stream.
    pub async fn rest(&mut self) -> Vec<Value> {
        let mut messages = Vec::new();
        while let Some(message) = self.message().await {
            messages.push(message);
        }
        messages
    }

    /// Reads one more piece of the body; `false` at its end.
    async fn read_more(&mut self) -> bool {
        let size = match self.rest {
            Rest::Bytes(size) => size,
            Rest::Chunks => {
                let size = line(&mut self.stream).await;
                usize::from_str_radix(&size, 16).expect("a chunk has a size")
            }
        };
        let start = self.body.len();
        self.body.resize(start + size, 0);
        let read = in_time("a body", self.stream.read_exact(&mut self.body[start..])).await;
        read.expect("the body does not break off");
        match self.rest {
            Rest::Bytes(_) => self.rest = Rest::Bytes(0),
            Rest::Chunks => assert_eq!(line(&mut self.stream).await, ""),
        }
        if size == 0 {
            self.rest = Rest::Bytes(0);
        }
        size > 0
    }
}

impl Event {
    fn parse(block: &str) -> Self {
        let mut event = Self::default();
        for line in block.lines().filter(|line| !line.is_empty()) {
            let (field, value) = line.split_once(':').expect("a field has a value");
            let value = value.strip_prefix(' ').unwrap_or(value).to_owned();
            match field {
                "" => event.comment = Some(value),
                "id" => event.id = Some(value),
                "retry" => event.retry = Some(value),
                "event" => assert_eq!(value, "endpoint"),
                "data" => event.data = value,
                _ => panic!("an event has no {field}"),
            }
        }
        event
    }
}

async fn line(stream: &mut BufReader<TcpStream>) -> String {
    let mut line = String::new();
    let read = in_time("a line", stream.read_line(&mut line)).await;
    assert!(read.expect("a line is text") > 0, "the connection broke off");
    line.trim_end().to_owned()
}
