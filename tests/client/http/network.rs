//! Whom a client trusts, as whom it is known, and through what it goes.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use mcp_runtime_client::{HttpTransport, Network};
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::WebPkiClientVerifier;
use rustls::{RootCertStore, ServerConfig};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

use super::client;
use super::scripted::{ReceivedRequest, Say, ScriptedServer, json_body};

/// Who signs the certificates of the tests, a server, and a client.
const AUTHORITY: &str = include_str!("../../data/keys/ca.pem");
const SERVER: &[u8] = include_bytes!("../../data/keys/server.pem");
const CLIENT: &str = include_str!("../../data/keys/client.pem");

fn done(received: &ReceivedRequest) -> Say {
    json_body(200, &received.text("done"))
}

/// Puts TLS before a server; whether it wants to know who asks.
async fn behind_tls(server: &ScriptedServer, wants_to_know: bool) -> SocketAddr {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let builder = ServerConfig::builder_with_provider(Arc::clone(&provider));
    let versioned = builder.with_safe_default_protocol_versions().unwrap();
    let config = if wants_to_know {
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from_pem_slice(AUTHORITY.as_bytes()).unwrap()).unwrap();
        let verifier = WebPkiClientVerifier::builder_with_provider(roots.into(), provider);
        versioned.with_client_cert_verifier(verifier.build().unwrap())
    } else {
        versioned.with_no_client_auth()
    };
    let chain = CertificateDer::pem_slice_iter(SERVER).collect::<Result<_, _>>().unwrap();
    let key = PrivateKeyDer::from_pem_slice(SERVER).unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config.with_single_cert(chain, key).unwrap()));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let to = server.address;
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let Ok(mut stream) = acceptor.accept(stream).await else { return };
                let mut server = TcpStream::connect(to).await.unwrap();
                let _ = copy_bidirectional(&mut stream, &mut server).await;
            });
        }
    });
    address
}

#[tokio::test]
async fn only_whom_the_user_or_the_system_trusts_is_asked() {
    let server = ScriptedServer::modern(done).await;
    let https = HttpTransport::new(format!("https://{}/mcp", behind_tls(&server, false).await));
    let error = client().connect(https.clone()).await.unwrap_err().to_string();
    assert!(error.contains("certificate"), "{error}");
    assert_eq!(server.seen(), [""; 0]);
    let client = client().connect(https.network(Network::new().trust(AUTHORITY))).await.unwrap();
    assert_eq!(client.call_tool("any", ()).await.unwrap().text(), "done");
}

#[tokio::test]
async fn a_server_that_wants_to_know_is_told_who_asks() {
    let server = ScriptedServer::modern(done).await;
    let https = HttpTransport::new(format!("https://{}/mcp", behind_tls(&server, true).await));
    let trusting = Network::new().trust(AUTHORITY);
    assert!(client().connect(https.clone().network(trusting.clone())).await.is_err());
    assert_eq!(server.seen(), [""; 0]);
    let known = https.network(trusting.identity(CLIENT.to_owned()));
    let client = client().connect(known).await.unwrap();
    assert_eq!(client.call_tool("any", ()).await.unwrap().text(), "done");
}

#[tokio::test]
async fn a_proxy_of_the_user_is_gone_through_except_on_this_machine() {
    let proxy = ScriptedServer::modern(done).await;
    let through = format!("http://ada:secret@{}", proxy.address);
    let network = Network::new().proxy(through);
    let far = HttpTransport::new("http://mcp.example.com/mcp").allow_plain_http();
    let there = client().connect(far.network(network.clone())).await.unwrap();
    assert_eq!(there.call_tool("any", ()).await.unwrap().text(), "done");
    let received = proxy.received();
    for one in &received {
        assert_eq!(one.path, "http://mcp.example.com/mcp");
        assert_eq!(one.header("proxy-authorization"), Some("Basic YWRhOnNlY3JldA=="));
    }
    let server = ScriptedServer::modern(done).await;
    let here = client().connect(server.http().network(network)).await.unwrap();
    assert_eq!(here.call_tool("any", ()).await.unwrap().text(), "done");
    assert_eq!(proxy.seen().len(), received.len());
}

#[tokio::test]
async fn what_is_no_certificate_or_proxy_is_refused_without_showing_it() {
    let secret = || "secret".to_owned();
    let cut = || AUTHORITY.lines().take(2).collect::<Vec<_>>().join("\n");
    for (network, why) in [
        (Network::new().trust(secret()), "the CA bundle has no certificate"),
        (Network::new().trust(""), "the CA bundle has no certificate"),
        (Network::new().trust(cut()), "the CA bundle is not valid PEM"),
        (Network::new().identity(secret()), "the client identity has no certificate"),
        (Network::new().identity(cut()), "the client identity is not valid PEM"),
        (Network::new().identity(AUTHORITY.to_owned()), "the client identity has no private key"),
        (Network::new().proxy("http://:secret@".to_owned()), "the URL of the proxy is not valid"),
    ] {
        let shown = format!("{network:?}");
        let https = HttpTransport::new("https://mcp.example.com/mcp").network(network);
        let error = client().connect(https).await.unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
        assert!(!error.contains("secret") && !shown.contains("secret"), "{error} {shown}");
    }
}
