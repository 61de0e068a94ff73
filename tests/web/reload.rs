//! Certificates that are replaced while a server runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mcp_runtime::server;
use mcp_runtime_web::Tls;
use mcp_test_support::http::{Client, serve};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use tokio::time::{sleep, timeout};

use super::tls::shown;
use super::{DEADLINE, data, folder};

/// The certificate and the key in a folder.
fn files(folder: &Path) -> [PathBuf; 2] {
    ["cert.pem", "key.pem"].map(|name| folder.join(name))
}

/// Puts a certificate and its key of `tests/data` there, and returns the certificate.
fn put(folder: &Path, certificate: &str, key: &str) -> CertificateDer<'static> {
    let [cert_file, key_file] = files(folder);
    fs::write(cert_file, fs::read(data(certificate)).unwrap()).unwrap();
    fs::write(key_file, fs::read(data(key)).unwrap()).unwrap();
    CertificateDer::from_pem_file(data(certificate)).unwrap()
}

async fn until_shown(client: Client, certificate: &CertificateDer<'_>) {
    let waiting = async {
        while shown(client).await != *certificate {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(DEADLINE, waiting).await.expect("it is shown in time");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_certificate_is_used_and_a_broken_one_is_not() {
    let folder = folder("a_new_certificate_is_used");
    let first = put(&folder, "tls/server.pem", "tls/server.key");
    let [certificate, key] = files(&folder);
    let tls = Tls::files(&certificate, key).unwrap().check_every(Duration::from_millis(20));
    let client = serve(server!().build().unwrap().into_http().encrypted(tls.acceptor())).await;
    assert_eq!(shown(client).await, first);
    let second = put(&folder, "keys/server.pem", "keys/server.pem");
    until_shown(client, &second).await;
    fs::write(&certificate, "nothing").unwrap();
    sleep(Duration::from_millis(200)).await;
    assert_eq!(shown(client).await, second);
    fs::remove_file(&certificate).unwrap();
    sleep(Duration::from_millis(200)).await;
    assert_eq!(shown(client).await, second);
    put(&folder, "tls/server.pem", "tls/server.key");
    until_shown(client, &first).await;
}

#[cfg(unix)]
#[tokio::test]
async fn sighup_reads_the_files_again() {
    use std::process::Command;

    use super::Served;

    let folder = folder("sighup_reads_the_files");
    let first = put(&folder, "tls/server.pem", "tls/server.key");
    let [certificate, key] = files(&folder);
    let paths = [&certificate, &key].map(|file| file.display().to_string());
    let (client, served) = Served::start(&["--tls-cert", &paths[0], "--tls-key", &paths[1]]);
    let process = served.program.0.id();
    let hang_up = || {
        let kill = format!("kill -HUP {process}");
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    };
    assert_eq!(shown(client).await, first);
    let second = put(&folder, "keys/server.pem", "keys/server.pem");
    hang_up();
    served.logged("the certificate was read again");
    assert_eq!(shown(client).await, second);
    fs::write(&key, fs::read(data("tls/server.key")).unwrap()).unwrap();
    hang_up();
    let warning = served.logged("the previous certificate stays in use");
    assert!(warning.contains("is not that of the certificate"), "{warning}");
    assert_eq!(shown(client).await, second);
}
