"""Fails when a packaged crate lacks a file that it should have, says what the registry refuses, or has the name of a crate of
somebody else.

The packages are those that `cargo package` left in the directory that the argument names.
"""
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

FILES = ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "src/lib.rs"]
# What it accepts: https://doc.rust-lang.org/cargo/reference/manifest.html#the-keywords-field
MOST_WORDS, LONGEST_WORD = 5, 20



def published(name):
    """What the registry says about a crate of this name, if there is one."""
    with tempfile.TemporaryDirectory() as elsewhere:
        command = ["cargo", "info", name, "--registry", "crates-io"]
        asked = subprocess.run(command, cwd=elsewhere, capture_output=True, text=True)
    if asked.returncode and "could not find" not in asked.stderr:
        sys.exit(asked.stderr)
    return asked.stdout


wrong = []
packages = [*Path(sys.argv[1]).glob("mcp-runtime-macros-*.crate"), *Path(sys.argv[1]).glob("mcp-runtime-[0-9]*.crate")]
for path in packages:
    with tarfile.open(path) as package:
        sizes = {entry.name.split("/", 1)[1]: entry.size for entry in package if entry.isfile()}
        manifest = package.extractfile(f"{path.stem}/Cargo.toml").read().decode()
    wrong += [f"{path.stem}: {name} is missing or empty" for name in FILES if not sizes.get(name)]
    about = tomllib.loads(manifest)["package"]
    wrong += [f"{path.stem}: no {key}" for key in ["description", "license", "readme"] if not about.get(key)]
    if (known := published(about["name"])) and about["description"] not in known:
        wrong.append(f"{path.stem}: somebody else has published a crate with this name:\n{known}")
    for key in ["keywords", "categories"]:
        if not 0 < len(about[key]) <= MOST_WORDS:
            wrong.append(f"{path.stem}: {len(about[key])} {key}, and {MOST_WORDS} are possible")
    long = [word for word in about["keywords"] if len(word) > LONGEST_WORD]
    wrong += [f"{path.stem}: the keyword {word} has more than {LONGEST_WORD} characters" for word in long]
if len(packages) != 2:
    wrong.append(f"{len(packages)} packages instead of 2")
print("\n".join(wrong) or "both packages are whole")
sys.exit(bool(wrong))
