"""What the attacks in this folder are made of: a server that is attacked, another client that watches it, and peers."""
import contextlib
import http.client
import json
import multiprocessing
import os
import pathlib
import socket
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).parents[1]))
from listening import Listening, Piped  # noqa: E402

MODERN, LEGACY, BATCHES = "2026-07-28", "2025-11-25", "2025-03-26"
MIB = 1 << 20
ADD = ("add", {"a": 1, "b": 2}, "3")
CODES = ("codes", {"code": "ab-c"}, "4 None")
ASKED = {"elicitation": {"form": {}}}
# An arena for each thread would keep what is free already, and hide what is held. Panics are wanted here, and no news.
QUIETLY = {"stderr": subprocess.DEVNULL, "env": {**os.environ, "MALLOC_ARENA_MAX": "1", "RUST_BACKTRACE": "0"}}


def written(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def message(method, params, id=1):
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


def called(tool, arguments, more=None):
    return {"name": tool, "arguments": arguments, **(more or {})}


def modern(params, capabilities=None):
    about = {"protocolVersion": MODERN, "clientCapabilities": capabilities or {}}
    return {**params, "_meta": {f"io.modelcontextprotocol/{key}": value for key, value in about.items()}}


def initialize(version, capabilities=None):
    about = {"name": "attack", "version": "1"}
    return {"protocolVersion": version, "capabilities": capabilities or {}, "clientInfo": about}


class Process:
    def peak(self):
        """The most memory that it has used, in MiB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) / 1024

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


class Http(Listening, Process):
    """A server over HTTP."""

    def __init__(self, command):
        super().__init__([*command, "http", "{port}"], **QUIETLY)


class Stdio(Piped, Process):
    """A server over its standard input and output, which has one client."""

    def __init__(self, command):
        super().__init__([*command, "stdio"], **QUIETLY)

    def request(self, method, params):
        self.write(written(message(method, params)))
        return self.read()


class Peer:
    """One connection over HTTP, and the session on it if it is legacy."""

    def __init__(self, server, version=MODERN, capabilities=None):
        self.version, self.session, self.capabilities = version, None, capabilities
        self.connection = http.client.HTTPConnection(*server.address, timeout=120)
        if version != MODERN:
            opened = self.post(message("initialize", initialize(version, capabilities)))
            assert opened.status == 200, opened.text
            self.session = opened.headers["Mcp-Session-Id"]
            self.post({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def headers(self, body, more=None):
        """The headers of a POST, or without a body of a GET."""
        headers = {"Host": "localhost", "Accept": "application/json, text/event-stream", **(more or {})}
        if body:
            headers["Content-Type"] = "application/json"
        if self.version == MODERN:
            name = body["params"].get("name") or body["params"].get("uri")
            headers |= {"MCP-Protocol-Version": MODERN, "Mcp-Method": body["method"]}
            return {**headers, "Mcp-Name": name} if name else headers
        if self.version == LEGACY:
            headers["MCP-Protocol-Version"] = LEGACY
        return {**headers, "Mcp-Session-Id": self.session} if self.session else headers

    def post(self, body):
        """Sends a message and reads its response."""
        self.connection.request("POST", "/mcp", written(body), self.headers(body))
        response = self.connection.getresponse()
        response.text = response.read().decode()
        return response

    def request(self, method, params):
        """Sends a request and reads its answer, from JSON or from the last event."""
        params = modern(params, self.capabilities) if self.version == MODERN else params
        response = self.post(message(method, params))
        if response.headers.get_content_type() == "text/event-stream":
            return json.loads([line[5:] for line in response.text.splitlines() if line.startswith("data: ")][-1])
        return json.loads(response.text)

    def raw(self, body, verb="POST", more=None):
        """A request as bytes."""
        text = written(body) if body else b""
        headers = self.headers(body, {"Content-Length": len(text), **(more or {})})
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return f"{verb} /mcp HTTP/1.1\r\n{head}\r\n".encode() + text


def connect(server):
    return socket.create_connection(server.address, timeout=120)


def pipeline(reader, stream, requests):
    """Sends requests over one connection at once, and reads their responses: head and body each."""
    stream.sendall(b"".join(requests))
    for _ in requests:
        head = b"".join(iter(reader.readline, b"\r\n")).lower()
        length = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
        yield head, reader.read(length)


class Http2:
    """A client of HTTP/2 that lets as much be sent on each stream, and never more. RFC 9113; RFC 7541 for the headers."""

    def __init__(self, server, window=0):
        self.stream, self.next = connect(server), 1
        window = b"\0\x04" + window.to_bytes(4, "big")  # SETTINGS_INITIAL_WINDOW_SIZE
        self.stream.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + self.frame(4, 0, 0, window))

    @staticmethod
    def frame(kind, flags, stream, payload):
        return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload

    def start(self, tool, arguments):
        params = modern(called(tool, arguments))
        body = written(message("tools/call", params))
        fields = {":method": "POST", ":scheme": "http", ":authority": "localhost", ":path": "/mcp"}
        fields |= {"content-type": "application/json", "accept": "application/json, text/event-stream"}
        fields |= {"mcp-protocol-version": MODERN, "mcp-method": "tools/call", "mcp-name": tool}
        block = b"".join(b"\0" + b"".join(bytes([len(text)]) + text.encode() for text in pair) for pair in fields.items())
        self.stream.sendall(self.frame(1, 4, self.next, block) + self.frame(0, 1, self.next, body))
        self.next += 2


class Watch:
    """Another client, in a process of its own: opens a connection and calls a tool every 100 ms."""

    def __init__(self, server, probe):
        self.answers, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=watch, args=(server.address, probe, theirs), daemon=True)

    def __enter__(self):
        self.process.start()
        assert self.answers.recv() is None
        return self

    def __exit__(self, *_):
        self.answers.send("end")
        with contextlib.suppress(EOFError):
            self.longest, self.failure = self.answers.recv()
        self.process.join()


def watch(address, probe, pipe):
    tool, arguments, expected = probe

    class Server:
        pass

    Server.address = address
    longest, failure = 0, None
    while not pipe.poll(0.1 if longest else 0):
        start = time.perf_counter()
        try:
            answer = Peer(Server).request("tools/call", called(tool, arguments))
            if answer["result"]["content"][0]["text"] != expected:
                failure = answer
        except Exception as error:  # whatever it was, the client was not served
            failure = repr(error)
        if not longest:
            pipe.send(None)
        longest = max(longest, time.perf_counter() - start)
    pipe.send((longest, failure))


ATTACKS = {}


def attack(program, *options, probe=ADD, kind=Http):
    def register(run):
        ATTACKS[run.__name__] = (program, options, probe, kind, run)
        return run
    return register


def refused(answer, says, code=-32602):
    error = answer.get("error", {})
    assert error.get("code") == code and says in error["message"], json.dumps(answer)[:500]


def failed(answer, *says):
    text = answer["result"]["content"][0]["text"]
    assert answer["result"]["isError"] and any(word in text for word in says), text[:500]


def text(answer):
    return answer["result"]["content"][0]["text"]
