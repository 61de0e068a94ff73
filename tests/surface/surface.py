#!/usr/bin/env python3
"""Compares the public interface of the crates with the files beside this one, or writes them anew.

    tests/surface/surface.py            # fails where something public was added, removed or changed
    tests/surface/surface.py --update   # writes down what is public now

One line is one item: with its path, its signature and, for a type, the traits that it implements.
The compiler says what there is (`rustdoc --output-format json`), as it is for all features.
"""
import difflib
import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", HERE.parents[1] / "target"))
CRATES = ["mcp-runtime-macros", "mcp-runtime-protocol", "mcp-runtime-schema", "mcp-runtime-https", "mcp-runtime-skills",
          "mcp-runtime-codegen", "mcp-runtime-client-macros", "mcp-runtime-client", "mcp-runtime-host",
          "mcp-runtime-lint", "mcp-runtime", "mcp-runtime-acp", "mcp-runtime-auth", "mcp-runtime-keychain",
          "mcp-runtime-observe", "mcp-runtime-openapi", "mcp-runtime-openapi-macros", "mcp-runtime-redis",
          "mcp-runtime-relay", "mcp-runtime-rmcp", "mcp-runtime-ship", "mcp-runtime-testing", "mcp-runtime-tools",
          "mcp-runtime-web"]
# Traits that say nothing of their own where they are derived together with others.
IMPLIED = {"StructuralPartialEq"}


class Signatures:
    """Writes types, generics and functions as they stand in Rust."""

    def path(self, path):
        self.named.add(path["id"])
        return path["path"].rsplit("::", 1)[-1] + self.args(path.get("args"))

    def args(self, args):
        if args is None:
            return ""
        if kind := args.get("angle_bracketed"):
            inner = [self.arg(arg) for arg in kind["args"]]
            inner += [self.constraint(constraint) for constraint in kind["constraints"]]
            return f"<{', '.join(inner)}>" if inner else ""
        if kind := args.get("parenthesized"):
            output = f" -> {self.type(kind['output'])}" if kind["output"] else ""
            return f"({self.types(kind['inputs'])}){output}"
        return "(..)"

    def arg(self, arg):
        if isinstance(arg, str):
            return "_"
        (kind, inner), = arg.items()
        if kind == "lifetime":
            return inner
        return inner["expr"] if kind == "const" else self.type(inner)

    def constraint(self, constraint):
        name = constraint["name"] + self.args(constraint.get("args"))
        (kind, inner), = constraint["binding"].items()
        if kind == "constraint":
            return f"{name}: {self.bounds(inner)}"
        return f"{name} = {self.type(inner['type']) if 'type' in inner else inner['constant']['expr']}"

    def types(self, types):
        return ", ".join(map(self.type, types))

    def type(self, kind):
        if isinstance(kind, str):
            return "_"
        (kind, inner), = kind.items()
        return getattr(self, f"type_{kind}")(inner)

    def type_resolved_path(self, inner):
        return self.path(inner)

    def type_generic(self, inner):
        return inner

    type_primitive = type_generic

    def type_tuple(self, inner):
        return f"({self.types(inner)}{',' if len(inner) == 1 else ''})"

    def type_slice(self, inner):
        return f"[{self.type(inner)}]"

    def type_array(self, inner):
        return f"[{self.type(inner['type'])}; {inner['len']}]"

    def type_impl_trait(self, inner):
        return f"impl {self.bounds(inner)}"

    def type_dyn_trait(self, inner):
        bounds = [self.higher(bound["generic_params"]) + self.path(bound["trait"]) for bound in inner["traits"]]
        return "dyn " + " + ".join(bounds + ([inner["lifetime"]] if inner["lifetime"] else []))

    def type_borrowed_ref(self, inner):
        lifetime = f"{inner['lifetime']} " if inner["lifetime"] else ""
        return f"&{lifetime}{'mut ' if inner['is_mutable'] else ''}{self.type(inner['type'])}"

    def type_raw_pointer(self, inner):
        return f"*{'mut' if inner['is_mutable'] else 'const'} {self.type(inner['type'])}"

    def type_function_pointer(self, inner):
        return f"{self.higher(inner['generic_params'])}fn{self.inputs(inner['sig'])}"

    def type_qualified_path(self, inner):
        of = self.type(inner["self_type"])
        if inner["trait"] and inner["trait"]["path"]:
            of = of if of in ("Self",) else f"<{of} as {self.path(inner['trait'])}>"
        return f"{of}::{inner['name']}{self.args(inner.get('args'))}"

    def bounds(self, bounds):
        return " + ".join(map(self.bound, bounds))

    def bound(self, bound):
        (kind, inner), = bound.items()
        if kind == "outlives":
            return inner
        if kind == "use":
            return f"use<{', '.join(next(iter(arg.values())) for arg in inner)}>"
        relaxed = "?" if inner["modifier"] == "maybe" else ""
        return f"{relaxed}{self.higher(inner['generic_params'])}{self.path(inner['trait'])}"

    def higher(self, params):
        return f"for<{', '.join(param['name'] for param in params)}> " if params else ""

    def generics(self, generics):
        """The parameters, and the clause `where`."""
        shown = [self.param(param) for param in generics["params"]]
        where = [clause for predicate in generics["where_predicates"] if (clause := self.predicate(predicate))]
        shown = [param for param in shown if param]
        return f"<{', '.join(shown)}>" if shown else "", f" where {', '.join(where)}" if where else ""

    def param(self, param):
        (kind, inner), = param["kind"].items()
        if kind == "lifetime":
            outlives = " + ".join(inner["outlives"])
            return f"{param['name']}: {outlives}" if outlives else param["name"]
        if kind == "const":
            return f"const {param['name']}: {self.type(inner['type'])}"
        if inner["is_synthetic"]:
            return None
        bounds = f": {self.bounds(inner['bounds'])}" if inner["bounds"] else ""
        return param["name"] + bounds + (f" = {self.type(inner['default'])}" if inner["default"] else "")

    def predicate(self, predicate):
        (kind, inner), = predicate.items()
        if kind == "bound_predicate":
            return f"{self.higher(inner['generic_params'])}{self.type(inner['type'])}: {self.bounds(inner['bounds'])}"
        if kind == "lifetime_predicate":
            return f"{inner['lifetime']}: {' + '.join(inner['outlives'])}"
        return None

    def inputs(self, signature):
        shown = []
        for name, kind in signature["inputs"]:
            kind = self.type(kind)
            own = {"Self": "self", "&Self": "&self", "&mut Self": "&mut self"}.get(kind) if name == "self" else None
            shown.append(own or f"{name}: {kind}")
        output = f" -> {self.type(signature['output'])}" if signature["output"] else ""
        return f"({', '.join(shown)}){output}"

    def function(self, name, inner):
        params, where = self.generics(inner["generics"])
        header = inner["header"]
        words = "".join(word + " " for word in ("const", "async", "unsafe") if header[f"is_{word}"])
        return f"{words}fn {name}{params}{self.inputs(inner['sig'])}{where}"


