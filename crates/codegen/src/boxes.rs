//! Types that contain themselves get a `Box`.

use std::collections::{HashMap, HashSet};

use crate::model::{Item, ItemKind, Type};

/// How many types are looked at from one; a box that is not needed does no harm.
const MAX_LOOKS: usize = 1000;

/// Boxes what would make a type infinitely large.
pub(crate) fn add(items: &mut [Item]) {
    let places: HashMap<String, usize> =
        items.iter().enumerate().map(|(at, item)| (item.name.clone(), at)).collect();
    let mut parts: Vec<Vec<usize>> =
        items.iter_mut().map(|item| direct(&mut item.kind, &places)).collect();
    for at in 0..items.len() {
        let boxed: HashSet<usize> =
            parts[at].iter().copied().filter(|part| reaches(*part, at, &parts)).collect();
        if !boxed.is_empty() {
            parts[at].retain(|part| !boxed.contains(part));
            let is_boxed = |name: &str| places.get(name).is_some_and(|part| boxed.contains(part));
            each_type(&mut items[at].kind, &mut |content| box_named(content, &is_boxed));
        }
    }
}

/// The types that are directly within one.
fn direct(kind: &mut ItemKind, places: &HashMap<String, usize>) -> Vec<usize> {
    let mut found = Vec::new();
    each_type(kind, &mut |content| collect(content, places, &mut found));
    found
}

fn collect(content: &Type, places: &HashMap<String, usize>, found: &mut Vec<usize>) {
    match content {
        Type::Named(name) => found.extend(places.get(name)),
        Type::Optional(inner) => collect(inner, places, found),
        Type::Tuple(parts) => parts.iter().for_each(|part| collect(part, places, found)),
        _ => {}
    }
}

fn box_named(content: &mut Type, is_boxed: &impl Fn(&str) -> bool) {
    match content {
        Type::Named(name) if is_boxed(name) => {
            *content = Type::Boxed(Box::new(Type::Named(std::mem::take(name))));
        }
        Type::Optional(inner) => box_named(inner, is_boxed),
        Type::Tuple(parts) => parts.iter_mut().for_each(|part| box_named(part, is_boxed)),
        _ => {}
    }
}

/// Calls a function with each type of an item.
fn each_type(kind: &mut ItemKind, visit: &mut dyn FnMut(&mut Type)) {
    match kind {
        // A map of the other members is indirect.
        ItemKind::Struct { fields, .. } => {
            fields.iter_mut().for_each(|field| visit(&mut field.content));
        }
        ItemKind::Tagged { variants, .. } => {
            variants.iter_mut().for_each(|variant| visit(&mut variant.content.1));
        }
        ItemKind::Untagged(variants) => {
            variants.iter_mut().for_each(|variant| visit(&mut variant.content));
        }
        ItemKind::Alias(content) => visit(content),
        ItemKind::Strings { .. } => {}
    }
}

/// Whether a type contains another one directly.
fn reaches(from: usize, to: usize, parts: &[Vec<usize>]) -> bool {
    let mut seen = HashSet::from([from]);
    let mut left = vec![from];
    while let Some(at) = left.pop() {
        if at == to || seen.len() > MAX_LOOKS {
            return true;
        }
        left.extend(parts[at].iter().copied().filter(|part| seen.insert(*part)));
    }
    false
}
