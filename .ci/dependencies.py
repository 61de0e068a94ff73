#!/usr/bin/env python3
"""Lists what a server of this project depends on: each crate with its lines of Rust, who keeps it, and its licence.

    .ci/dependencies.py                                     # of a server as `cargo add mcp-runtime` makes it
    .ci/dependencies.py mcp-runtime --features http         # of a crate with these features, as cargo is told them

Only what is compiled for this platform counts, without what only builds or tests need. Who keeps a crate is the owner of its
repository.
"""
import json
import re
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]


def used(package, options):
    """The name and version of each crate that is compiled into a program with the package."""
    command = ["cargo", "tree", "--quiet", "--locked", "--package", package, "--edges", "normal", "--prefix", "none", "--no-dedupe",
               "--format", "{p}", *options]
    listed = subprocess.run(command, cwd=TOP, check=True, stdout=subprocess.PIPE, text=True).stdout
    return {tuple(line.split()[:2]) for line in listed.splitlines()}


def lines(manifest):
    """The lines of Rust of a package, with its comments and unit tests."""
    sources = Path(manifest).parent.glob("src/**/*.rs")
    return sum(len(source.read_bytes().splitlines()) for source in sources)


def keeper(package):
    """The owner of the repository of a package, or else its first author."""
    owner = re.match(r"https?://[^/]+/([^/]+)", package["repository"] or "")
    return owner[1] if owner else (package["authors"] or ["unknown"])[0]


def main():
    package, *options = sys.argv[1:] or ["mcp-runtime"]
    metadata = subprocess.run(["cargo", "metadata", "--locked", "--format-version", "1"], cwd=TOP, check=True,
                              stdout=subprocess.PIPE).stdout
    packages = {(package["name"], f"v{package['version']}"): package for package in json.loads(metadata)["packages"]}
    rows = sorted(used(package, options))
    theirs = [packages[row] for row in rows if packages[row]["source"]]
    counted = [(package, lines(package["manifest_path"])) for package in theirs]
    print("| crate | version | lines | kept by | licence |\n|---|---|--:|---|---|")
    for package, count in counted:
        print(f"| {package['name']} | {package['version']} | {count:,} | {keeper(package)} | {package['license']} |")
    total, keepers = sum(count for _, count in counted), len({keeper(package) for package in theirs})
    print(f"\n{len(theirs)} crates of others, {total:,} lines, {keepers} keepers; {len(rows) - len(theirs)} crates of this project")


if __name__ == "__main__":
    main()
