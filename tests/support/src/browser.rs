//! A browser in which somebody agrees to everything: it goes where it is sent, over plain HTTP.

use std::io;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// How often it lets itself be sent elsewhere.
const HOPS: usize = 5;

/// Opens a URL, and goes where it is sent; the status of the last page.
///
/// # Errors
///
/// When a page cannot be had.
pub async fn follow(url: &str) -> io::Result<u16> {
    let mut url = url.to_owned();
    for _ in 0..HOPS {
        let (status, location) = get(&url).await?;
        match location.filter(|_| (300..400).contains(&status)) {
            Some(location) => url = location,
            None => return Ok(status),
        }
    }
    Err(io::Error::other("it is sent elsewhere all the time"))
}

/// The status of a page, and where it sends to.
async fn get(url: &str) -> io::Result<(u16, Option<String>)> {
    let wrong = || io::Error::other(format!("no page: {url}"));
    let rest = url.strip_prefix("http://").ok_or_else(wrong)?;
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (host, target) = rest.split_at(end);
    let target = if target.starts_with('/') { target.to_owned() } else { format!("/{target}") };
    let mut stream = TcpStream::connect(host).await?;
    let request = format!("GET {target} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut response = Vec::new();
    stream.read_to_end(&mut response).await?;
    let response = String::from_utf8_lossy(&response);
    let head = response.split("\r\n\r\n").next().unwrap_or_default();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(wrong)?;
    let location = head.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("location").then(|| value.to_owned())
    });
    Ok((status, location))
}
