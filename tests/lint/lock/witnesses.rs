//! No break is missed that an instance shows: held against a validator of others.

use boon::{Compiler, Draft, SchemaIndex, Schemas};
use mcp_runtime_lint::lock::Bump;
use mcp_runtime_testing::json;
use serde_json::Value;

use super::lock;
use super::schemas::{Random, change, instance, root};

const PAIRS: usize = 5_000;
const INSTANCES: usize = 25;

#[derive(Default)]
struct Counts {
    compared: usize,
    with_witness: usize,
    major: usize,
}

#[test]
fn whatever_an_instance_shows_to_be_a_break_is_called_one() {
    let mut r = Random(0x00C0_FFEE);
    let mut input = Counts::default();
    let mut output = Counts::default();
    let mut pairs = 0;
    while pairs < PAIRS {
        let old = root(&mut r);
        let mut new = old.clone();
        for _ in 0..=r.below(2) {
            change(&mut r, &mut new, 0);
        }
        if old == new {
            continue;
        }
        pairs += 1;
        let (schemas, [of_old, of_new]) = compiled([&old, &new]);
        let accepts = |schema: SchemaIndex, value: &Value| schemas.validate(value, schema).is_ok();
        let mut shows = |from: &Value, accepted: SchemaIndex, refused: SchemaIndex| {
            let mut tries = (0..INSTANCES).map(|_| instance(&mut r, from, from, 0));
            tries.find(|value| accepts(accepted, value) && !accepts(refused, value))
        };
        let as_input = |schema: &Value| lock(&json!({ "input": schema }));
        let as_output = |schema: &Value| lock(&json!({ "input": {}, "output": schema }));
        let broken = shows(&old, of_old, of_new);
        judge(&mut input, as_input(&old).compare(&as_input(&new)), broken, &old, &new);
        let broken = shows(&new, of_new, of_old);
        judge(&mut output, as_output(&old).compare(&as_output(&new)), broken, &old, &new);
    }
    for (what, counted) in [("arguments", &input), ("results", &output)] {
        let Counts { compared, with_witness, major } = counted;
        println!(
            "{what}: {compared} pairs, {with_witness} with a witness of a break, {major} called major"
        );
        // The test says something only where there is something to miss.
        assert!(*with_witness > PAIRS / 4 && *major < *compared, "{what}");
    }
}

fn judge(
    counted: &mut Counts,
    diff: mcp_runtime_lint::lock::LockDiff,
    witness: Option<Value>,
    old: &Value,
    new: &Value,
) {
    let is_major = diff.verdict() == Some(Bump::Major);
    counted.compared += 1;
    counted.with_witness += usize::from(witness.is_some());
    counted.major += usize::from(is_major);
    if let Some(witness) = witness {
        assert!(is_major, "{witness} shows a break\nold: {old}\nnew: {new}\n{diff}");
    }
}

fn compiled(all: [&Value; 2]) -> (Schemas, [SchemaIndex; 2]) {
    let mut schemas = Schemas::new();
    let mut compiler = Compiler::new();
    compiler.set_default_draft(Draft::V2020_12);
    let mut number = 0;
    let indexes = all.map(|schema| {
        number += 1;
        let url = format!("https://example.com/{number}.json");
        compiler.add_resource(&url, schema.clone()).unwrap();
        compiler.compile(&url, &mut schemas).unwrap()
    });
    (schemas, indexes)
}
