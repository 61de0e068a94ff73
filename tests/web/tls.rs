//! Connections that are encrypted.

use std::fs;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use http_body_util::{BodyExt as _, Empty};
use hyper::client::conn::http2::handshake;
use hyper_util::rt::{TokioExecutor, TokioIo};
use mcp_test_support::http::{Client, Request};
use rustls::client::WantsClientCert;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::version::{TLS12, TLS13};
use rustls::{ClientConfig, ConfigBuilder, RootCertStore, SupportedProtocolVersion};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use super::{Served, command, complaint, data, folder, refused};

/// The words for a certificate and its key.
pub(super) fn words<'a>(certificate: &'a str, key: &'a str) -> [&'a str; 4] {
    ["--tls-cert", certificate, "--tls-key", key]
}

/// Starts the fixture with a certificate.
fn start() -> (Client, Served) {
    Served::start(&words(&data("tls/server.pem"), &data("tls/server.key")))
}

/// A chain of certificates, and the key of the first.
pub(super) type Identity = (Vec<CertificateDer<'static>>, PrivateKeyDer<'static>);

/// A client that trusts both authorities of the tests.
pub(super) fn connector(
    versions: &[&'static SupportedProtocolVersion],
    protocols: &[&[u8]],
) -> TlsConnector {
    let mut config = trusting(versions).with_no_client_auth();
    config.alpn_protocols = protocols.iter().map(|protocol| protocol.to_vec()).collect();
    Arc::new(config).into()
}

/// A client that also has an identity.
pub(super) fn connector_of(
    versions: &[&'static SupportedProtocolVersion],
    (chain, key): Identity,
) -> TlsConnector {
    Arc::new(trusting(versions).with_client_auth_cert(chain, key).unwrap()).into()
}

fn trusting(
    versions: &[&'static SupportedProtocolVersion],
) -> ConfigBuilder<ClientConfig, WantsClientCert> {
    let mut roots = RootCertStore::empty();
    for file in ["tls/ca.pem", "keys/ca.pem"] {
        roots.add(CertificateDer::from_pem_file(data(file)).unwrap()).unwrap();
    }
    let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()));
    config.with_protocol_versions(versions).unwrap().with_root_certificates(roots)
}

pub(super) async fn connect(
    client: Client,
    connector: TlsConnector,
) -> io::Result<TlsStream<TcpStream>> {
    let name = ServerName::try_from("localhost").unwrap();
    connector.connect(name, client.connect().await).await
}

/// The certificate that a client is shown.
pub(super) async fn shown(client: Client) -> CertificateDer<'static> {
    let stream = connect(client, connector(&[&TLS13], &[])).await.unwrap();
    stream.get_ref().1.peer_certificates().unwrap()[0].clone().into_owned()
}

/// A request whose response closes the connection, and that response.
pub(super) async fn asked(
    stream: &mut (impl AsyncRead + AsyncWrite + Unpin),
) -> io::Result<String> {
    let request = Request::new("GET").at("/nothing").header("Connection", "close");
    stream.write_all(&request.to_bytes()).await?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await?;
    Ok(text)
}

pub(super) async fn assert_serves(client: Client) {
    let mut stream = connect(client, connector(&[&TLS13], &[])).await.unwrap();
    assert!(asked(&mut stream).await.unwrap().starts_with("HTTP/1.1 404 "));
}

#[tokio::test]
async fn a_client_chooses_the_version_and_the_protocol() {
    let (client, served) = start();
    assert!(served.log().contains("serving url=https://127.0.0.1:"), "{}", served.log());
    for version in [&TLS12, &TLS13] {
        for protocols in [&[][..], &[&b"http/1.1"[..]]] {
            let mut stream = connect(client, connector(&[version], protocols)).await.unwrap();
            assert_eq!(stream.get_ref().1.alpn_protocol(), protocols.first().copied());
            assert!(asked(&mut stream).await.unwrap().starts_with("HTTP/1.1 404 "), "{version:?}");
        }
        let connector = connector(&[version], &[b"h2", b"http/1.1"]);
        let stream = connect(client, connector).await.unwrap();
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
        let (mut requests, connection) =
            handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        let request = axum::http::Request::get("https://localhost/nothing")
            .body(Empty::<bytes::Bytes>::new())
            .unwrap();
        let response = requests.send_request(request).await.unwrap();
        assert_eq!(response.status(), 404);
        let body = response.into_body().collect().await.unwrap().to_bytes();
        assert!(String::from_utf8_lossy(&body).contains("MCP is at /mcp"), "{body:?}");
    }
    assert!(connect(client, connector(&[&TLS13], &[b"spdy/3"])).await.is_err(), "not by ALPN");
}

