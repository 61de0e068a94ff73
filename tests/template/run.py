#!/usr/bin/env python3
"""Makes a project of the template, and does with it what its owner would: builds and tests it, enters it with a client, and asks
`doctor` about it.

    tests/template/run.py TARGET
    tests/template/run.py TARGET --write      # first writes the lock and the Dockerfile of the template

It is built as tests/shipped builds programs, so that they can share the folder TARGET.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = ROOT / "template"
SHIPPED = ROOT / "tests/shipped/program"
NAME = "word-smith"
# What it depends on, which is not published yet.
CRATES = {"mcp-runtime": "mcp-runtime", "mcp-runtime-ship": "crates/ship", "mcp-runtime-testing": "crates/testing"}


def render(project):
    """What `cargo generate` does with a template that asks for nothing but the name."""
    for source in TEMPLATE.rglob("*"):
        if source.is_dir() or source.name == "cargo-generate.toml":
            continue
        text = source.read_text().replace("{{project-name}}", NAME)
        assert "{{" not in text and "{%" not in text, f"{source} has a placeholder that is not filled in here"
        place = project / source.relative_to(TEMPLATE).with_name(source.name.removesuffix(".liquid"))
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)


def settings():
    """The options of cargo with which the project takes our crates from here, and is built as tests/shipped builds."""
    profile = tomllib.loads((SHIPPED / "Cargo.toml").read_text())["profile"]["shipped"]
    settings = {f"profile.shipped.{name}": value for name, value in profile.items()}
    settings |= {f"patch.crates-io.{name}.path": str(ROOT / path) for name, path in CRATES.items()}
    return [word for name, value in settings.items() for word in ("--config", f"{name}={json.dumps(value)}")]


def built(project, target, variables):
    """The program, once its tests have passed."""
    # What it depends on is as old as in tests/shipped, so that it is compiled once.
    shutil.copy(SHIPPED / "Cargo.lock", project)
    subprocess.run(["cargo", "fmt", "--check"], cwd=project, check=True)
    command = ["cargo", "test", "--quiet", "--profile", "shipped", "--target-dir", target, *settings()]
    subprocess.run(command, cwd=project, check=True, env=os.environ | variables)
    return target / "shipped" / NAME


def write(program, project):
    """Writes what commands write into the template, and the project."""
    subprocess.run([program, "manifest", "docker", "--out", "Dockerfile"], cwd=project, check=True)
    for name in "Dockerfile", "mcp.lock":
        (TEMPLATE / name).write_text((project / name).read_text().replace(NAME, "{{project-name}}"))


def tried(program, project, home):
    """What is wrong with the program, where a person has a client and nothing else."""
    def said(*words, status=0):
        environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
        ran = subprocess.run([program, *words], cwd=project, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        print(f"$ {NAME} {' '.join(words)}\n{ran.stdout}{ran.stderr}", end="", flush=True)
        assert ran.returncode == status, f"it ended with {ran.returncode}"
        return ran.stdout

    assert said("call", "measure", "text=One. Two words.", "--json")
    said("lock", "--check", "--review")
    said("install", "claude-code", "--yes")
    assert NAME in said("installed")
    # It warns that the program is in the folder of a build.
    assert "\n0 failed, " in said("doctor")
    written = said("manifest", "docker")
    assert written == (project / "Dockerfile").read_text(), "the Dockerfile is not what `manifest docker` writes"
    assert f"/out/bin/{NAME} /{NAME}\n" in written


def main():
    target = Path(sys.argv[1]).resolve()
    # Elsewhere: below this folder, cargo would take the project for a member of the workspace.
    with tempfile.TemporaryDirectory() as elsewhere:
        project, home = Path(elsewhere, NAME), Path(elsewhere, "home")
        (home / ".claude").mkdir(parents=True)
        render(project)
        writes = "--write" in sys.argv
        program = built(project, target, {"MCP_LOCK": "write"} if writes else {})
        if writes:
            write(program, project)
        tried(program, project, home)
    print("the template is right")


if __name__ == "__main__":
    main()