class Surface(Signatures):
    """Everything public of one crate, a line each."""

    def __init__(self, document):
        self.index, self.paths = document["index"], document["paths"]
        self.lines, self.seen, self.named = set(), {}, set()
        root = self.index[str(document["root"])]
        self.module(root["name"], root)

    def hidden(self):
        """What signatures name, and nobody can look up."""
        summaries = {id: self.paths.get(str(id)) for id in self.named - self.seen.keys()}
        return sorted("::".join(of["path"]) for of in summaries.values() if of and of["crate_id"] == 0)

    def of(self, id):
        """An item, unless it is hidden; one of a hidden module is not, where it is exported again."""
        item = self.index.get(str(id))
        return None if item and any("doc(hidden" in json.dumps(attribute) for attribute in item["attrs"]) else item

    def say(self, line):
        self.lines.add(line)

    def module(self, at, module):
        self.say(f"mod {at}")
        for id in module["inner"]["module"]["items"]:
            if item := self.of(id):
                self.item(at, item)

    def item(self, at, item):
        (kind, inner), = item["inner"].items()
        if kind == "use":
            return self.exported(at, inner)
        path = f"{at}::{item['name']}"
        if first := self.seen.get(item["id"]):
            return self.say(f"use {path} = {first}")
        self.seen[item["id"]] = path
        if kind == "module":
            return self.module(path, item)
        getattr(self, f"item_{kind}")(path, item, inner)

    def exported(self, at, inner):
        item = self.of(inner["id"]) if inner["id"] is not None else None
        if item is None:
            return self.say(f"use {at}::{inner['name']} = {inner['source']}")
        if inner["is_glob"]:
            (_, of), = item["inner"].items()
            for id in of.get("items", of.get("variants", [])):
                if found := self.of(id):
                    self.item(at, found)
            return None
        if item["inner"].keys() & {"variant"}:
            return self.say(f"use {at}::{inner['name']} = {inner['source']}")
        return self.item(at, item | {"name": inner["name"]})

    def marks(self, item):
        attributes = [attribute if isinstance(attribute, str) else next(iter(attribute)) for attribute in item["attrs"]]
        words = ["non_exhaustive", "must_use"]
        return "".join(f"#[{word}] " for word in words if any(word in attribute for attribute in attributes))

    def item_struct(self, path, item, inner):
        params, where = self.generics(inner["generics"])
        kind = inner["kind"]
        self.say(f"{self.marks(item)}struct {path}{params}{where}{self.fields(path, kind)}")
        self.impls(path, inner["impls"])

    def fields(self, path, kind):
        if kind == "unit":
            return ""
        (form, inner), = kind.items()
        if form == "tuple":
            fields = [self.of(id) if id is not None else None for id in inner]
            return f"({', '.join(self.type(field['inner']['struct_field']) if field else '_' for field in fields)})"
        for id in inner["fields"]:
            if field := self.of(id):
                self.say(f"field {path}::{field['name']}: {self.type(field['inner']['struct_field'])}")
        return " { .. }" if inner["has_stripped_fields"] else " {}"

    def item_enum(self, path, item, inner):
        params, where = self.generics(inner["generics"])
        self.say(f"{self.marks(item)}enum {path}{params}{where}")
        for id in inner["variants"]:
            if variant := self.of(id):
                self.item_variant(f"{path}::{variant['name']}", variant)
        self.impls(path, inner["impls"])

    def item_variant(self, path, item):
        kind = item["inner"]["variant"]["kind"]
        if isinstance(kind, str):
            shown = ""
        elif "tuple" in kind:
            shown = self.fields(path, kind)
        else:
            shown = self.fields(path, {"plain": kind["struct"]})
        self.say(f"{self.marks(item)}variant {path}{shown}")

    def item_trait(self, path, item, inner):
        params, where = self.generics(inner["generics"])
        above = f": {self.bounds(inner['bounds'])}" if inner["bounds"] else ""
        self.say(f"trait {path}{params}{above}{where}")
        self.members(path, inner["items"], is_trait=True)

    def members(self, path, ids, is_trait=False):
        for item in filter(None, map(self.of, ids)):
            (kind, inner), = item["inner"].items()
            name = f"{path}::{item['name']}"
            if kind == "function":
                provided = " { .. }" if is_trait and inner["has_body"] else ""
                self.say(f"{self.marks(item)}{self.function(name, inner)}{provided}")
            elif kind == "assoc_const":
                self.say(f"const {name}: {self.type(inner['type'])}")
            elif kind == "assoc_type":
                bounds = f": {self.bounds(inner['bounds'])}" if inner["bounds"] else ""
                self.say(f"type {name}{bounds}" + (f" = {self.type(inner['type'])}" if inner["type"] else ""))

    def impls(self, path, ids):
        for item in filter(None, map(self.of, ids)):
            inner = item["inner"]["impl"]
            if inner["is_synthetic"] or inner["blanket_impl"]:
                continue
            if inner["trait"] is None:
                self.members(path, inner["items"])
            elif inner["trait"]["path"].rsplit("::", 1)[-1] not in IMPLIED:
                params, where = self.generics(inner["generics"])
                self.say(f"impl{params} {self.path(inner['trait'])} for {self.rooted(path, inner['for'])}{where}")

    def rooted(self, path, kind):
        resolved = kind.get("resolved_path") if isinstance(kind, dict) else None
        return path + self.args(resolved.get("args")) if resolved else f"{self.type(kind)} ({path})"

    def item_function(self, path, item, inner):
        self.say(f"{self.marks(item)}{self.function(path, inner)}")

    def item_constant(self, path, item, inner):
        self.say(f"const {path}: {self.type(inner['type'])}")

    def item_static(self, path, item, inner):
        self.say(f"static {path}: {self.type(inner['type'])}")

    def item_type_alias(self, path, item, inner):
        params, where = self.generics(inner["generics"])
        self.say(f"type {path}{params} = {self.type(inner['type'])}{where}")

    def item_macro(self, path, item, inner):
        self.say(f"macro {path}!")

    def item_proc_macro(self, path, item, inner):
        helpers = f" with {', '.join(inner['helpers'])}" if inner["helpers"] else ""
        self.say(f"{inner['kind']} macro {path}{helpers}")


