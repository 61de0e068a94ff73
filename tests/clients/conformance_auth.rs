//! How the client of the conformance suite logs in.

use mcp_runtime::{Error, Result, Secret};
use mcp_runtime_auth::OAuth;
use mcp_test_support::browser::follow;
use serde::Deserialize;

use super::context;

/// Where the suite thinks that our metadata are.
const CLIENT_METADATA: &str = "https://conformance-test.local/client-metadata.json";

/// What the suite tells of whom it knows.
#[derive(Deserialize)]
struct Credentials {
    #[serde(default)]
    client_id: String,
    #[serde(default)]
    client_secret: Secret<String>,
}

/// Whether the only right way out is an error.
pub(super) fn has_to_fail(scenario: &str) -> bool {
    matches!(
        scenario,
        "auth/scope-retry-limit"
            | "auth/resource-mismatch"
            | "auth/iss-supported-missing"
            | "auth/iss-wrong-issuer"
            | "auth/iss-unexpected"
            | "auth/iss-normalized"
            | "auth/metadata-issuer-mismatch"
    )
}

/// The suite does not say who the issuer is, but where somebody is registered.
pub(super) fn oauth(scenario: &str) -> Result<OAuth> {
    match scenario {
        "auth/pre-registration" => {
            #[derive(Deserialize)]
            struct Issuer {
                issuer: String,
            }
            let (Credentials { client_id, client_secret }, Issuer { issuer }) =
                (context()?, context()?);
            Ok(person().registered(issuer, client_id, Some(client_secret)))
        }
        "auth/client-credentials-basic" => {
            let Credentials { client_id, client_secret } = context()?;
            Ok(OAuth::client_credentials(client_id, client_secret).any_issuer())
        }
        "auth/client-credentials-jwt" => {
            #[derive(Deserialize)]
            struct Key {
                private_key_pem: Secret<String>,
                signing_algorithm: String,
            }
            let (Credentials { client_id, .. }, Key { private_key_pem, signing_algorithm }) =
                (context()?, context()?);
            Ok(OAuth::private_key(client_id, private_key_pem, signing_algorithm).any_issuer())
        }
        "auth/wif-jwt-bearer" => {
            #[derive(Deserialize)]
            struct Workload {
                valid_jwt: Secret<String>,
            }
            let (Credentials { client_id, .. }, Workload { valid_jwt }) = (context()?, context()?);
            Ok(OAuth::workload(client_id, move |_| {
                let statement = valid_jwt.clone();
                async { Ok(statement) }
            })
            .any_issuer())
        }
        "auth/enterprise-managed-authorization" => enterprise(),
        _ => Ok(person()),
    }
}

fn enterprise() -> Result<OAuth> {
    #[derive(Deserialize)]
    struct Provider {
        idp_client_id: String,
        idp_id_token: Secret<String>,
        idp_token_endpoint: String,
    }
    let Credentials { client_id, client_secret } = context()?;
    let Provider { idp_client_id, idp_id_token, idp_token_endpoint } = context()?;
    let id_token = move || {
        let token = idp_id_token.clone();
        async { Ok(token) }
    };
    let company =
        OAuth::enterprise(client_id, client_secret, idp_token_endpoint, idp_client_id, id_token);
    Ok(company.any_issuer())
}

/// Somebody who agrees to everything.
fn person() -> OAuth {
    OAuth::login("conformance-client")
        .client_metadata(CLIENT_METADATA)
        .open_with(|url| async move { follow(&url).await.map(drop).map_err(Error::other) })
}
