#!/usr/bin/env python3
"""Writes cases.rs from the rows of tests/data/lint/types.jsonl: run it after they change."""
import json
import pathlib
import subprocess

HERE = pathlib.Path(__file__).parent
ROWS = [json.loads(line) for line in open(HERE / "../../data/lint/types.jsonl", encoding="utf-8")]

# The owned form that is decoded where a parameter is borrowed, and what a comment says of it.
TYPES = {
    "str-ref": "String",
    "cow-str": "std::borrow::Cow<'static, str>",
    "slice-ref": "Vec<u32>",
    "slice-str": "Vec<String>",
    "option-str": "Option<String>",
    "path-ref": "std::path::PathBuf",
    "ref-struct": "Point",
    "raw-ident-param": "String",
    "base64": "mcp_runtime::Base64",
}
BESIDE = {"ref-struct": "#[derive(Serialize, Deserialize, Schema)] struct Point { x: i32 }"}
# Rows with #[arg] on a parameter: handlers.rs shows them, with the signatures and the results.
HANDLERS = {"param-default", "duration-seconds", "duration-humantime"}

SHOWN = []

HEAD = '''//! One case per row of `tests/data/lint/types.jsonl`, written by `generate.py`.
#![allow(
    dead_code,
    deprecated,
    unreachable_pub,
    unused_imports,
    missing_docs,
    clippy::all,
    clippy::too_many_lines,
    clippy::use_self,
    clippy::uninlined_format_args,
    reason = "the types stand as they are in the rows"
)]

use super::check::{Visitor, check};
use mcp_runtime::Schema;
use serde::{Deserialize, Serialize};

/// The rows that have a case here.
pub(super) const ROWS: [&str; COUNT] = [
IDS];
'''


def case(row):
    name = row["id"].replace("-", "_")
    if name in ("struct", "box", "enum", "url", "uuid"):
        name += "_"
    # Inside of a struct the attribute has another name.
    rust = row["rust"].replace("#[arg(nullable)]", "#[schema(nullable)]")
    if row["position"] == "parameter":
        written = rust.split("//")[0].split(":", 1)[1].strip()
        rust = BESIDE.get(row["id"], "")
        rust += f"\ntype T = {TYPES.get(row['id'], written)};"
    SHOWN.append(f"{name}::show(visitor);")
    return f'''
mod {name} {{
    use super::*;
    {rust}
    pub(super) fn show(visitor: &mut impl Visitor) {{
        visitor.visit::<T>("{row["id"]}");
    }}
    #[test]
    fn row() {{
        check::<T>("{row["id"]}");
    }}
}}
'''


def main():
    served = [r for r in ROWS if not r["compile_error"] and not r.get("whole")]
    served = [r for r in served if r["position"] != "result" and r["id"] not in HANDLERS]
    path = HERE / "cases.rs"
    ids = "".join(f'    "{r["id"]}",\n' for r in served)
    head = HEAD.replace("COUNT", str(len(served))).replace("IDS", ids)
    cases = "".join(map(case, served))
    shown = f"/// Shows each of the types.\npub(crate) fn show_all(visitor: &mut impl Visitor) {{ {''.join(SHOWN)} }}\n"
    path.write_text(head + cases + shown, encoding="utf-8")
    subprocess.run(["rustfmt", "--edition", "2024", str(path)], check=True)
    print(len(served), "cases")


if __name__ == "__main__":
    main()
