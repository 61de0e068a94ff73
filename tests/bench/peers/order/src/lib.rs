//! What the tools take and give, the same on every framework.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, JsonSchema)]
pub struct Sum {
    pub sum: i64,
}

#[derive(Deserialize, JsonSchema)]
pub struct Order {
    pub customer: Customer,
    pub items: Vec<Item>,
    pub note: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
pub struct Customer {
    pub name: String,
    pub email: String,
    pub address: Address,
}

#[derive(Deserialize, JsonSchema)]
pub struct Address {
    pub street: String,
    pub city: String,
    pub zip: String,
}

#[derive(Deserialize, JsonSchema)]
pub struct Item {
    pub sku: String,
    pub qty: i64,
    pub price: f64,
}

#[derive(Serialize, JsonSchema)]
pub struct Summary {
    pub total: f64,
    pub count: usize,
}

impl Summary {
    pub fn of(items: &[Item]) -> Self {
        let total = items.iter().map(|item| item.qty as f64 * item.price).sum();
        Self { total, count: items.len() }
    }
}
