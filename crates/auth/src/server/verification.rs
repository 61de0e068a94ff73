//! Verifies tokens, and caches the results: a token in use is verified again before it has to be, so
//! that its requests do not wait for an issuer.

use std::sync::Arc;
use std::time::Duration;

use mcp_runtime::http::Scopes;
use mcp_runtime_protocol::{Caller, Result};

use super::cache::{CachedToken, Name, VerifiedTokens};
use super::token::{TokenError, VerifiedToken, Verifier};

/// Verifies the tokens for a server.
pub(super) struct Verification {
    pub(super) verifier: Box<dyn Verifier>,
    pub(super) known: VerifiedTokens,
    pub(super) audiences: Vec<String>,
    pub(super) implied: Vec<(String, Vec<String>)>,
}

impl Verification {
    /// Verifies a token, or returns the cached result.
    pub(super) async fn verify_cached(
        self: &Arc<Self>,
        token: &str,
        caller: &Caller,
    ) -> Result<Arc<CachedToken>, TokenError> {
        let name = self.known.name(token);
        match self.known.get(&name) {
            None => self.verify(name, token, caller).await,
            Some((known, is_due)) => {
                if is_due {
                    let caller = Caller::Principal(known.principal.name());
                    tokio::spawn(Arc::clone(self).renew(name, token.to_owned(), caller));
                }
                Ok(known)
            }
        }
    }

    /// Verifies a token again that is still accepted.
    async fn renew(self: Arc<Self>, name: Name, token: String, caller: Caller) {
        if let Err(TokenError::Invalid(_)) = self.verify(name, &token, &caller).await {
            self.known.remove(&name);
        }
    }

    async fn verify(
        &self,
        name: Name,
        token: &str,
        caller: &Caller,
    ) -> Result<Arc<CachedToken>, TokenError> {
        let mut verified = self.verifier.verify_boxed(token, caller).await?;
        self.check(&verified)?;
        verified.scopes = self.implied_by(&verified.scopes);
        let principal = verified.principal()?;
        let known = Arc::new(CachedToken { principal, token: Arc::new(verified) });
        self.known.insert(name, Arc::clone(&known), token.len());
        Ok(known)
    }

    /// Checks a token after any verifier: it has to be for this server, and not expired.
    fn check(&self, token: &VerifiedToken) -> Result<(), TokenError> {
        if !token.audiences.iter().any(|audience| self.audiences.contains(audience)) {
            return Err(TokenError::invalid("the token is not for this server"));
        }
        match token.remaining() {
            Some(Duration::ZERO) => Err(TokenError::invalid("the token has expired")),
            _ => Ok(()),
        }
    }

    /// The scopes, with the narrower ones that they imply.
    fn implied_by(&self, scopes: &Scopes) -> Scopes {
        let mut all: Vec<&str> = scopes.iter().collect();
        let mut next = 0;
        while let Some(scope) = all.get(next).copied() {
            let narrower = self.implied.iter().filter(|(broad, _)| broad == scope);
            for narrow in narrower.flat_map(|(_, narrow)| narrow) {
                if !all.contains(&narrow.as_str()) {
                    all.push(narrow);
                }
            }
            next += 1;
        }
        Scopes::new(all)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::time::Duration;

    use tokio::sync::Semaphore;

    use super::super::token::VerifyToken;
    use super::*;

    /// Answers when it may, that a token is good or not.
    struct Slow {
        may: Arc<Semaphore>,
        asked: Arc<AtomicUsize>,
        revoked: Arc<AtomicUsize>,
    }

    impl VerifyToken for Slow {
        async fn verify(&self, _: &str) -> Result<VerifiedToken, TokenError> {
            self.asked.fetch_add(1, Relaxed);
            self.may.acquire().await.expect("it is not closed").forget();
            match self.revoked.load(Relaxed) {
                0 => Ok(VerifiedToken::new("https://a.example", "s").audience("us")),
                _ => Err(TokenError::invalid("the token is not active")),
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_token_in_use_is_verified_again_while_its_requests_are_served() {
        let may = Arc::new(Semaphore::new(1));
        let asked = Arc::<AtomicUsize>::default();
        let revoked = Arc::<AtomicUsize>::default();
        let slow = Slow {
            may: Arc::clone(&may),
            asked: Arc::clone(&asked),
            revoked: Arc::clone(&revoked),
        };
        let verification = Arc::new(Verification {
            verifier: Box::new(slow),
            known: VerifiedTokens::new(Duration::from_secs(30)).unwrap(),
            audiences: vec!["us".to_owned()],
            implied: Vec::new(),
        });
        let is_known =
            || async { verification.verify_cached("t", &Caller::Anonymous).await.is_ok() };
        let name = verification.known.name("t");
        assert!(is_known().await);
        // The issuer hangs: nobody waits, and it is asked once.
        verification.known.make_due(&name);
        for _ in 0..10 {
            assert!(is_known().await);
            tokio::task::yield_now().await;
        }
        assert_eq!(asked.load(Relaxed), 2);
        // It answers that the token is good, and then that it was revoked.
        may.add_permits(1);
        tokio::time::sleep(Duration::from_secs(1)).await;
        verification.known.make_due(&name);
        revoked.store(1, Relaxed);
        may.add_permits(1);
        assert!(is_known().await);
        tokio::time::sleep(Duration::from_secs(1)).await;
        may.add_permits(1);
        assert!(!is_known().await);
    }
}
