#!/usr/bin/env python3
"""Measures what HTTP costs a server, and how it bears clients that come, go and stall; a line per figure.

  over_http.py [--only NAME,NAME] SERVER [ARGUMENT...]

SERVER is tests/servers/badinput.rs, built with --release; `{port}` in its arguments becomes a free port. Each figure gets
a process of its own. Where a figure has a bound, the line ends with it. Exit status: 0 when all bounds were kept.
"""
import argparse
import contextlib
import http.client
import json
import os
import pathlib
import socket
import statistics
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

sys.path.append(str(pathlib.Path(__file__).parents[1]))
from listening import Listening  # noqa: E402

MODERN, LEGACY = "2026-07-28", "2025-11-25"
ERAS = [LEGACY, MODERN]
META = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}
SESSIONS, CALLS, RUNNING = 10_000, 500, 200
FLOOD = {"n": 20_000, "size": 1000}  # 20 MB


class Client:
    """One connection, and the session on it if it is legacy."""

    def __init__(self, server, era, session=None):
        self.connection = http.client.HTTPConnection(*server.address, timeout=60)
        self.era = era
        self.session = session
        if era == LEGACY and not session:
            about = {"protocolVersion": LEGACY, "capabilities": {}, "clientInfo": {"name": "figures", "version": "1"}}
            response = self.post({"id": 0, "method": "initialize", "params": about})
            self.session = response.headers["Mcp-Session-Id"]
            self.post({"method": "notifications/initialized"})

    def post(self, message):
        self.send(message)
        return self.receive()

    def send(self, message):
        self.connection.request("POST", "/mcp", json.dumps({"jsonrpc": "2.0", **message}), self.headers(message))

    def receive(self):
        response = self.connection.getresponse()
        response.text = response.read().decode()
        return response

    def headers(self, message):
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        if self.era == MODERN:
            return {**headers, "MCP-Protocol-Version": MODERN, "Mcp-Method": message["method"], "Mcp-Name": message["params"]["name"]}
        return {**headers, "MCP-Protocol-Version": LEGACY, "Mcp-Session-Id": self.session} if self.session else headers

    def call(self, tool, arguments, meta=None):
        """A call, still to be sent."""
        about = {**(META if self.era == MODERN else {}), **(meta or {})}
        return {"id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments, "_meta": about}}

    def run(self, tool, arguments):
        """The text of a result."""
        return text(self.post(self.call(tool, arguments)))

    def delete(self):
        self.connection.request("DELETE", "/mcp", headers={"Mcp-Session-Id": self.session, "MCP-Protocol-Version": LEGACY})
        status = self.receive().status
        self.close()
        return status

    def close(self):
        self.connection.close()


def text(response):
    """The text of the result that a response carries, as JSON or as the last event of a stream."""
    body = response.text
    if response.headers.get_content_type() == "text/event-stream":
        body = [line[5:] for line in body.splitlines() if line.startswith("data:") and line[5:].strip()][-1]
    return json.loads(body)["result"]["content"][0]["text"]


def rss(server):
    """The memory of a server, in KiB."""
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


def ms(since):
    return (time.perf_counter() - since) * 1000


class Figures:
    def __init__(self, command):
        self.command = command
        self.kept = True

    def server(self):
        # Its panics are wanted here, and no news.
        return Listening(self.command, stderr=subprocess.DEVNULL, env={**os.environ, "RUST_BACKTRACE": "0"})

    def say(self, name, value, bound=None):
        kept = bound is None or value <= bound
        self.kept &= kept
        shown = f"{value:.1f}" if isinstance(value, float) else value
        print(f"{name}: {shown}{'' if bound is None else f' (at most {bound})'}{'' if kept else ' EXCEEDED'}", flush=True)

    def sessions(self):
        with self.server() as server:
            for client in [Client(server, LEGACY) for _ in range(100)]:  # what the process allocates once
                client.delete()
            before = rss(server)
            clients = idle_sessions(server)
            held = rss(server)
            self.say(f"KiB for each of {SESSIONS} idle sessions", (held - before) / SESSIONS, 4)
            self.say("sessions that cannot be deleted", sum(client.delete() >= 300 for client in clients), 0)
            time.sleep(1)
            self.say("KiB of each that the allocator keeps for new ones", (rss(server) - before) / SESSIONS)
            idle_sessions(server)
            self.say("KiB that each of as many new ones adds to the most there was", (rss(server) - held) / SESSIONS, 0.2)

    def calls(self):
        for era in ERAS:
            with self.server() as server:
                clients = [Client(server, era) for _ in range(CALLS)]
                start = time.perf_counter()
                for client in clients:
                    client.send(client.call("slow", {"ms": 200}))
                lost = sum(text(client.receive()) != "slept" for client in clients)
                self.say(f"{era}: of {CALLS} calls at once, lost", lost, 0)
                self.say(f"{era}: ms for all of them, 200 of which they sleep", ms(start))

    def disconnect(self):
        with self.server() as server:
            watch = Client(server, MODERN)
            times = []
            for ended in range(1, 21):
                client = Client(server, MODERN)
                client.send(client.call("slow", {"ms": 60_000}))
                while watch.run("counters", {}) != f"{ended} {ended - 1}":
                    pass
                start = time.perf_counter()
                client.close()
                while watch.run("counters", {}) != f"{ended} {ended}":
                    pass
                times.append(ms(start))
            self.say("ms from a modern disconnect to the drop of the handler, worst of 20", max(times), 100)

    def panic(self):
        for era in ERAS:
            with self.server() as server:
                client = Client(server, era)
                times = []
                for _ in range(20):
                    start = time.perf_counter()
                    client.run("boom", {})
                    times.append(ms(start))
                self.say(f"{era}: ms until a panic is answered, worst of 20", max(times), 10)

    def slow(self):
        head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\n"
        whole = f"{head}Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 1000\r\n\r\n"
        served = "GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with self.server() as server:
            def cut(sent):
                """Seconds until the connection is cut, or answered; a byte every second keeps it from being idle."""
                start = time.perf_counter()
                with socket.create_connection(server.address, timeout=1) as stream:
                    stream.sendall(sent.encode())
                    while ms(start) < 60_000:
                        with contextlib.suppress(TimeoutError):
                            if sent == served and stream.recv(65536):
                                sent += head
                                stream.sendall(head.encode())
                                start = time.perf_counter()
                                continue
                            stream.recv(65536)
                            break
                        with contextlib.suppress(OSError):
                            stream.sendall(b"x")
                return ms(start) / 1000

            with ThreadPoolExecutor() as pool:
                first, second, body = pool.map(cut, [head, served, whole])
        self.say("s until a head that does not end is cut", first, 10.5)
        self.say("s until the second head of a connection is cut", second, 10.5)
        self.say("s until a body that does not end is refused", body, 30.5)

    def term(self):
        for era in ERAS:
            with self.server() as server:
                clients = [Client(server, era) for _ in range(RUNNING)]
                watch = Client(server, era)
                for client in clients:
                    client.send(client.call("slow", {"ms": 2000}))
                while watch.run("counters", {}) != f"{RUNNING} 0":
                    pass
                server.process.terminate()
                start = time.perf_counter()
                lost = 0
                for client in clients:
                    try:
                        lost += text(client.receive()) != "slept"
                    except (OSError, http.client.HTTPException):
                        lost += 1
                status = server.process.wait(20)
                self.say(f"{era}: of {RUNNING} calls that run at SIGTERM, lost", lost, 0)
                self.say(f"{era}: exit status", status, 0)
                self.say(f"{era}: ms until the end, 2000 of which they sleep", ms(start))

    def flood(self):
        for era in ERAS:
            with self.server() as server:
                other = Client(server, MODERN)
                quiet = latency(other, 2)
                before = rss(server)
                reader = Client(server, era)
                stream = socket.socket()
                stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                stream.connect(server.address)
                message = reader.call("flood", FLOOD, {"progressToken": 1})
                body = json.dumps({"jsonrpc": "2.0", **message})
                headers = {"Host": "localhost", **reader.headers(message), "Content-Length": len(body)}
                head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
                stream.sendall(f"POST /mcp HTTP/1.1\r\n{head}\r\n{body}".encode())
                most = 0
                done = threading.Event()

                def watch():
                    nonlocal most
                    while not done.wait(0.02):
                        most = max(most, rss(server))

                watcher = threading.Thread(target=watch)
                watcher.start()
                stalled = latency(other, 4)
                done.set()
                watcher.join()
                stream.close()
                self.say(f"{era}: KiB that a stalled reader of 20 MB costs", most - before, 1024)
                for name, at in [("median", 50), ("99th", 99)]:
                    self.say(f"{era}: ms of another client's call, {name} without it", quiet[at - 1])
                    self.say(f"{era}: ms of another client's call, {name} with it", stalled[at - 1])


def idle_sessions(server):
    clients = []
    for _ in range(SESSIONS):
        clients.append(Client(server, LEGACY))
        clients[-1].close()
    return clients


def latency(client, seconds):
    """The percentiles of the time of a call."""
    times = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        client.run("echo", {"text": "x"})
        times.append(ms(start))
    return statistics.quantiles(times, n=100)


def main():
    names = [name for name, value in vars(Figures).items() if callable(value) and name not in ("__init__", "server", "say")]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(names), help="of " + ", ".join(names))
    parser.add_argument("server", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    figures = Figures(arguments.server)
    for name in arguments.only.split(","):
        getattr(figures, name)()
    return 0 if figures.kept else 1


if __name__ == "__main__":
    sys.exit(main())
