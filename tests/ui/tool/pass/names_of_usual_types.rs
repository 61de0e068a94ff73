//! Types that are called like well-known ones, and are something else.

#![deny(warnings)]

use mcp_runtime::{Schema, server, tool};

mod map {
    use mcp_runtime::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize, Schema)]
    pub struct Pin {
        pub north: f64,
        pub east: f64,
    }

    #[derive(Serialize, Deserialize, Schema)]
    pub struct Value {
        pub pin: Pin,
    }
}

use map::Pin;

#[derive(serde::Serialize, Schema)]
struct BoxFuture {
    pin: Pin,
}

#[tool]
fn move_to(#[args] value: map::Value) -> map::Pin {
    value.pin
}

#[tool]
fn at(pin: Pin) -> Pin {
    pin
}

#[tool]
fn future(pin: Pin) -> BoxFuture {
    BoxFuture { pin }
}

fn main() {
    let _ = server!().tool::<move_to>().tool::<at>().tool::<future>();
}
