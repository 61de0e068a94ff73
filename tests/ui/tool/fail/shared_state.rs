use std::rc::Rc;
use std::sync::{Arc, Mutex};

use mcp_runtime::tool;

struct Db;

#[tool]
fn shared(db: Arc<Db>) {}

#[tool]
fn lent(db: &Arc<Db>) {}

#[tool]
fn locked(db: &Mutex<Db>, all: Arc<Mutex<Db>>) {}

#[tool]
fn counted(db: Rc<Db>) {}

fn main() {}
