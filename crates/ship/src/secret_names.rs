//! Which names are names of secrets.

/// Parts of names, without punctuation and in lower case.
const PARTS: [&str; 14] = [
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "passkey",
    "secret",
    "apikey",
    "accesskey",
    "privatekey",
    "signingkey",
    "encryptionkey",
    "authorization",
    "cookie",
    "credential",
];

/// Words of names, in lower case.
const WORDS: [&str; 18] = [
    "pwd",
    "pw",
    "pass",
    "pin",
    "pincode",
    "auth",
    "oauth",
    "bearer",
    "jwt",
    "otp",
    "totp",
    "mfa",
    "cvv",
    "cvc",
    "token",
    "apitoken",
    "sig",
    "signature",
];

/// Whole names.
const NAMES: [&str; 4] = ["key", "tokens", "requeststate", "sid"];

/// What many tokens are of that are not only counted.
const TOKENS_OF: [&str; 6] = ["access", "refresh", "auth", "bearer", "api", "session"];

/// Whether values under a name must not be shown.
pub(crate) fn is_name_of_secret(name: &str) -> bool {
    let words = words(name);
    let plain = words.concat();
    // A progress token is not a secret, nor is a number of tokens.
    if plain == "progresstoken" {
        return false;
    }
    let many = plain.strip_suffix("tokens");
    NAMES.contains(&plain.as_str())
        || plain.ends_with("token")
        || many.is_some_and(|of| TOKENS_OF.iter().any(|known| of.ends_with(known)))
        || PARTS.iter().any(|part| plain.contains(part))
        || words.iter().any(|word| WORDS.contains(&word.as_str()))
}

/// The words of a name, in lower case: `accessKey`, `access_key` and `ACCESS-KEY` have two.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for next in name.chars() {
        let begins = !next.is_alphanumeric() || (was_lower && next.is_uppercase());
        was_lower = next.is_lowercase() || next.is_numeric();
        if begins && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| next.is_alphanumeric()) {
            word.extend(next.to_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::is_name_of_secret;

    #[test]
    fn names_of_secrets_are_known_however_they_are_written() {
        for name in [
            "pwd",
            "pass",
            "pin",
            "auth",
            "bearer",
            "jwt",
            "key",
            "access_key",
            "otp",
            "passcode",
            "tokens",
            "PWD",
            "userPass",
            "user-pin",
            "db_pwd",
            "accessTokens",
            "refresh_tokens",
            "X-Auth",
            "AWS_ACCESS_KEY_ID",
            "secretAccessKey",
            "privateKeyPem",
            "mfa_code",
            "cvv",
            "totpCode",
            "password2",
            "idToken",
            "api.key",
            "Set-Cookie",
            "signature",
        ] {
            assert!(is_name_of_secret(name), "{name}");
        }
    }

    #[test]
    fn other_names_are_not() {
        for name in [
            "progressToken",
            "maxTokens",
            "total_tokens",
            "author",
            "authority",
            "keyboard",
            "primaryKey",
            "passenger",
            "compass",
            "bypass",
            "opinion",
            "spin",
            "keys",
            "monkey",
            "shipping",
            "pinned",
            "passed",
            "",
            "_",
            "significant",
        ] {
            assert!(!is_name_of_secret(name), "{name}");
        }
    }
}
