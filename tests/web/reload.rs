//! Certificates that are replaced while a server runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

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

/// Writes a file in such a way that neither its time nor its length tells that it is another one.
fn write_unseen(file: &Path, text: &[u8]) {
    let mut text = text.to_vec();
    assert!(text.len() < 8192);
    // What is around the blocks of PEM does not count.
    text.resize(8192, b'\n');
    fs::write(file, text).unwrap();
    let written = fs::File::options().write(true).open(file).unwrap();
    written.set_modified(SystemTime::UNIX_EPOCH).unwrap();
}

fn put_unseen(folder: &Path, certificate: &str, key: &str) -> CertificateDer<'static> {
    let [cert_file, key_file] = files(folder);
    write_unseen(&cert_file, &fs::read(data(certificate)).unwrap());
    write_unseen(&key_file, &fs::read(data(key)).unwrap());
    CertificateDer::from_pem_file(data(certificate)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_certificate_is_noticed_whose_files_have_the_same_time_and_length() {
    let folder = folder("same_time_and_length");
    let first = put_unseen(&folder, "tls/server.pem", "tls/server.key");
    let [certificate, key] = files(&folder);
    let tls = Tls::files(certificate, key).unwrap().check_every(Duration::from_millis(20));
    let client = serve(server!().build().unwrap().into_http().encrypted(tls.acceptor())).await;
    assert_eq!(shown(client).await, first);
    let second = put_unseen(&folder, "keys/server.pem", "keys/server.pem");
    until_shown(client, &second).await;
}

/// As when a program writes a certificate, and only then lets the server read it.
#[tokio::test(flavor = "multi_thread")]
async fn files_that_could_not_be_used_at_first_are_looked_at_again() {
    let folder = folder("not_used_at_first");
    let first = put_unseen(&folder, "tls/server.pem", "tls/server.key");
    let [certificate, key] = files(&folder);
    let tls = Tls::files(&certificate, &key).unwrap().check_every(Duration::from_millis(20));
    let client = serve(server!().build().unwrap().into_http().encrypted(tls.acceptor())).await;
    for broken in [&certificate, &key] {
        write_unseen(broken, b"nothing yet");
        sleep(Duration::from_millis(100)).await;
        assert_eq!(shown(client).await, first);
        let second = put_unseen(&folder, "keys/server.pem", "keys/server.pem");
        until_shown(client, &second).await;
        put_unseen(&folder, "tls/server.pem", "tls/server.key");
        until_shown(client, &first).await;
    }
    // A file that is away, and comes back as it was, with another one beside it.
    let away = folder.join("away.pem");
    fs::rename(&key, &away).unwrap();
    sleep(Duration::from_millis(100)).await;
    fs::rename(&away, &key).unwrap();
    let second = put_unseen(&folder, "keys/server.pem", "keys/server.pem");
    until_shown(client, &second).await;
}

/// Without `-v`, too: nobody would know until clients complain.
#[cfg(unix)]
#[test]
fn standard_error_says_what_is_wrong_with_a_certificate_where_no_log_is_kept() {
    use std::os::unix::fs::PermissionsExt as _;

    use super::{Served, command};

    let folder = folder("no_log");
    put(&folder, "tls/expired.pem", "tls/server.key");
    let [certificate, key] = files(&folder);
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).unwrap();
    let paths = [&certificate, &key].map(|file| file.display().to_string());
    let words: [&str; 6] = ["--http", "0", "--tls-cert", &paths[0], "--tls-key", &paths[1]];
    let served = Served::spawn(command(&words));
    served.logged("the certificate has expired");
    served.logged("the key can be read by other users");
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
    served.logged("reloaded the certificate");
    assert_eq!(shown(client).await, second);
    fs::write(&key, fs::read(data("tls/server.key")).unwrap()).unwrap();
    hang_up();
    let warning = served.logged("the previous one stays in use");
    assert!(warning.contains("does not match the certificate"), "{warning}");
    assert_eq!(shown(client).await, second);
}