def document():
    """What rustdoc says of each crate. All are built at once, as the documentation is, so that both share what they build."""
    # Its format is not stable, and only rustdoc is told that it may be used: all else is compiled as ever.
    command = ["cargo", "doc", "-q", "--lib", "--no-deps", "--target-dir", TARGET, "--workspace", "--all-features"]
    flags = "-Zunstable-options --output-format=json --document-hidden-items"
    subprocess.run(command, check=True, env=os.environ | {"RUSTDOC": str(HERE / "rustdoc"), "RUSTDOCFLAGS": flags})
    return {crate: json.loads((TARGET / "doc" / f"{crate.replace('-', '_')}.json").read_text()) for crate in CRATES}


def key(line):
    """Items stand by their paths, whatever they are."""
    words = [word for word in line.replace("<", " ").replace("(", " ").split() if "::" in word]
    return (words[0].rstrip(":") if words else line), line


def main():
    update = "--update" in sys.argv[1:]
    failed = False
    for crate, described in document().items():
        surface = Surface(described)
        lines = sorted(surface.lines, key=key)
        for name in surface.hidden():
            failed = True
            print(f"{crate}: {name} is hidden, but something public names it")
        path = HERE / f"{crate}.txt"
        before = path.read_text().splitlines() if path.exists() else []
        difference = [line for line in difflib.unified_diff(before, lines, "recorded", "public now", n=0, lineterm="")]
        if update:
            path.write_text("\n".join(lines) + "\n")
        elif difference:
            failed = True
            print(f"{crate}:", *difference, sep="\n")
            print("The public interface changed. If that is meant, run tests/surface/surface.py --update, and")
            print("say in CHANGELOG.md what users will notice.")
        print(f"{crate}: {len(lines)} items")
    sys.exit(failed)


if __name__ == "__main__":
    main()
