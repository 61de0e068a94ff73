"""Calls the tools of tests/bench/ours, one call after the other, with the requests of the load generator in tests/bench."""
import http.client
import json
import os
import pathlib
import socket
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).parents[1]))
from listening import Listening, Piped  # noqa: E402

ERAS = {"legacy": "2025-11-25", "modern": "2026-07-28"}
CLIENT = {"name": "mcpload", "version": "0.1.0"}
ORDER = {
    "customer": {
        "name": "Ada Lovelace",
        "email": "ada@example.com",
        "address": {"street": "12 St James's Square", "city": "London", "zip": "SW1Y 4JH"},
    },
    "items": [
        {"sku": "GEAR-001", "qty": 2, "price": 12.5},
        {"sku": "CARD-144", "qty": 4, "price": 3.25},
        {"sku": "MILL-010", "qty": 1, "price": 100.0},
    ],
    "note": "Deliver to the engine room",
}
TOOLS = {"add": ({"a": 19, "b": 23}, {"sum": 42}), "order": (ORDER, {"total": 138.0, "count": 3})}


class Calls:
    """The requests of one client, and what they should be answered."""

    def __init__(self, era):
        self.version = ERAS[era]
        self.modern = era == "modern"
        self.id = 10**9  # as many digits in every request
        if self.modern:
            self.request("server/discover", {})
        else:
            self.request("initialize", {"protocolVersion": self.version, "capabilities": {}, "clientInfo": CLIENT})
            self.send({"method": "notifications/initialized"})

    def request(self, method, params):
        about = {"protocolVersion": self.version, "clientInfo": CLIENT, "clientCapabilities": {}}
        if self.modern:
            params = {**params, "_meta": {f"io.modelcontextprotocol/{key}": value for key, value in about.items()}}
        self.id += 1
        answer = self.send({"id": self.id, "method": method, "params": params})
        assert answer["id"] == self.id, answer
        return answer["result"]

    def call(self, tool):
        arguments, expected = TOOLS[tool]
        result = self.request("tools/call", {"name": tool, "arguments": arguments})
        assert result["structuredContent"] == expected, result


def written(message):
    """A message as the load generator writes it: the members of `params` are sorted."""
    params = {"params": json.loads(json.dumps(message["params"], sort_keys=True))} if "params" in message else {}
    return json.dumps({"jsonrpc": "2.0", **message, **params}, separators=(",", ":")).encode()


class Stdio(Piped, Calls):
    """A server on pipes. It ends with the block."""

    ending = 60  # what counts instructions slows it down

    def __init__(self, command, era):
        Piped.__init__(self, command, stderr=subprocess.DEVNULL)
        Calls.__init__(self, era)

    def send(self, message):
        self.write(written(message))
        return self.read() if "id" in message else None


class Http(Listening, Calls):
    """A server on one connection. It ends with the block."""

    credentials = {}

    def __init__(self, command, era):
        self.session = None
        # One thread, so that threads do not wake each other now and then.
        Listening.__init__(self, command, stderr=subprocess.DEVNULL, env={**os.environ, "TOKIO_WORKER_THREADS": "1"})
        self.connection = socket.create_connection(self.address)
        Calls.__init__(self, era)

    def send(self, message):
        body = written(message)
        # In one piece, which the server reads at once.
        self.connection.sendall(self.head(message, len(body)) + body)
        response = http.client.HTTPResponse(self.connection, method="POST")
        response.begin()
        text = response.read()
        self.session = response.headers["Mcp-Session-Id"] or self.session
        return json.loads(text) if "id" in message else None

    def head(self, message, length):
        headers = {"Host": f"127.0.0.1:{self.address[1]}", "Content-Type": "application/json",
                   "Accept": "application/json, text/event-stream", "User-Agent": "mcpload"}
        if self.modern or self.session:
            headers["MCP-Protocol-Version"] = self.version
        if self.modern:
            headers["Mcp-Method"] = message["method"]
            if "name" in message["params"]:
                headers["Mcp-Name"] = message["params"]["name"]
        if self.session:
            headers["Mcp-Session-Id"] = self.session
        headers.update(self.credentials)
        headers["Content-Length"] = length
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return f"POST /mcp HTTP/1.1\r\n{lines}\r\n".encode()

    def __exit__(self, *failure):
        self.connection.close()
        super().__exit__(*failure)


class Protected(Http):
    """The same of one that takes tokens: always the same, so that it is known to the server."""

    def __init__(self, command, era):
        server = command[-3]
        token = subprocess.run([server, "token"], check=True, capture_output=True, text=True).stdout.strip()
        self.credentials = {"Authorization": f"Bearer {token}"}
        super().__init__(command, era)


class Served(Http):
    """The same of one on a runtime of the program's own."""


class Pages(Http):
    """The same of one that pages of an origin may use, too; this is none."""


class Page(Http):
    """The same from a page of that origin."""

    credentials = {"Origin": "https://app.example.com"}
