//! An API that records what arrives, byte by byte, and answers as a test says.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// A request as it arrived.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recorded {
    pub(crate) method: String,
    pub(crate) target: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Recorded {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(header, _)| header.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// The method and the target.
    pub(crate) fn line(&self) -> String {
        format!("{} {}", self.method, self.target)
    }
}

/// An API on a port of its own.
pub(crate) struct TestApi {
    pub(crate) url: String,
    requests: Arc<Mutex<Vec<Recorded>>>,
}

/// A response with a status, a header and a body. One without a status is never sent.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    status: Option<u16>,
    headers: Vec<(&'static str, String)>,
    body: String,
}

impl Answer {
    pub(crate) fn new(status: u16, kind: &str, body: impl Into<String>) -> Self {
        let headers = vec![("content-type", kind.to_owned())];
        Self { status: Some(status), headers, body: body.into() }
    }

    pub(crate) fn json(body: impl Into<String>) -> Self {
        Self::new(200, "application/json", body)
    }

    pub(crate) fn empty(status: u16) -> Self {
        Self { status: Some(status), headers: Vec::new(), body: String::new() }
    }

    pub(crate) fn never() -> Self {
        Self { status: None, headers: Vec::new(), body: String::new() }
    }

    pub(crate) fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    fn text(&self) -> Option<String> {
        let mut text = format!("HTTP/1.1 {} \r\nconnection: close\r\n", self.status?);
        for (name, value) in &self.headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        Some(format!("{text}content-length: {}\r\n\r\n{}", self.body.len(), self.body))
    }
}

impl TestApi {
    /// Starts an API that answers by what has arrived, which is how many requests before.
    pub(crate) async fn start(
        answer: impl Fn(&Recorded, usize) -> Answer + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::<Mutex<Vec<Recorded>>>::default();
        let recorded = Arc::clone(&requests);
        let answer = Arc::new(answer);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let recorded = Arc::clone(&recorded);
                let answer = Arc::clone(&answer);
                tokio::spawn(async move {
                    serve(stream, &recorded, &*answer).await;
                });
            }
        });
        Self { url, requests }
    }

    /// What has arrived.
    pub(crate) fn requests(&self) -> Vec<Recorded> {
        self.requests.lock().unwrap().clone()
    }

    /// The last request.
    pub(crate) fn last(&self) -> Recorded {
        self.requests().pop().unwrap()
    }
}

async fn serve(
    mut stream: TcpStream,
    requests: &Mutex<Vec<Recorded>>,
    answer: &(impl Fn(&Recorded, usize) -> Answer + Send + Sync),
) {
    let Some(request) = read(&mut stream).await else { return };
    let before = {
        let mut requests = requests.lock().unwrap();
        requests.push(request.clone());
        requests.len() - 1
    };
    match answer(&request, before).text() {
        // The client may have what it needs already.
        Some(text) => drop(stream.write_all(text.as_bytes()).await),
        None => drop(stream.read_to_end(&mut Vec::new()).await),
    }
}

async fn read(stream: &mut TcpStream) -> Option<Recorded> {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let text = String::from_utf8(bytes[..head].to_vec()).unwrap();
    let mut lines = text.split("\r\n");
    let mut first = lines.next()?.split(' ');
    let method = first.next()?.to_owned();
    let target = first.next()?.to_owned();
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let mut request = Recorded { method, target, headers, body: String::new() };
    let length = request.header("content-length").map_or(0, |length| length.parse().unwrap());
    while bytes.len() < head + 4 + length {
        stream.read_buf(&mut bytes).await.ok()?;
    }
    request.body = String::from_utf8(bytes[head + 4..].to_vec()).unwrap();
    Some(request)
}
