//! The public key in a proof.
//!
//! Source: [RFC 7518, section 6](https://www.rfc-editor.org/rfc/rfc7518#section-6);
//! [RFC 8037, section 2](https://www.rfc-editor.org/rfc/rfc8037#section-2).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::Algorithm;
use jsonwebtoken::jwk::{
    AlgorithmParameters, CommonParameters, EllipticCurve, EllipticCurveKeyParameters,
    EllipticCurveKeyType, Jwk, OctetKeyPairParameters, OctetKeyPairType, RSAKeyParameters,
    RSAKeyType,
};
use serde_json::{Map, Value};

/// The members of private and symmetric keys.
const PRIVATE: [&str; 8] = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];
/// How many bits the modulus of an RSA key has: longer ones take long to verify with.
const MODULUS_BITS: std::ops::RangeInclusive<usize> = 2048..=4096;
/// The maximum length of the public exponent of an RSA key, in bytes.
const EXPONENT_BYTES: usize = 4;

/// Reads a public key for an algorithm. Members that say nothing of the key are ignored.
pub(super) fn public_key(
    jwk: &Map<String, Value>,
    algorithm: Algorithm,
) -> Result<Jwk, &'static str> {
    if PRIVATE.iter().any(|member| jwk.contains_key(*member)) {
        return Err("the DPoP proof contains a private key");
    }
    let parameters = match algorithm {
        Algorithm::ES256 => elliptic_curve(jwk, "P-256", EllipticCurve::P256, 32),
        Algorithm::ES384 => elliptic_curve(jwk, "P-384", EllipticCurve::P384, 48),
        Algorithm::EdDSA => ed25519(jwk),
        _ => return rsa(jwk),
    };
    parameters.map(with).ok_or("the key of the DPoP proof does not fit its algorithm")
}

fn elliptic_curve(
    jwk: &Map<String, Value>,
    name: &str,
    curve: EllipticCurve,
    bytes: usize,
) -> Option<AlgorithmParameters> {
    let is_fitting = text(jwk, "kty")? == "EC" && text(jwk, "crv")? == name;
    // Whether they are a point of the curve is checked when it verifies.
    let coordinate = |name| of_length(text(jwk, name)?, bytes);
    let x = coordinate("x")?;
    let y = coordinate("y")?;
    let key = EllipticCurveKeyParameters { key_type: EllipticCurveKeyType::EC, curve, x, y };
    is_fitting.then_some(AlgorithmParameters::EllipticCurve(key))
}

fn ed25519(jwk: &Map<String, Value>) -> Option<AlgorithmParameters> {
    let is_fitting = text(jwk, "kty")? == "OKP" && text(jwk, "crv")? == "Ed25519";
    let key = OctetKeyPairParameters {
        key_type: OctetKeyPairType::OctetKeyPair,
        curve: EllipticCurve::Ed25519,
        x: of_length(text(jwk, "x")?, 32)?,
    };
    is_fitting.then_some(AlgorithmParameters::OctetKeyPair(key))
}

fn rsa(jwk: &Map<String, Value>) -> Result<Jwk, &'static str> {
    let unfit = "the key of the DPoP proof does not fit its algorithm";
    let member = |name| {
        let text = text(jwk, name)?;
        Some((text, decode(text).filter(|number| number.first().is_some_and(|byte| *byte != 0))?))
    };
    let (Some("RSA"), Some((n, modulus)), Some((e, exponent))) =
        (text(jwk, "kty"), member("n"), member("e"))
    else {
        return Err(unfit);
    };
    let unused = modulus.first().map_or(0, |byte| byte.leading_zeros() as usize);
    if !MODULUS_BITS.contains(&(8 * modulus.len() - unused)) || exponent.len() > EXPONENT_BYTES {
        return Err("an RSA key of a DPoP proof must have 2048 to 4096 bits and a short exponent");
    }
    let key_type = RSAKeyType::RSA;
    let key = RSAKeyParameters { key_type, n: n.to_owned(), e: e.to_owned() };
    Ok(with(AlgorithmParameters::RSA(key)))
}

fn with(algorithm: AlgorithmParameters) -> Jwk {
    Jwk { common: CommonParameters::default(), algorithm }
}

fn text<'j>(jwk: &'j Map<String, Value>, name: &str) -> Option<&'j str> {
    jwk.get(name).and_then(Value::as_str)
}

/// A text that encodes so many bytes.
fn of_length(text: &str, bytes: usize) -> Option<String> {
    decode(text).filter(|decoded| decoded.len() == bytes).map(|_| text.to_owned())
}

fn decode(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}
