#![allow(unused)]

use mcp_runtime::{Elicit, State, tool};

// Contexts are not lists, and are not changed.
#[tool]
fn listed(elicit: Vec<Elicit>) {}

#[tool]
fn changed(elicit: &mut Elicit) {}

// What is shared is a `State<Database>`.
struct Database;

#[tool]
fn shared(database: Database) {}

// Nothing of a context comes from the caller.
#[tool]
fn whole(#[args] elicit: Elicit) {}

fn main() {}
