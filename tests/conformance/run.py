#!/usr/bin/env python3
"""Runs the official conformance suite against a server or a client.

  run.py [--set SET] CACHE SERVER [ARGUMENT...]
  run.py [--set SET] --client CACHE CLIENT [ARGUMENT...]

SERVER is tests/servers/conformance; `{port}` in its arguments becomes a free port, where it serves /mcp.
CLIENT is tests/clients/conformance.rs, which gets the URL of a server as its last argument.
CACHE is a folder for the suite, a Node that is new enough for it, and the results.
SET is a frozen requirement set (2025-11-25, 2026-07-28) or `all`; without it, every scenario of a revision runs in each of
its revisions, and those of the extensions in EXTENSIONS in theirs.
A scenario passes when no check of it failed and at least one succeeded, which the suite itself does not demand. One of an
extension that the suite cannot run yet, and says so, is told and not counted.
Without a set, a client has to end by itself, without an error and without a warning, too.
Exit status: 0 when all of them passed; of a requirement set, those that are scored.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).parent
sys.path.append(str(HERE.parent))
from listening import Listening  # noqa: E402

NODE = 22  # the suite imports what older ones lack
NEWEST = "2026-07-28"
# What the names of their scenarios begin with, and the revisions that they are for.
EXTENSIONS = {"tasks": [NEWEST], "sep-2640": ["2025-11-25", NEWEST], "auth/": ["2025-11-25", NEWEST]}

class Suite:
    """The suite, installed in a folder, for a `server` or a `client`."""

    def __init__(self, cache, kind):
        self.kind = kind
        lock = HERE / "package-lock.json"
        self.package = cache / "node_modules/@modelcontextprotocol/conformance"
        installed = cache / "package-lock.json"
        if not self.package.exists() or not installed.exists() or installed.read_bytes() != lock.read_bytes():
            cache.mkdir(parents=True, exist_ok=True)
            for file in (HERE / "package.json", lock):
                shutil.copy(file, cache)
            npm("ci", cache)
        self.node = recent_node(cache)

    def run(self, results, tested, *options):
        """Runs the suite against a URL or a command, and returns the checks of each scenario and its exit status."""
        shutil.rmtree(results, ignore_errors=True)
        tested = ["--url" if self.kind == "server" else "--command", tested]
        command = [self.node, self.package / "dist/index.js", self.kind, *tested, "-o", results, *options]
        log = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        found = {}
        for file in sorted(results.rglob("checks.json")):
            # "server-NAME-TIME/checks.json"; for a client, "auth/NAME-TIME" or "NAME-TIME"
            path = file.parent.relative_to(results).as_posix()
            name = re.fullmatch(r"(?:server-)?(.*?)-\d{4}-\d\d-\d\dT[\dZ-]+", path)[1]
            found[name] = json.loads(file.read_text())
        if not found:
            sys.exit(f"the suite left no results:\n{log.stdout}")
        return found, log.returncode

    def scenarios(self):
        """The revisions and names of all scenarios that belong to a revision."""
        text = subprocess.check_output([self.node, self.package / "dist/index.js", "list", f"--{self.kind}"], text=True)
        listed = re.findall(r"^  - (\S+) \[(.*)\]$", text, re.M) or sys.exit(f"the suite lists no scenarios:\n{text}")
        named = [(revision, name) for name, revisions in listed for revision in revisions.split(",")]
        return [(revision, name) for revision, name in named if revision != "extension"]

    def of_extensions(self):
        """The revisions and names of the scenarios of the extensions that the fixture has."""
        text = subprocess.check_output([self.node, self.package / "dist/index.js", "list", f"--{self.kind}"], text=True)
        named = re.findall(r"^  - (\S+) \[extension\]$", text, re.M)
        return [(revision, name) for name in named for of, revisions in EXTENSIONS.items() if name.startswith(of) for revision in revisions]

    def scored(self, revision):
        """The scenarios of a requirement set that count."""
        text = (self.package / f"requirements/{revision}.yaml").read_text()
        section = re.search(rf"^{self.kind}:\n(.*?)(?:^\w|\Z)", text, re.M | re.S)
        return re.findall(r"^  - (\S+)$", section[1], re.M)


def npm(*arguments):
    command, folder, *packages = arguments
    quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run(["npm", command, "--prefix", folder, *quiet, *packages], check=True, stdout=subprocess.DEVNULL)


def recent_node(cache):
    """The Node of this machine, or one from npm where that is too old."""
    versions = "process.versions.node.split('.')[0] + ' ' + process.platform + '-' + process.arch"
    major, platform = subprocess.check_output(["node", "-p", versions], text=True).split()
    if int(major) >= NODE:
        return "node"
    folder = cache / f"node{NODE}"
    node = folder / f"node_modules/node-{platform}/bin/node"
    if not node.exists():
        folder.mkdir(exist_ok=True)
        npm("install", folder, "--no-save", f"node-{platform}@{NODE}")
    return node


def passes(name, checks, status=0):
    """Says what is wrong with a scenario, and whether it passed."""
    statuses = [check["status"] for check in checks]
    for check in checks:
        if check["status"] in ("FAILURE", "WARNING"):
            why = (check.get("errorMessage") or check.get("description") or "").split("\n")[0]
            print(f"{check['status'].lower()} {name}: {check['id']}: {why[:300]}")
    passed = "FAILURE" not in statuses and "SUCCESS" in statuses and status == 0
    print(f"{'ok' if passed else 'FAILED'} {name}: {statuses.count('SUCCESS')} of {len(statuses)} checks succeeded", flush=True)
    return passed


def is_pending(check):
    """Whether the suite has no way to look at this, whatever the server does."""
    return check["status"] == "SKIPPED" and "pending" in check["description"]


def run_set(suite, results, tested, name):
    options = ["--suite", "all"] if name == "all" else ["--requirements", name]
    found, _ = suite.run(results, tested, *options)
    passed = {scenario: passes(scenario, checks) for scenario, checks in found.items()}
    scored = list(passed) if name == "all" else suite.scored(name)
    return [passed.get(scenario, False) for scenario in scored]


def run_named(suite, results, tested):
    def run(named):
        revision, name = named
        found, status = suite.run(results / revision / name, tested, "--scenario", name, "--spec-version", revision)
        return found[name], status if suite.kind == "client" else 0

    def run_extension(named):
        # Of no revision, as the suite has it: it runs only where it is forced to.
        revision, name = named
        options = ["--scenario", name, "--force", "--spec-version", revision]
        found, status = suite.run(results / "extension" / revision / name, tested, *options)
        return found[name], status if suite.kind == "client" else 0

    named, extensions = suite.scenarios(), suite.of_extensions()
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        ran = [*zip(named, workers.map(run, named)), *zip(extensions, workers.map(run_extension, extensions))]
        pending = [name for name, (checks, _) in ran if name in extensions and all(map(is_pending, checks))]
        for name in pending:
            print(f"not run by the suite yet: {' '.join(name)}")
        return [passes(" ".join(name), *result) for name, result in ran if name not in pending]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set")
    parser.add_argument("--client", action="store_true")
    parser.add_argument("cache", type=pathlib.Path)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    suite = Suite(arguments.cache.resolve(), "client" if arguments.client else "server")
    results = arguments.cache.resolve() / "results" / suite.kind

    def run(tested):
        if arguments.set:
            return run_set(suite, results, tested, arguments.set)
        return run_named(suite, results, tested)

    if arguments.client:
        passed, ended = run(shlex.join(arguments.command)), False
    else:
        with Listening(arguments.command) as server:
            passed = run(server.url)
            ended = server.process.poll() is not None
    print(f"{sum(passed)} scenarios passed, {len(passed) - sum(passed)} failed{'; the server ended' * ended}")
    return 0 if all(passed) and not ended else 1


if __name__ == "__main__":
    sys.exit(main())
