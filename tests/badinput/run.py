#!/usr/bin/env python3
"""Feeds bad input to a server.

  run.py [--only ID,ID] [--group NAME,NAME] [--preferred PERCENT] [--tokens FILE] [-v] SERVER [ARGUMENT...]

The server is tests/servers/badinput.rs. Where an argument is `{port}`, it becomes a free port, and the cases of http.jsonl
go there, all to one process; else those of stdio.jsonl go to the standard input of a fresh process each. Every case is
followed by a good request that must be answered. With --tokens, the server takes only requests with one, and has written
FILE with a good token and bad ones once it listens; the cases are those of the group `auth`.
Exit status: 0 when no case failed and at least PERCENT of them had the preferred outcome.
"""
import argparse, json, os, sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))
from listening import Listening  # noqa: E402
from over_http import Http  # noqa: E402
from over_stdio import Stdio  # noqa: E402


def cases(a, file):
    only = a.only and set(a.only.split(","))
    groups = a.group and set(a.group.split(","))
    with open(os.path.join(HERE, file), encoding="utf-8") as f:
        for e in map(json.loads, f):
            if (e["group"] == "auth") != bool(a.tokens):
                continue
            if (not only or e["id"] in only) and (not groups or e["group"] in groups):
                yield e


def over_stdio(a):
    """Each case, what is wrong with its outcome, which of the allowed ones that was, and a note."""
    runner = Stdio(a.server)
    for e in cases(a, "stdio.jsonl"):
        out = runner.run(e)
        yield (e, *runner.judge(e, out), out.note)


def over_http(a):
    with Listening(a.server) as server:
        runner = Http(server, a.tokens and json.load(open(a.tokens, encoding="utf-8")))
        for e in cases(a, "http.jsonl"):
            try:
                r, bad, note = runner.run(e)
            except (OSError, RuntimeError) as ex:
                r, bad, note = "the case could not be run: %s" % ex, [], ""
            yield (e, *runner.judge(e, r, bad, runner.probe()), note)
            if server.process.poll() is not None:
                sys.exit("%s: the server ended" % e["id"])


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--only")
    ap.add_argument("--group")
    ap.add_argument("--preferred", type=float, default=0, metavar="PERCENT")
    ap.add_argument("--tokens", metavar="FILE")
    ap.add_argument("-v", "--verbose", action="store_true")
    ap.add_argument("server", nargs=argparse.REMAINDER)
    a = ap.parse_args()
    passed = preferred = failed = 0
    for e, problems, hit, note in (over_http if "{port}" in a.server else over_stdio)(a):
        passed += not problems
        failed += bool(problems)
        preferred += not problems and hit == 0
        if problems or hit or a.verbose:
            verdict = "FAILED" if problems else "accepted, not preferred" if hit else "ok"
            print("%s %s [%s %s %s]: %s %s" % (e["id"], e["name"], e["level"], e["era"], e["group"], verdict, note.strip()), flush=True)
        for p in problems:
            print("       - " + p)
    percent = 100 * preferred / max(1, passed + failed)
    print("preferred outcome: %d of %d, %.1f %% (wanted: %g %%)" % (preferred, passed + failed, percent, a.preferred))
    print("%d passed, %d failed" % (passed, failed))
    return 0 if passed and not failed and percent >= a.preferred else 1


if __name__ == "__main__":
    sys.exit(main())
