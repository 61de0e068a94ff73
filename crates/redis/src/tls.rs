//! TLS, with the crypto provider that all of this crate uses.

use redis::{Client, TlsCertificates};
use rustls::crypto::aws_lc_rs;

use super::Redis;

impl Redis {
    /// Trusts these root certificates, in PEM, instead of those that the system trusts.
    ///
    /// Nodes of a cluster, and masters that sentinels report, are verified with the certificates of
    /// the system.
    pub fn ca_certificates(mut self, pem: impl Into<Vec<u8>>) -> Self {
        // If a program has another provider as well, rustls requires it to choose one.
        let _ = aws_lc_rs::default_provider().install_default();
        self.ca_certificates = Some(pem.into().into());
        self.client = |redis, info| {
            let root_cert = redis.ca_certificates.as_deref().map(<[u8]>::to_vec);
            Client::build_with_tls(info, TlsCertificates { client_tls: None, root_cert })
        };
        self
    }
}