/// What a client of TLS 1.1 begins with.
fn old_hello() -> Vec<u8> {
    // The version, a random number, no session, one suite of ciphers, no compression.
    let mut hello = vec![3, 2];
    hello.extend([7; 32]);
    hello.extend([0, 0, 2, 0xc0, 0x13, 1, 0]);
    let mut message = vec![1, 0, 0, u8::try_from(hello.len()).unwrap()];
    message.extend(hello);
    let mut record = vec![0x16, 3, 1, 0, u8::try_from(message.len()).unwrap()];
    record.extend(message);
    record
}

#[tokio::test]
async fn who_does_not_speak_tls_is_told_so_and_closed() {
    let (client, served) = start();
    let plain = Request::new("GET").to_bytes();
    for bytes in [old_hello(), plain, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(), vec![0; 4096]] {
        let mut stream = client.connect().await;
        stream.write_all(&bytes).await.unwrap();
        let mut answer = Vec::new();
        // What the server has not read makes a reset of the end.
        let _ = stream.read_to_end(&mut answer).await;
        assert!(answer.len() <= 7 && answer.first().is_none_or(|kind| *kind == 0x15), "{answer:?}");
        assert_serves(client).await;
    }
    assert!(!served.log().contains("panicked"), "{}", served.log());
}

#[tokio::test]
async fn who_says_nothing_is_closed_and_holds_up_nobody() {
    let (client, _served) = start();
    let begun = Instant::now();
    let mut silent = client.connect().await;
    let mut halting = client.connect().await;
    halting.write_all(&old_hello()[..20]).await.unwrap();
    // The handshake is over, and then there is silence.
    let mut shaken = connect(client, connector(&[&TLS13], &[])).await.unwrap();
    assert_serves(client).await;
    let mut rest = Vec::new();
    let _ = silent.read_to_end(&mut rest).await;
    let _ = halting.read_to_end(&mut rest).await;
    let _ = shaken.read_to_end(&mut rest).await;
    let took = begun.elapsed();
    assert!(took > Duration::from_secs(8) && took < Duration::from_secs(20), "{took:?}");
    assert_serves(client).await;
}

#[test]
fn what_cannot_be_used_is_an_error_at_the_start() {
    let certificate = data("tls/server.pem");
    let key = data("tls/server.key");
    let broken = folder("what_cannot_be_used").join("broken.pem");
    fs::write(&broken, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n").unwrap();
    let broken = broken.display().to_string();
    for (certificate, key, problem) in [
        (&*data("tls/ca.pem"), &*key, "does not match the certificate"),
        (&*certificate, &*data("keys/server.pem"), "does not match the certificate"),
        ("/nowhere/cert.pem", &*key, "cannot read /nowhere/cert.pem: "),
        (&*certificate, "/nowhere/key.pem", "cannot read /nowhere/key.pem: "),
        (&*key, &*key, &*format!("cannot read {key}: ")),
        (&*certificate, &*certificate, &*format!("cannot read {certificate}: ")),
        (&*broken, &*key, &*format!("the certificate in {broken} and the key in {key}: ")),
    ] {
        let complaint = refused(&words(certificate, key));
        assert!(complaint.contains(problem), "{complaint}");
    }
}

#[test]
fn one_of_the_two_files_is_a_mistake() {
    for (option, other) in [("--tls-cert", "--tls-key"), ("--tls-key", "--tls-cert")] {
        let complaint = complaint(command(&["--http", "0", option, "x.pem"]), 2);
        assert!(complaint.contains(&format!("{other} <FILE>")), "{complaint}");
    }
    let mut half = command(&["--http", "0"]);
    half.env("MCP_TLS_CERT", data("tls/server.pem"));
    let complaint = complaint(half, 1);
    assert!(complaint.contains("MCP_TLS_KEY"), "{complaint}");
}

#[tokio::test]
async fn the_environment_has_the_files_too() {
    let mut started = command(&["--http", "0", "-v"]);
    started.env("MCP_TLS_CERT", data("tls/server.pem")).env("MCP_TLS_KEY", data("tls/server.key"));
    let (client, _served) = Served::run(started);
    assert_serves(client).await;
}

#[test]
fn what_is_unwise_is_a_warning() {
    let (_, served) = Served::start(&words(&data("tls/expired.pem"), &data("tls/server.key")));
    assert!(served.log().contains("the certificate has expired"), "{}", served.log());
    let (_, served) = start();
    assert!(!served.log().contains("expired"), "{}", served.log());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let key = folder("what_is_unwise").join("server.key");
        fs::copy(data("tls/server.key"), &key).unwrap();
        for (mode, is_unwise) in [(0o600, false), (0o640, true), (0o604, true)] {
            fs::set_permissions(&key, fs::Permissions::from_mode(mode)).unwrap();
            let words = [&data("tls/server.pem"), &key.display().to_string()];
            let (_, served) = Served::start(&self::words(words[0], words[1]));
            let log = served.log();
            assert_eq!(log.contains("can be read by other users"), is_unwise, "{mode:o}: {log}");
        }
    }
}
