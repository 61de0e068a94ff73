#!/usr/bin/env python3
"""Counts the lines of code of each crate: without comments, blank lines and unit tests."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CRATES = [ROOT / "mcp-macros", ROOT / "mcp-runtime", *sorted(path.parent for path in ROOT.glob("crates/*/Cargo.toml"))]
TESTS = re.compile(r"^( *)#\[cfg\(test\)\]$")


def code(text):
    """The lines of code in `text`: a module of tests ends where its indentation closes it."""
    count, closes, ahead = 0, None, False
    for line in text.splitlines():
        bare = line.strip()
        if closes is not None:
            if line.rstrip() == closes:
                closes = None
            continue
        if ahead:
            ahead = bare.startswith("#[")
            if not ahead and bare.endswith("{"):
                closes = indent + "}"
            continue
        if match := TESTS.match(line):
            indent, ahead = match[1], True
            continue
        if bare and not bare.startswith("//"):
            count += 1
    return count


def of_tests(path):
    return path.name == "tests.rs" or "tests" in path.parts


def main():
    total = 0
    for crate in CRATES:
        files = [path for path in sorted((crate / "src").rglob("*.rs")) if not of_tests(path.relative_to(crate))]
        lines = sum(code(path.read_text()) for path in files)
        total += lines
        print(f"{crate.name:14}{len(files):5} files{lines:8} lines")
    print(f"{'all':14}{'':11}{total:8} lines")


if __name__ == "__main__":
    main()
