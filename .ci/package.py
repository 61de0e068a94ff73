"""Fails when a packaged crate lacks a file or a field that it should have, does not compile, says what the registry refuses, or
has the name of a crate of somebody else.

The packages are those that `cargo publish --dry-run` left somewhere in the directory that the argument names.
"""
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

FILES = ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md"]
ROOTS = ["src/lib.rs", "src/main.rs"]
FIELDS = ["description", "license", "readme", "repository", "homepage"]
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


def compile_together(packages, folder):
    """What is in the packages, and nothing else, as one workspace: `cargo package` would compile each of them by itself."""
    shutil.rmtree(folder, ignore_errors=True)
    for path in packages:
        with tarfile.open(path) as package:
            # Python before 3.11.4 has no filters.
            package.extraction_filter = getattr(tarfile, "data_filter", None)
            package.extractall(folder)
    # All files of packages have one date, by which cargo would take what it compiled of earlier ones.
    for path in folder.rglob("*"):
        path.touch()
    members = [path.stem for path in packages]
    patches = [f'{stem.rsplit("-", 1)[0]} = {{ path = "{stem}" }}' for stem in members]
    workspace = ["[workspace]", 'resolver = "3"', f"members = {members}", "[patch.crates-io]", *patches]
    (folder / "Cargo.toml").write_text("\n".join(workspace) + "\n")
    shutil.copy("Cargo.lock", folder)
    target = Path(sys.argv[1]).parent
    subprocess.run(["cargo", "check", "--quiet", "--workspace", "--target-dir", target.resolve()], cwd=folder, check=True)


wrong = []
packages = list({path.name: path for path in Path(sys.argv[1]).rglob("mcp-*.crate")}.values())
for path in packages:
    with tarfile.open(path) as package:
        sizes = {entry.name.split("/", 1)[1]: entry.size for entry in package if entry.isfile()}
        manifest = package.extractfile(f"{path.stem}/Cargo.toml").read().decode()
    wrong += [f"{path.stem}: {name} is missing or empty" for name in FILES if not sizes.get(name)]
    wrong += [] if any(map(sizes.get, ROOTS)) else [f"{path.stem}: {' and '.join(ROOTS)} are missing or empty"]
    about = tomllib.loads(manifest)["package"]
    wrong += [f"{path.stem}: no {key}" for key in FIELDS if not about.get(key)]
    if about.get("documentation") != f'https://docs.rs/{about["name"]}':
        wrong.append(f"{path.stem}: its documentation is not at docs.rs")
    if (known := published(about["name"])) and about["description"] not in known:
        wrong.append(f"{path.stem}: somebody else has published a crate with this name:\n{known}")
    for key in ["keywords", "categories"]:
        if not 0 < len(about[key]) <= MOST_WORDS:
            wrong.append(f"{path.stem}: {len(about[key])} {key}, and {MOST_WORDS} are possible")
    long = [word for word in about["keywords"] if len(word) > LONGEST_WORD]
    wrong += [f"{path.stem}: the keyword {word} has more than {LONGEST_WORD} characters" for word in long]
folders = [path for path in Path().glob("*/Cargo.toml")] + [path for path in Path().glob("crates/*/Cargo.toml")]
manifests = [tomllib.loads(path.read_text())["package"] for path in folders]
public = {about["name"] for about in manifests if about.get("publish", True)}
for name in public - {path.stem.rsplit("-", 1)[0] for path in packages}:
    wrong.append(f"{name} is not packaged")
if wrong or not packages:
    sys.exit("\n".join(wrong) or "there are no packages")
compile_together(packages, Path(sys.argv[1]) / "together")
print(f"{len(packages)} packages are whole")
