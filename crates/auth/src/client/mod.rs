//! Clients that log in: the OAuth client.
//!
//! ```text
//! 401 or 403 ─▶ authorize            are there better tokens already?
//!            ─▶ refresh              can they be refreshed?
//!            ─▶ login                which scopes, which grant
//!            ─▶ discovery            who may authorize us, as the server and then they say
//!            ─▶ registration         who we are there
//!            ─▶ authorization_code   a person agrees in a browser; `listener` receives the result
//!            ─▶ exchange             the token
//! ```

mod authorization_code;
mod authorize;
mod discovery;
mod distance;
mod dpop;
mod exchange;
mod grant;
mod lenient;
mod listener;
mod login;
mod oauth;
mod reach;
mod record;
mod records;
mod refresh;
mod refusal;
mod registration;
mod session;
mod store;

pub use oauth::OAuth;
pub use store::{FileTokenStore, MemoryTokenStore, TokenStore};
