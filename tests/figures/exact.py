#!/usr/bin/env python3
"""Measures what a call costs in figures that no machine changes, and holds them against limits.toml; a line per figure.

  exact.py TARGET [--only NAME | --build]

Builds tests/bench/ours first, in TARGET/bench, and the program of the README, if tests/shipped/readme.py has not yet left it in
TARGET/readme. What a call costs is the difference of a short run and a long one, so that what a process does once does not count.
Needs valgrind, strace, strip and redis-server. Exit status: 0 when
all limits were kept.
"""
import argparse
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import compiled
from calling import ERAS, Http, Page, Pages, Protected, Served, Stdio

ROOT = pathlib.Path(__file__).parents[2]
LIMITS = tomllib.loads((ROOT / "tests/figures/limits.toml").read_text())
SHORT, LONG = 200, 1200
# A limit further above its figure than this can be lowered.
SLACK = 1.05


def build(target):
    """What is measured, in its folder."""
    command = ["cargo", "build", "--locked", "--profile", "figures", "--manifest-path", ROOT / "tests/bench/Cargo.toml"]
    subprocess.run([*command, "--target-dir", target / "bench", "-p", "bench-ours"], check=True)
    return target / "bench/figures"


def installed(target):
    """The folder of the programs that a reader of the README has installed."""
    folder = target / "readme"
    if not (folder / "bin/adder").exists():
        subprocess.run([ROOT / "tests/shipped/readme.py", folder], check=True)
    return folder / "bin"


def instructions(run):
    """What `run`, given a command to put before the program's own, makes it execute outside of the kernel."""
    with tempfile.NamedTemporaryFile() as out:
        run(["valgrind", "--log-file=/dev/null", "--tool=callgrind", f"--callgrind-out-file={out.name}"])
        return int(column(out.name, "totals:", 1))


def allocations(run):
    with tempfile.NamedTemporaryFile() as out:
        run(["valgrind", "--leak-check=no", f"--log-file={out.name}"])
        return int(column(out.name, "heap usage:", 4).replace(",", ""))


def system_calls(run):
    with tempfile.NamedTemporaryFile() as out:
        run(["strace", "-f", "-qq", "-c", "-U", "calls,name", "-o", out.name])
        return int(column(out.name, " total", 0))


METERS = {"instructions": instructions, "allocations": allocations, "system-calls": system_calls}


def column(path, part, number):
    """A word of the first line that has the part."""
    for line in pathlib.Path(path).read_text().splitlines():
        if part in line:
            return line.split()[number]
    raise RuntimeError(f"{path} has no {part}")


def per_call(meter, run):
    """The cost of one call, of a `run` that is given how many to make and what to put before the program."""
    short, long = (meter(lambda before, calls=calls: run(calls, before)) for calls in (SHORT, LONG))
    # A wake-up more or less at the end of a run is not a call's.
    return round((long - short) / (LONG - SHORT), 1)


def least(meter, run):
    """The cost of one call of a server with several threads: waking and parking them only adds to it, more or less in each run."""
    return min(per_call(meter, run) for _ in range(3))


def calls(transport, command, era, tool):
    def run(calls, before):
        with transport([*before, *command], era) as server:
            for _ in range(calls):
                server.call(tool)
    return run


def observed(meter, server, tool):
    """What a call costs that is counted for Prometheus, and told to an observer."""
    return per_call(meter, calls(Stdio, [server, "observed", "stdio"], "modern", tool))


def mounted(meter, server, tool):
    """What a call of a tool costs that belongs to a mounted server."""
    return per_call(meter, calls(Stdio, [server, "mounted", "stdio"], "modern", tool))


