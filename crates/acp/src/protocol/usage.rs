//! How much of the context of a session is used.
//!
//! Source: [ACP, "Schema", UsageUpdate](https://agentclientprotocol.com/protocol/schema#usageupdate).

use serde::{Deserialize, Serialize};

/// How much of the context is used, in tokens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Usage {
    /// How many tokens are used.
    pub used: u64,
    /// How many tokens are available in total.
    pub size: u64,
    /// What the session has cost so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
}

/// An amount of money.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Cost {
    /// The amount.
    pub amount: f64,
    /// The currency, as an ISO 4217 code.
    pub currency: String,
}

impl Usage {
    pub(crate) fn new(used: u64, size: u64) -> Self {
        Self { used, size, cost: None }
    }
}

impl Cost {
    pub(crate) fn new(amount: f64, currency: impl Into<String>) -> Self {
        Self { amount, currency: currency.into() }
    }
}
