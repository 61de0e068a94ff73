"""Connects the official Python client to a server of this project, over each transport, in both eras."""
import contextlib
import itertools
import os
import pathlib
import sys

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

TESTS = pathlib.Path(__file__).parents[2]
sys.path.append(str(TESTS))
from listening import Listening  # noqa: E402

SERVERS = os.environ["SERVERS"]  # the folder of the binaries
RECORD = os.environ["RECORD"]  # the folder for what they say over standard output
REPLICAS = os.environ.get("REPLICAS", "").split()  # what serves several of a fixture in place of one: tests/replicas/serve


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(params=itertools.product(["stdio", "http"], ["legacy", "auto"]), ids="-".join)
def connect(request):
    """`connect("everything-server")` is a client to be entered."""
    transport, mode = request.param
    with contextlib.ExitStack() as running:

        def connect(program, env=None, arguments=(), **options):
            if transport == "http":
                to = running.enter_context(over_http(program, env, arguments))
            else:
                to = over_stdio(program, env, arguments)
            return Client(to, mode=mode, read_timeout_seconds=20, **options)

        yield connect


def command(program, own, port=None):
    """The fixture servers have commands, the examples have the options of every server."""
    if program.endswith("-server"):
        arguments = ["http", port] if port else ["stdio"]
    else:
        arguments = ["--http", f"127.0.0.1:{port}"] if port else []
    before = REPLICAS if program.endswith("-server") and port else []
    return [*before, os.path.join(SERVERS, program), *own, *arguments]


def over_stdio(program, env, arguments):
    recorded = [str(TESTS / "wire" / "record.py"), RECORD, *command(program, arguments)]
    server = StdioServerParameters(command=sys.executable, args=recorded, env=env)
    # pytest shows what the server wrote to standard error when a test fails.
    return stdio_client(server, errlog=sys.stderr)


@contextlib.contextmanager
def over_http(program, env, arguments):
    """Runs a server, and gives its address. It has to end by itself when it is asked to."""
    with Listening(command(program, arguments, "{port}"), env={**os.environ, **(env or {})}) as server:
        yield server.url
    assert server.process.returncode == 0


async def pages(method, items):
    """All the items of a list."""
    page = await method()
    found = list(getattr(page, items))
    while page.next_cursor:
        page = await method(cursor=page.next_cursor)
        found += getattr(page, items)
    return found
