#!/usr/bin/env python3
"""Measures what tasks cost that nobody collects, and clients that look at theirs without end; a line per figure.

  tasks.py TARGET [--profile debug] [--tasks 10000] [--ttl 30]

TARGET is the target directory of cargo, in which `durable-server` is built with --release. Of so many calls those become tasks
for which there is room; each keeps 8 KiB for its time to live. Where a figure has a bound, the line ends with it. To count
instructions needs valgrind. Exit status: 0 when all bounds were kept.
"""
import argparse
import pathlib
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).parents[1]))
import json  # noqa: E402

from exact import instructions, per_call  # noqa: E402
from listening import Piped  # noqa: E402

EXTENSION = "io.modelcontextprotocol/tasks"
# What the server keeps of all callers, and what it takes to keep one in a folder: a file. Three indexes are files, too.
MOST, INDEXES = 1024, 3
# For how long a task that is over is still there for those who were told so.
AFTER = 30
LETTERS = 8 * 1024


class Server(Piped):
    """A client of one revision, and its server."""

    ending = 60

    def __init__(self, command, era):
        super().__init__(command)
        self.id, self.modern = 0, era == "modern"
        if not self.modern:
            about = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "figures", "version": "1"}}
            self.request("initialize", about)
            self.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')

    def request(self, method, params):
        self.id += 1
        if self.modern:
            params = {**params, "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {"extensions": {EXTENSION: {}}},
            }}
        self.write(json.dumps({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params}).encode())
        while True:
            message = self.read()
            if message.get("id") == self.id:
                return message

    def task(self, seconds, letters, ttl):
        """The id of a new task; none where as many are kept as may be."""
        params = {"name": "slow_compute", "arguments": {"seconds": seconds, "label": "x" * letters}}
        if not self.modern:
            params["task"] = {"ttl": ttl * 1000}
        answer = self.request("tools/call", params)
        result = answer.get("result", {})
        return result.get("taskId") or result.get("task", {}).get("taskId")

    def memory(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])


def files(folder):
    """How many files there are, and their KiB."""
    sizes = []
    for path in folder.rglob("*"):
        try:
            sizes.append(path.stat().st_size if path.is_file() else None)
        except FileNotFoundError:
            pass
    sizes = [size for size in sizes if size is not None]
    return len(sizes), sum(sizes) // 1024


class Report:
    def __init__(self):
        self.kept = True

    def line(self, name, value, bound=None, unit=""):
        exceeds = bound is not None and value > bound
        self.kept &= not exceeds
        most = "" if bound is None else f" (at most {bound:,}{unit}){' EXCEEDED' if exceeds else ''}"
        print(f"{name}: {value:,}{unit}{most}", flush=True)


def uncollected(report, program, store, count, ttl):
    """Makes tasks that nobody looks at, until their time is over."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary) / "tasks"
        with Server([program, str(folder), *store, "stdio"], "legacy") as server:
            server.task(0, LETTERS, ttl)
            before = server.memory()
            made = memory = most = size = 0
            start = time.perf_counter()
            for _ in range(count):
                made += server.task(0, LETTERS, ttl) is not None
                memory = max(memory, server.memory())
                if _ % 50 == 0:
                    now, kib = files(folder)
                    most, size = max(most, now), max(size, kib)
            seconds = time.perf_counter() - start
            time.sleep(ttl + AFTER + 2)
            server.task(0, 0, 10)
            left, (left_files, left_size) = server.memory() - before, files(folder)
        name = store[-1].lstrip("-")
        print(f"{name}: {count} calls in {seconds:.1f} s, {made} became tasks", flush=True)
        # In memory there are records of 8 KiB and what it takes to find them, and their leavings until they are collected.
        report.line(f"{name}, memory while they are kept", memory - before, 3 * MOST * (LETTERS + 4096) // 1024, " KiB")
        report.line(f"{name}, memory after their time", left, MOST * (LETTERS + 4096) // 1024, " KiB")
        if folder.exists():
            # Those that are over and those that are new, as a task is there for a while after its time.
            report.line(f"{name}, files while they are kept", most, 2 * MOST + 2 * INDEXES)
            report.line(f"{name}, bytes of files while they are kept", size, 2 * MOST * (LETTERS + 4096) // 1024, " KiB")
            report.line(f"{name}, files after their time", left_files, 1 + INDEXES)
            report.line(f"{name}, bytes of files after their time", left_size, 16, " KiB")


def looks(report, program):
    """What it costs to look at a task, in instructions, beside a call of a tool."""
    for era in "legacy", "modern":
        def run(look, era=era):
            def run(calls, before):
                with tempfile.TemporaryDirectory() as folder:
                    with Server([*before, program, folder, "--memory", "stdio"], era) as server:
                        task = {"taskId": server.task(0, 0, 3600)}
                        slow = {"taskId": server.task(3600, 0, 3600)}
                        time.sleep(1)
                        requests = {
                            "finished": ("tasks/get", task),
                            "running": ("tasks/get", slow),
                            "call": ("tools/call", {"name": "greet", "arguments": {"name": "Ann"}}),
                        }
                        for _ in range(calls):
                            assert "result" in server.request(*requests[look])
            return run
        call = per_call(instructions, run("call"))
        report.line(f"{era}, instructions of a tools/call", call)
        for look in "running", "finished":
            report.line(f"{era}, instructions of a tasks/get of a {look} task", per_call(instructions, run(look)), call)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", type=pathlib.Path)
    parser.add_argument("--profile", default="release")
    parser.add_argument("--tasks", type=int, default=10_000)
    parser.add_argument("--ttl", type=int, default=30)
    arguments = parser.parse_args()
    program = str(arguments.target.resolve() / arguments.profile / "durable-server")
    report = Report()
    looks(report, program)
    for store in ["--memory"], ["--directory"]:
        uncollected(report, program, store, arguments.tasks, arguments.ttl)
    return 0 if report.kept else 1


if __name__ == "__main__":
    sys.exit(main())
