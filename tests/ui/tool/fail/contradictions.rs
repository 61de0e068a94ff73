#![allow(unused)]

use mcp_runtime::{Schema, tool};

#[tool]
fn book(
    #[arg(example = 50, range(1..=9))] outside: u8,
    #[arg(example = 9, range(1..9))] half_open: u8,
    #[arg(example = "one")] text_for_number: u8,
    #[arg(example = 1.5)] fraction: i32,
    #[arg(example = 1)] number_for_text: &str,
    #[arg(example = "yes")] text_for_bool: Option<bool>,
    #[arg(example = 1)] one_for_many: Vec<u8>,
    #[arg(example = null)] nothing: u8,
    #[arg(range(0.5..=0.7))] between: u8,
    #[arg(range(0..=300))] above: u8,
    #[arg(range(-1..))] below: Option<u16>,
    #[arg(range(..=40_000))] signed: &i16,
) {
}

#[derive(Schema)]
struct Guest {
    #[schema(example = 150, range(0..=149))]
    age: u8,
    #[schema(range(0..=300))]
    rooms: Option<u8>,
}

/// All of these are in order.
#[tool]
fn agrees(
    #[arg(example = 9, range(1..=9))] inside: u8,
    #[arg(range(0..256))] all: u8,
    #[arg(range(0.5..=1.5))] one: u8,
    #[arg(example = null)] nothing: Option<u8>,
    #[arg(example = -3, range(-9_223_372_036_854_775_808..))] low: i64,
    #[arg(range(..=18_446_744_073_709_551_615))] high: u64,
    #[arg(example = 1)] whole: f64,
    #[arg(example = {"a": 1})] map: std::collections::HashMap<String, u8>,
) {
}

fn main() {}
