//! Connections of clients that have to have a certificate.

use mcp_test_support::http::Client;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::version::{TLS12, TLS13};

use super::tls::{Identity, asked, assert_serves, connect, connector, connector_of, words};
use super::{Served, command, complaint, data, refused};

/// A certificate and its key.
fn identity(certificate: &str, key: &str) -> Identity {
    let chain = CertificateDer::pem_file_iter(data(certificate)).unwrap();
    let key = PrivateKeyDer::from_pem_file(data(key)).unwrap();
    (chain.map(Result::unwrap).collect(), key)
}

/// Whether a client with an identity is served.
async fn is_served(client: Client, identity: Option<Identity>) -> bool {
    for version in [&TLS12, &TLS13] {
        let connector = match &identity {
            Some((chain, key)) => connector_of(&[version], (chain.clone(), key.clone_key())),
            None => connector(&[version], &[]),
        };
        // In TLS 1.3, the client is done before the server has seen its certificate.
        let Ok(mut stream) = connect(client, connector).await else { return false };
        let Ok(text) = asked(&mut stream).await else { return false };
        assert!(text.starts_with("HTTP/1.1 404 "), "{text}");
    }
    true
}

#[tokio::test]
async fn only_clients_of_these_authorities_are_served() {
    let certificate = data("tls/server.pem");
    let key = data("tls/server.key");
    let authorities = data("keys/ca.pem");
    let words = [&words(&certificate, &key)[..], &["--tls-client-ca", &authorities]].concat();
    let (client, served) = Served::start(&words);
    assert!(is_served(client, Some(identity("keys/client.pem", "keys/client.pem"))).await);
    assert!(!is_served(client, None).await);
    let other = identity("tls/server.pem", "tls/server.key");
    assert!(!is_served(client, Some(other)).await, "of another authority");
    let server = identity("keys/server.pem", "keys/server.pem");
    assert!(!is_served(client, Some(server)).await, "for servers");
    assert!(!served.log().contains("panicked"), "{}", served.log());

    let (client, _served) = Served::start(&self::words(&certificate, &key));
    assert_serves(client).await;
}

#[test]
fn authorities_that_cannot_be_used_are_an_error_at_the_start() {
    let certificate = data("tls/server.pem");
    let key = data("tls/server.key");
    let refused = |file: &str| {
        refused(&[&words(&certificate, &key)[..], &["--tls-client-ca", file]].concat())
    };
    assert!(refused("/nowhere/ca.pem").contains("cannot read /nowhere/ca.pem: "));
    assert!(refused(&key).contains(&format!("cannot read {key}: ")));
    let alone = complaint(command(&["--http", "0", "--tls-client-ca", &data("keys/ca.pem")]), 1);
    assert!(alone.contains("MCP_TLS_CERT"), "{alone}");
    let mut half = command(&["--http", "0"]);
    half.env("MCP_TLS_CLIENT_CA", data("keys/ca.pem"));
    let half = complaint(half, 1);
    assert!(half.contains("MCP_TLS_CERT"), "{half}");
}
