//! Type parameters, lifetimes, constants and where clauses.

#![allow(dead_code)]

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Debug;
use std::marker::PhantomData;

use mcp_runtime::Schema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Schema)]
struct Page<T = String>
where
    T: Debug,
{
    items: Vec<T>,
    next: Option<Box<Page<T>>>,
}

#[derive(Serialize, Deserialize, Schema)]
struct Borrowed<'a> {
    text: Cow<'a, str>,
    raw: &'a str,
}

#[derive(Serialize, Schema)]
struct Grid<const N: usize> {
    side: usize,
    #[serde(skip)]
    cells: [u8; N],
}

#[derive(Serialize, Deserialize, Schema)]
struct Id<T> {
    number: u64,
    #[serde(skip)]
    of: PhantomData<T>,
}

#[derive(Serialize, Deserialize, Schema)]
enum Tree<K: std::hash::Hash + Eq, V> {
    Leaf(V),
    Node(HashMap<K, Self>),
}

/// Has no schema itself.
struct Marker;

fn main() {
    fn needs<T: Schema>() {}
    needs::<Page>();
    needs::<Page<u8>>();
    needs::<Borrowed<'_>>();
    needs::<Grid<4>>();
    needs::<Id<Marker>>();
    needs::<Tree<String, u8>>();
}
