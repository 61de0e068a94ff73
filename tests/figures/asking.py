#!/usr/bin/env python3
"""Measures what questions that nobody answers leave behind in a server; a line per figure.

  asking.py SERVER

SERVER is tests/servers/interaction.rs, built with --release. Each figure gets a process of its own, whose questions can be
answered for two seconds. Where a figure has a bound, the line ends with it. Exit status: 0 when all bounds were kept.
"""
import argparse
import json
import pathlib
import sys
import time

sys.path.append(str(pathlib.Path(__file__).parents[1]))
from listening import Listening, Piped  # noqa: E402
from over_http import MODERN, Client, rss  # noqa: E402

QUESTIONS, SECONDS = 10_000, 2
CAPABILITIES = {"elicitation": {"form": {}}}
META = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": CAPABILITIES}


class Stdio(Piped):
    """A process that is asked over its standard input."""

    def __init__(self, command):
        super().__init__([*command, "stdio"])

    def post(self, message):
        self.write(json.dumps({"jsonrpc": "2.0", **message}).encode())
        return self.read()


class Http(Listening):
    """A process that is asked over HTTP, by one client."""

    def __init__(self, command):
        super().__init__([*command, "http", "{port}"])
        self.client = Client(self, MODERN)

    def post(self, message):
        return json.loads(self.client.post(message).text)


def call(server, more=None):
    params = {"name": "trip", "arguments": {}, "_meta": META, **(more or {})}
    result = server.post({"id": 1, "method": "tools/call", "params": params})["result"]
    assert result["resultType"] == "input_required", result
    return result


def abandon(server):
    for _ in range(QUESTIONS):
        call(server)


def answer(server):
    """Answers the first question of each call, and abandons the rest."""
    for _ in range(QUESTIONS):
        result = call(server)
        answers = {key: {"action": "accept", "content": {"destination": "Rome"}} for key in result["inputRequests"]}
        call(server, {"requestState": result["requestState"], "inputResponses": answers})


def settle(server):
    """Waits until no question can be answered any more; one more lets the server notice."""
    time.sleep(SECONDS + 1)
    call(server)
    time.sleep(SECONDS + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server")
    program = parser.parse_args().server
    kept = True
    for transport in (Stdio, Http):
        for options in ([], ["--no-park"]):
            for leave in (abandon, answer):
                with transport([program, *options, "--answer-time", str(SECONDS * 1000)]) as server:
                    leave(server)  # what the process allocates once
                    settle(server)
                    before = rss(server)
                    start = time.perf_counter()
                    leave(server)
                    seconds = time.perf_counter() - start
                    held = rss(server)
                    settle(server)
                    left = rss(server) - before
                name = " ".join([transport.__name__.lower(), *options, leave.__name__])
                kept &= left <= 256
                print(f"{name}: {QUESTIONS} questions in {seconds:.1f} s, {held - before} KiB then, {left} KiB after their time"
                      f" (at most 256){'' if left <= 256 else ' EXCEEDED'}", flush=True)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
