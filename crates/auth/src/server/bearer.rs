//! The token of a request, and the errors for requests without a usable one.
//!
//! Source: [RFC 6750, sections 2 and 3.1](https://www.rfc-editor.org/rfc/rfc6750#section-2.1);
//! [RFC 9449, section 7.1](https://www.rfc-editor.org/rfc/rfc9449#section-7.1).

use http::header::AUTHORIZATION;
use http::request::Parts;

/// The maximum length of a token, in bytes.
pub(super) const TOKEN_BYTES: usize = 8 * 1024;

/// How a token is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scheme {
    Bearer,
    /// With a proof that the sender has the key of the token.
    Dpop,
}

/// A token, and how it is sent.
pub(super) struct Credentials<'h> {
    pub(super) scheme: Scheme,
    pub(super) token: &'h str,
}

/// Why a request carries no token that could be verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unusable {
    /// There is none, or only one of another scheme: `401`, with how to get one.
    Absent,
    /// There is more than one, or the header or the token is malformed: `400`.
    Malformed(&'static str),
    /// It is in the URL, too long, or malformed where it came with a proof: `401`.
    Invalid(&'static str),
}

impl Scheme {
    fn named(name: &str) -> Option<Self> {
        if name.eq_ignore_ascii_case("Bearer") {
            Some(Self::Bearer)
        } else {
            name.eq_ignore_ascii_case("DPoP").then_some(Self::Dpop)
        }
    }

    /// The scheme of a request; `Bearer` if it has none of these.
    pub(super) fn of(head: &Parts) -> Self {
        let value = head.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let name = value.and_then(|value| value.split(' ').next());
        name.and_then(Self::named).unwrap_or(Self::Bearer)
    }
}

/// The token of a request.
pub(super) fn credentials(head: &Parts, takes_dpop: bool) -> Result<Credentials<'_>, Unusable> {
    let mut values = head.headers.get_all(AUTHORIZATION).iter();
    let value = values.next();
    let other = values.next();
    if in_query(head.uri.query().unwrap_or_default()) {
        return Err(match value {
            None => Unusable::Invalid(
                "a token in the URL is not accepted: send it in the `Authorization` header",
            ),
            Some(_) => Unusable::Malformed(
                "a request must have only one token, in the `Authorization` header",
            ),
        });
    }
    if other.is_some() {
        return Err(Unusable::Malformed("a request must have only one Authorization header"));
    }
    let value = value
        .ok_or(Unusable::Absent)?
        .to_str()
        .map_err(|_| Unusable::Malformed("the Authorization header is not ASCII"))?;
    let (scheme, token) = value.split_once(' ').unwrap_or((value, ""));
    let scheme = Scheme::named(scheme).filter(|scheme| takes_dpop || *scheme == Scheme::Bearer);
    let token = token.trim_matches(' ');
    let scheme = scheme.filter(|_| !token.is_empty()).ok_or(Unusable::Absent)?;
    if token.len() > TOKEN_BYTES {
        return Err(Unusable::Invalid("the token is longer than 8 KiB"));
    }
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte);
    if !token.bytes().all(is_token) {
        let why = "the token has invalid characters";
        return Err(match scheme {
            Scheme::Bearer => Unusable::Malformed(why),
            // SEP-1932: whatever is wrong with a request with a proof, the answer is 401.
            Scheme::Dpop => Unusable::Invalid(why),
        });
    }
    Ok(Credentials { scheme, token })
}

/// Whether a query carries a token, even if the name of the parameter is escaped.
fn in_query(query: &str) -> bool {
    query.split('&').any(|pair| {
        let encoded = pair.split('=').next().unwrap_or_default();
        let name = percent_encoding::percent_decode_str(encoded).decode_utf8_lossy();
        name.eq_ignore_ascii_case("access_token")
    })
}
