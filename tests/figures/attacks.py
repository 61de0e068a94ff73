#!/usr/bin/env python3
"""Attacks servers at full volume, and measures what that costs them and their other clients; a line per attack.

  attacks.py [--only NAME,NAME] FOLDER

FOLDER has the programs of tests/servers, built with --release. Each attack gets a process of its own. It has to end in the
answer that it names, to cost no more than 64 MiB, and another client, which calls a tool every 100 ms, has to be answered
within a second all the time. Exit status: 0 when all of that was kept.
"""
import argparse
import contextlib
import resource
import sys
import time

import attacks_on_memory
import attacks_on_time
from attacking import ATTACKS, Http, Watch

MOST, LONGEST = 64, 1.0
MODULES = attacks_on_time, attacks_on_memory  # which fill ATTACKS


def run(name, folder):
    """Runs one attack; whether its bounds were kept."""
    program, options, probe, kind, attacks = ATTACKS[name]
    start, problem = time.perf_counter(), None
    with kind([f"{folder}/{program}", *options]) as server:
        with Watch(server, probe) if kind is Http else contextlib.nullcontext() as other:
            before = server.peak()
            try:
                longest = attacks(server)
            except Exception as error:  # the other attacks are tried, whatever this one has found
                longest, problem = 0.0, f"{type(error).__name__}: {error}"
        more = server.peak() - before
    if other:
        longest, problem = other.longest, problem or other.failure
    kept = more <= MOST and longest <= LONGEST and not problem
    seconds = time.perf_counter() - start
    print(f"{name:22} {more:8.1f} {longest * 1000:8.0f} {seconds:6.0f}  {attacks.__doc__} {'' if kept else 'EXCEEDED ' + str(problem or '')}", flush=True)
    return kept


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(ATTACKS), help="of " + ", ".join(ATTACKS))
    parser.add_argument("folder")
    arguments = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(f"{'attack':22} {'MiB more':>8} {'ms other':>8} {'s':>6}  (at most {MOST} MiB and {LONGEST * 1000:.0f} ms)", flush=True)
    return 0 if all([run(name, arguments.folder) for name in arguments.only.split(",")]) else 1


if __name__ == "__main__":
    sys.exit(main())
