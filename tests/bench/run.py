#!/usr/bin/env python3
"""Compares what a call costs servers of several frameworks, and prints a table of microseconds on the processor.

  run.py [--write]

Builds everything with --release, then loads one server after the other, in rounds, with each kind of call; the table has the
medians. With --write it goes into README.md. Needs cargo, Node 20 with npm, and Python 3.11 with venv.
"""
import argparse
import datetime
import json
import os
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target/bench")).resolve()
RELEASE, VENV = TARGET / "release", TARGET / "bench-venv"
ERAS = {"legacy": "2025-11-25", "modern": "2026-07-28"}
CALLS = {
    "`add`, stdio": ["stdio", "--case", "add", "--width", "64"],
    "`order`, stdio": ["stdio", "--case", "order", "--width", "64"],
    "`add`, HTTP": ["http", "--case", "add", "--width", "32"],
}
# How a server is built and started; the floor is first.
SERVERS = {
    "the least possible": ("floor", [RELEASE / "floor"]),
    "mcp-runtime": ("bench-ours", [RELEASE / "bench-server"]),
    "rmcp 3.9, best settings": ("peer-rmcp", [RELEASE / "peer-rmcp", "--best"]),
    "rmcp 3.9": ("peer-rmcp", [RELEASE / "peer-rmcp"]),
    "tower-mcp 0.25": ("peer-tower-mcp", [RELEASE / "peer-tower-mcp"]),
    "turbomcp 4.0.0-alpha.5": ("peer-turbomcp", [RELEASE / "peer-turbomcp"]),
    "TypeScript SDK 2.4": ("typescript", ["node", HERE / "peers/typescript/server.mjs"]),
    "Python SDK 2.3": ("python", [VENV / "bin/python", HERE / "peers/python/server.py"]),
}
BEGIN, END = "<!-- the benchmark: -->\n", "<!-- end of the benchmark -->"


def build(what):
    """One at a time, so that what one wants of a crate is not compiled into another."""
    if what == "typescript":
        commands = [["npm", "ci", "--prefix", HERE / "peers/typescript", "--ignore-scripts", "--no-audit", "--no-fund"]]
    elif what == "python":
        install = [VENV / "bin/python", "-m", "pip", "install", "--quiet", "--requirement", HERE / "peers/python/requirements.txt"]
        commands = [[sys.executable, "-m", "venv", VENV], install]
    else:
        commands = [["cargo", "build", "--release", "--locked", "--manifest-path", HERE / "Cargo.toml", "-p", what]]
    for command in commands:
        subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, "CARGO_TARGET_DIR": str(TARGET)})


def cost(call, era, command, seconds):
    """Microseconds on the processor per call; none if the server fails."""
    load = [RELEASE / "mcpload", *call, "--wire", era, "--seconds", str(seconds)]
    end = ["http", "{port}"] if call[0] == "http" else ["stdio"]
    done = subprocess.run([*load, "--", *command, *end], capture_output=True, text=True)
    if done.returncode:
        print(f"{command[0]}, {era}, {' '.join(call)}: {done.stderr.strip()}", file=sys.stderr)
        return None
    return json.loads(done.stdout)["cpu_us"]


def measure(servers, rounds, seconds):
    """The costs of each call to each server."""
    columns = [(kind, era) for kind in CALLS for era in ERAS]
    costs = {(name, column): [] for name in servers for column in columns}
    for number in range(rounds):
        for kind, era in columns:
            print(f"round {number + 1} of {rounds}: {kind}, {era}", file=sys.stderr)
            for name, (_, command) in servers.items():
                costs[name, (kind, era)].append(cost(CALLS[kind], era, command, seconds))
    return columns, costs


def table(servers, columns, costs):
    heads = [f"{kind}, {ERAS[era]}" for kind, era in columns]
    lines = [f"| µs per call (× the least) | {' | '.join(heads)} |", "|---" + "|--:" * len(columns) + "|"]
    least = next(iter(servers))
    for name in servers:
        cells = [cell(costs[name, column], costs[least, column]) for column in columns]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "".join(f"{line}\n" for line in lines)


def cell(costs, least):
    if None in costs + least:
        return "–"
    value = statistics.median(costs)
    return f"{rounded(value)} ({rounded(value / statistics.median(least))})"


def rounded(number):
    return f"{number:.1f}" if number < 10 else f"{number:,.0f}"


def machine():
    about = pathlib.Path("/proc/cpuinfo").read_text()
    model = about.split("model name", 1)[1].split(":", 1)[1].splitlines()[0].strip()
    return f"{model}, {len(os.sched_getaffinity(0))} cores"


def write(text):
    readme = ROOT / "README.md"
    before, rest = readme.read_text().split(BEGIN)
    readme.write_text(f"{before}{BEGIN}{text} {END}{rest.split(END)[1]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put the table into README.md")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1, help="of load in each measurement")
    parser.add_argument("--only", default="", help="only servers with this in their name, and the floor")
    parser.add_argument("--built", action="store_true", help="build nothing")
    arguments = parser.parse_args()
    least = next(iter(SERVERS))
    servers = {name: how for name, how in SERVERS.items() if name == least or arguments.only in name}
    if not arguments.built:
        for what in dict.fromkeys(["mcpload", *(what for what, _ in servers.values())]):
            build(what)
    columns, costs = measure(servers, arguments.rounds, arguments.seconds)
    date = datetime.date.today().isoformat()
    text = f"{table(servers, columns, costs)}\nMeasured on {date} ({machine()}) with `tests/bench/run.py --write`."
    print(text)
    if arguments.write:
        write(text)
    return 1 if any(None in values for values in costs.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