@contextmanager
def redis():
    """A server of Redis, by its URL."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        command = ["redis-server", "--bind", "127.0.0.1", "--port", port, "--dir", folder, "--save", ""]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            while subprocess.run(["redis-cli", "-p", port, "PING"], capture_output=True).returncode:
                time.sleep(0.05)
            yield f"redis://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()


def shared(meter, server, tool):
    """What a call of one replica costs that has to do with none of the others."""
    with redis() as url:
        # The connection to the store is looked after once a second, too, which is more or less often in a run.
        return least(meter, calls(Http, [server, "--redis", url, "http", "{port}"], "modern", tool))


def calls_of_client(built):
    def run(calls, before):
        subprocess.run([*before, built / "bench-client", "client", str(calls), "1", built / "bench-server", "stdio"],
                       check=True, stdout=subprocess.DEVNULL)
    return run


def calls_of_host(built, kind):
    def run(calls, before):
        subprocess.run([*before, built / "bench-host", kind, str(calls), built / "bench-server", "stdio"], check=True)
    return run


def calls_of_relay(built, kind):
    def run(calls, before):
        subprocess.run([*before, built / "bench-relay", kind, str(calls)], check=True)
    return run


def crates(wanted):
    """How many crates of others a program compiles that has one of ours with these features: `NAME FEATURES`."""
    package, _, features = wanted.partition(" ")
    command = ["cargo", "tree", "--locked", "-p", package, "-e", "normal", "--prefix", "none"]
    tree = subprocess.run([*command, "--no-default-features", "--features", features], cwd=ROOT, check=True,
                          capture_output=True, text=True).stdout
    return len({line.split()[0] for line in tree.splitlines() if line and not line.startswith("mcp-runtime")})


def stripped(program):
    """The bytes of a program without its symbols."""
    with tempfile.NamedTemporaryFile() as out:
        subprocess.run(["strip", "-o", out.name, program], check=True)
        return pathlib.Path(out.name).stat().st_size


def figures(built, target):
    """The name and limit of each figure, and what measures it."""
    server = str(built / "bench-server")
    protected, pages = [server, "protected", "{port}"], [server, "pages", "{port}"]
    measured = [
        (Stdio, [server, "stdio"]), (Http, [server, "http", "{port}"]), (Protected, protected),
        (Served, [server, "served", "{port}"]), (Pages, pages), (Page, pages),
    ]
    for transport, command in measured:
        name = transport.__name__.lower()
        cost = per_call if transport is Stdio else least
        for era in ERAS:
            for tool, limits in LIMITS[name].get(era, {}).items():
                for meter, limit in limits.items():
                    run = calls(transport, command, era, tool)
                    yield f"{name} {era} {tool} {meter}", limit, lambda meter=METERS[meter], run=run, cost=cost: cost(meter, run)
    for name, measured in ("observed", observed), ("mounted", mounted), ("shared", shared):
        for tool, limits in LIMITS[name].items():
            for meter, limit in limits.items():
                run = lambda measured=measured, meter=METERS[meter], tool=tool: measured(meter, server, tool)  # noqa: E731
                yield f"{name} {tool} {meter}", limit, run
    for meter, limit in LIMITS["client"].items():
        yield f"client {meter}", limit, lambda meter=METERS[meter]: per_call(meter, calls_of_client(built))
    for kind, limits in LIMITS["host"].items():
        for meter, limit in limits.items():
            run = calls_of_host(built, kind)
            yield f"host {kind} {meter}", limit, lambda meter=METERS[meter], run=run: per_call(meter, run)
    for kind, limits in LIMITS["relay"].items():
        for meter, limit in limits.items():
            run = calls_of_relay(built, kind)
            yield f"relay {kind} {meter}", limit, lambda meter=METERS[meter], run=run: per_call(meter, run)
    for wanted, limit in LIMITS["crates"].items():
        yield f"crates of {wanted}", limit, lambda wanted=wanted: crates(wanted)
    for package, limit in LIMITS["llvm"]["lines"].items():
        yield f"lines of {package}", limit, lambda package=package: compiled.lines(package, target)
    for package, limit in LIMITS["llvm"]["never-called"].items():
        program = installed(target) / "adder"
        yield f"lines for what is never called of {package}", limit, lambda package=package, program=program: compiled.never_called(
            package, target, program)
    for program, limit in LIMITS["bytes"].items():
        yield f"bytes of {program}", limit, lambda program=program: stripped(installed(target) / program)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", type=pathlib.Path)
    parser.add_argument("--only", default="", help="measure only figures with this in their name")
    parser.add_argument("--build", action="store_true", help="measure nothing")
    arguments = parser.parse_args()
    target = arguments.target.resolve()
    built = build(target)
    if arguments.build:
        return 0
    chosen = [figure for figure in figures(built, target) if arguments.only in figure[0]]
    exceeded = []
    with ThreadPoolExecutor() as pool:
        for (name, limit, _), value in zip(chosen, pool.map(lambda figure: figure[2](), chosen)):
            if value > limit:
                exceeded.append(f"{name}: {value:,.10g} EXCEEDS {limit:,}")
            verdict = ", which can be lowered" if value * SLACK < limit else ""
            print(f"{name}: {value:,.10g} (at most {limit:,}){verdict}", flush=True)
    # Once more at the end, where a reader of the log looks.
    print(*exceeded, sep="\n", end="\n" if exceeded else "")
    return 1 if exceeded else 0


if __name__ == "__main__":
    sys.exit(main())
