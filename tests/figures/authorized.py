#!/usr/bin/env python3
"""Measures how much of the processor's time authorization adds to a call of `add` over HTTP, with a token that was verified before.

  authorized.py SERVER [CALLS]

SERVER is TARGET/bench/figures/bench-server, which `exact.py TARGET --build` builds. Prints microseconds per call, in user
mode and in the kernel, without a token and with one, of the best of five rounds each.
"""
import os
import pathlib
import sys

from calling import Http, Protected

ROUNDS = 5
SHORT = 1000


def spent(process):
    """The seconds of the processor that a process has taken."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def per_call(transport, command, calls):
    with transport(command, "modern") as server:
        for _ in range(SHORT):
            server.call("add")
        before = spent(server.process)
        for _ in range(calls):
            server.call("add")
        return (spent(server.process) - before) / calls * 1e6


def main():
    server = sys.argv[1]
    calls = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
    measured = {
        name: min(per_call(transport, [server, command, "{port}"], calls) for _ in range(ROUNDS))
        for name, transport, command in (("without", Http, "http"), ("with", Protected, "protected"))
    }
    print(", ".join(f"{name} a token: {value:.1f} µs" for name, value in measured.items()))
    print(f"authorization adds {measured['with'] - measured['without']:.1f} µs")


if __name__ == "__main__":
    main()
