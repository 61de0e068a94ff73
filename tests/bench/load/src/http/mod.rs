//! Calls over Streamable HTTP: connections on loopback that are kept open, one call in flight on each, and one thread for all.

mod open;
mod response;

use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener};
use std::time::Instant;

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};

use crate::stdio::passing;
use crate::verify::Verifier;
use crate::wire::{FIRST_ID, Template};
use crate::{Cli, Load};
use open::Target;
use response::{Response, judge};

pub fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

struct Connection {
    stream: TcpStream,
    call: Template,
    id: u64,
    /// The rest of the request.
    out: Vec<u8>,
    response: Response,
}

pub struct Pool {
    poll: Poll,
    connections: Vec<Connection>,
    verifier: Verifier,
    deadline: Instant,
    next_id: u64,
    chunk: Vec<u8>,
}

impl Pool {
    /// Connects to a server once it listens, and greets it on each connection.
    pub fn open(port: u16, cli: &Cli, verifier: Verifier, deadline: Instant) -> io::Result<Self> {
        let target = Target::new(port, cli.wire);
        let poll = Poll::new()?;
        let chunk = vec![0; 256 << 10];
        let mut pool =
            Self { poll, connections: Vec::new(), verifier, deadline, next_id: FIRST_ID, chunk };
        for index in 0..usize::try_from(cli.width).map_err(io::Error::other)? {
            let mut stream = target.connect(deadline)?;
            let session = target.greet(&mut stream, pool.next_id)?;
            pool.next_id += 1;
            stream.set_nonblocking(true)?;
            let mut stream = TcpStream::from_std(stream);
            pool.poll.registry().register(
                &mut stream,
                Token(index),
                Interest::READABLE | Interest::WRITABLE,
            )?;
            let call = target.call(cli.case, session.as_deref());
            pool.connections.push(Connection {
                stream,
                call,
                id: 0,
                out: Vec::new(),
                response: Response::default(),
            });
        }
        Ok(pool)
    }

    fn start(&mut self, index: usize) -> io::Result<()> {
        let connection = &mut self.connections[index];
        connection.id = self.next_id;
        self.next_id += 1;
        connection.response.clear();
        connection.call.push(&mut connection.out, connection.id);
        connection.flush()
    }

    /// Whether the response on this connection is whole now, and right.
    fn answered(&mut self, index: usize) -> io::Result<bool> {
        let connection = &mut self.connections[index];
        connection.flush()?;
        // The poll tells of new bytes once: all are read.
        loop {
            let length = match connection.stream.read(&mut self.chunk) {
                Ok(0) => return Err(io::Error::other("the server closed a connection")),
                Ok(length) => length,
                Err(error) if passing(&error) => return Ok(false),
                Err(error) => return Err(error),
            };
            if connection.response.feed(&self.chunk[..length])? {
                return judge(&connection.response, connection.id, &mut self.verifier)
                    .map(|()| true);
            }
        }
    }
}

impl Connection {
    fn flush(&mut self) -> io::Result<()> {
        while !self.out.is_empty() {
            match self.stream.write(&self.out) {
                Ok(length) => drop(self.out.drain(..length)),
                Err(error) if passing(&error) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

impl Load for Pool {
    fn run(&mut self, calls: u64) -> io::Result<()> {
        let end = self.next_id + calls;
        let mut answers = 0;
        for index in 0..self.connections.len() {
            if self.next_id < end {
                self.start(index)?;
            }
        }
        let mut events = Events::with_capacity(1024);
        while answers < calls {
            let left = self.deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "no answer within the limit"));
            }
            match self.poll.poll(&mut events, Some(left)) {
                Err(error) if !passing(&error) => return Err(error),
                _ => {}
            }
            for event in &events {
                let index = event.token().0;
                if self.answered(index)? {
                    answers += 1;
                    if self.next_id < end {
                        self.start(index)?;
                    }
                }
            }
        }
        Ok(())
    }
}
