//! The first exchange on a connection.

use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use super::response::{Response, messages};
use crate::verify::result_of;
use crate::wire::{self, CALL, Case, HttpHead, Template, Wire};

pub struct Target {
    address: SocketAddr,
    host: String,
    wire: Wire,
}

impl Target {
    pub fn new(port: u16, wire: Wire) -> Self {
        let address = (Ipv4Addr::LOCALHOST, port).into();
        Self { address, host: format!("127.0.0.1:{port}"), wire }
    }

    /// Connects as soon as the server listens.
    pub fn connect(&self, deadline: Instant) -> io::Result<TcpStream> {
        loop {
            match TcpStream::connect_timeout(&self.address, Duration::from_secs(1)) {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
                    return Ok(stream);
                }
                Err(error) if Instant::now() >= deadline => return Err(error),
                Err(_) => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }

    /// Sends `initialize` and `notifications/initialized`, or `server/discover`. The session, if the server has opened one.
    pub fn greet(&self, stream: &mut TcpStream, id: u64) -> io::Result<Option<String>> {
        let (body, method) = wire::hello(self.wire);
        let legacy = self.wire == Wire::Legacy;
        let head = HttpHead { version_header: !legacy, ..self.head(method, None) };
        let mut request = Vec::new();
        wire::http_post(&body, &head).push(&mut request, id);
        let response = exchange(stream, &request)?;
        let greeted = messages(&response).find_map(|message| result_of(message, id).ok());
        greeted.ok_or_else(|| response.error(method))?;
        if legacy {
            let head = HttpHead {
                session: response.session.as_deref(),
                ..self.head("notifications/initialized", None)
            };
            let mut request = head.bytes(wire::INITIALIZED.len());
            request.extend_from_slice(wire::INITIALIZED);
            let told = exchange(stream, &request)?;
            if !(200..300).contains(&told.status) {
                return Err(told.error("notifications/initialized"));
            }
        }
        Ok(response.session)
    }

    pub fn call(&self, case: Case, session: Option<&str>) -> Template {
        wire::http_post(
            &wire::call(case, self.wire),
            &HttpHead { session, ..self.head(CALL, Some(case.tool())) },
        )
    }

    fn head<'a>(&'a self, method: &'a str, name: Option<&'a str>) -> HttpHead<'a> {
        HttpHead {
            host: &self.host,
            wire: self.wire,
            session: None,
            version_header: true,
            method,
            name,
        }
    }
}

fn exchange(stream: &mut TcpStream, request: &[u8]) -> io::Result<Response> {
    stream.write_all(request)?;
    let mut response = Response::default();
    let mut chunk = [0; 16 << 10];
    loop {
        let length = stream.read(&mut chunk)?;
        if length == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if response.feed(&chunk[..length])? {
            return Ok(response);
        }
    }
}
