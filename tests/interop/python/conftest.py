"""Connects the official Python client to a server of this project, in both eras."""
import os
import pathlib
import sys

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

TESTS = pathlib.Path(__file__).parents[2]
SERVERS = os.environ["SERVERS"]  # the folder of the binaries
RECORD = os.environ["RECORD"]  # the folder for what they say


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(params=["legacy", "auto"])
def connect(request):
    """`connect("everything-server", "stdio")` is a client to be entered."""

    def connect(program, *arguments, env=None, **options):
        command = [str(TESTS / "wire" / "record.py"), RECORD, os.path.join(SERVERS, program), *arguments]
        server = StdioServerParameters(command=sys.executable, args=command, env=env)
        # pytest shows what the server wrote to standard error when a test fails.
        transport = stdio_client(server, errlog=sys.stderr)
        return Client(transport, mode=request.param, read_timeout_seconds=20, **options)

    return connect


async def pages(method, items):
    """All the items of a list."""
    page = await method()
    found = list(getattr(page, items))
    while page.next_cursor:
        page = await method(cursor=page.next_cursor)
        found += getattr(page, items)
    return found
