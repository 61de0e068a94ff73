//! TLS, with the one provider of cryptography that everything here has.

use redis::{Client, TlsCertificates};
use rustls::crypto::aws_lc_rs;

use super::Redis;

impl Redis {
    /// Trusts servers whose certificates come from these, in PEM, in place of those whom the system trusts.
    ///
    /// A cluster and masters that sentinels know are trusted as the system does.
    pub fn ca_certificates(mut self, pem: impl Into<Vec<u8>>) -> Self {
        // Where a program has another provider besides, rustls asks it to say which one is meant.
        let _ = aws_lc_rs::default_provider().install_default();
        self.ca_certificates = Some(pem.into().into());
        self.client = |redis, info| {
            let root_cert = redis.ca_certificates.as_deref().map(<[u8]>::to_vec);
            Client::build_with_tls(info, TlsCertificates { client_tls: None, root_cert })
        };
        self
    }
}
