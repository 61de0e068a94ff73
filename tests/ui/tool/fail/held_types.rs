#![allow(unused)]

use mcp_runtime::{Context, SessionState, State, handlers, tool};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

struct NoDefault(u8);

#[tool]
fn shared(db: State<Rc<u8>>) {}

#[tool]
fn lent(db: &State<RefCell<u8>>) {}

#[tool]
fn session(cart: SessionState<NoDefault>) {}

#[tool]
fn perhaps(cart: Option<SessionState<Cell<u8>>>) {}

struct Notes;

#[handlers]
impl Notes {
    #[tool]
    fn list(&self, db: State<Cell<u8>>) {}
}

fn main() {}
