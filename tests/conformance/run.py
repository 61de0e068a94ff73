#!/usr/bin/env python3
"""Runs the official conformance suite against a server.

  run.py [--set SET] CACHE SERVER [ARGUMENT...]

SERVER is tests/servers/conformance; `{port}` in its arguments becomes a free port, where it serves /mcp.
CACHE is a folder for the suite, a Node that is new enough for it, and the results.
SET is a frozen requirement set (2025-11-25, 2026-07-28) or `all`; without it, the scenarios below run.
A scenario passes when no check of it failed and at least one succeeded, which the suite itself does not demand.
Exit status: 0 when all of them passed; of a requirement set, those that are scored.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).parent
sys.path.append(str(HERE.parent))
from listening import Listening  # noqa: E402

NODE = 22  # the suite imports what older ones lack

BOTH = """
    completion-complete dns-rebinding-protection json-schema-2020-12 prompts-get-embedded-resource prompts-get-simple
    prompts-get-with-args prompts-get-with-image prompts-list resources-list resources-read-binary resources-read-text
    resources-templates-read server-sse-multiple-streams tools-call-audio tools-call-embedded-resource tools-call-error
    tools-call-image tools-call-mixed-content tools-call-simple-text tools-call-with-progress tools-list
"""
# All that are scored, and more; the rest comes with what it needs: tasks, skills.
SCENARIOS = {
    "2025-11-25": f"""{BOTH} elicitation-sep1034-defaults elicitation-sep1330-enums logging-set-level ping
        resources-subscribe resources-unsubscribe server-initialize server-session-lifecycle server-sse-polling
        tools-call-elicitation tools-call-sampling tools-call-with-logging""".split(),
    "2026-07-28": f"""{BOTH} caching http-custom-header-server-validation http-header-validation
        input-required-result-basic-elicitation input-required-result-basic-list-roots
        input-required-result-basic-sampling input-required-result-capability-check
        input-required-result-ignore-extra-params input-required-result-missing-input-response
        input-required-result-multi-round input-required-result-multiple-input-requests
        input-required-result-non-tool-request input-required-result-request-state
        input-required-result-result-type input-required-result-tampered-state
        input-required-result-unsupported-methods input-required-result-validate-input
        sep-2164-resource-not-found server-stateless""".split(),
}


class Suite:
    """The suite, installed in a folder."""

    def __init__(self, cache):
        lock = HERE / "package-lock.json"
        self.package = cache / "node_modules/@modelcontextprotocol/conformance"
        installed = cache / "package-lock.json"
        if not self.package.exists() or not installed.exists() or installed.read_bytes() != lock.read_bytes():
            cache.mkdir(parents=True, exist_ok=True)
            for file in (HERE / "package.json", lock):
                shutil.copy(file, cache)
            npm("ci", cache)
        self.node = recent_node(cache)

    def run(self, results, url, *options):
        """Runs the suite, and returns the checks of each scenario."""
        shutil.rmtree(results, ignore_errors=True)
        command = [self.node, self.package / "dist/index.js", "server", "--url", url, "-o", results, *options]
        log = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        found = {}
        for file in sorted(results.rglob("checks.json")):
            # "server-NAME-TIME/checks.json"
            name = re.fullmatch(r"server-(.*?)-\d{4}-\d\d-\d\dT[\dZ-]+", file.parent.name)[1]
            found[name] = json.loads(file.read_text())
        if not found:
            sys.exit(f"the suite left no results:\n{log.stdout}")
        return found

    def scored(self, revision):
        """The scenarios of a requirement set that count."""
        text = (self.package / f"requirements/{revision}.yaml").read_text()
        section = re.search(r"^server:\n(.*?)^\w", text, re.M | re.S)
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


def passes(name, checks):
    """Says what is wrong with a scenario, and whether it passed."""
    statuses = [check["status"] for check in checks]
    for check in checks:
        if check["status"] in ("FAILURE", "WARNING"):
            why = (check.get("errorMessage") or check.get("description") or "").split("\n")[0]
            print(f"{check['status'].lower()} {name}: {check['id']}: {why[:300]}")
    passed = "FAILURE" not in statuses and "SUCCESS" in statuses
    print(f"{'ok' if passed else 'FAILED'} {name}: {statuses.count('SUCCESS')} of {len(statuses)} checks succeeded", flush=True)
    return passed


def run_set(suite, results, url, name):
    options = ["--suite", "all"] if name == "all" else ["--requirements", name]
    passed = {scenario: passes(scenario, checks) for scenario, checks in suite.run(results, url, *options).items()}
    scored = list(passed) if name == "all" else suite.scored(name)
    return [passed.get(scenario, False) for scenario in scored]


def run_named(suite, results, url):
    def run(named):
        revision, name = named
        return suite.run(results / revision / name, url, "--scenario", name, "--spec-version", revision)[name]

    named = [(revision, name) for revision, names in SCENARIOS.items() for name in names]
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        return [passes(" ".join(scenario), checks) for scenario, checks in zip(named, workers.map(run, named))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set")
    parser.add_argument("cache", type=pathlib.Path)
    parser.add_argument("server", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    suite = Suite(arguments.cache.resolve())
    results = arguments.cache.resolve() / "results"
    with Listening(arguments.server) as server:
        if arguments.set:
            passed = run_set(suite, results, server.url, arguments.set)
        else:
            passed = run_named(suite, results, server.url)
        ended = server.process.poll() is not None
    print(f"{sum(passed)} scenarios passed, {len(passed) - sum(passed)} failed{'; the server ended' * ended}")
    return 0 if all(passed) and not ended else 1


if __name__ == "__main__":
    sys.exit(main())
