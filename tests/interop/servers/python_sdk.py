"""A server of the official Python SDK, for the client of this project: `python_sdk.py stdio` or `http PORT`."""
import sys
from typing import Annotated

import anyio
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.resolve import Elicit, ListRoots, Resolve, Sample
from mcp_types import Completion, CreateMessageResult, ListRootsResult, SamplingMessage, TextContent
from mcp_types import EmptyResult, SubscribeRequestParams, UnsubscribeRequestParams
from pydantic import BaseModel

COUNTER = "fixture://counter"
server = MCPServer("python-sdk", log_level="ERROR")
counter = 0
cancelled_calls = 0


class Person(BaseModel):
    name: str


@server.tool()
def add(a: int, b: int) -> int:
    return a + b


@server.tool()
def fail() -> str:
    raise ToolError("on purpose")


@server.tool()
async def progress(steps: int, ctx: Context) -> str:
    for step in range(steps):
        await ctx.report_progress(step + 1, steps)
    return "done"


@server.tool()
async def slow(ctx: Context) -> str:
    global cancelled_calls
    await ctx.report_progress(1)
    try:
        await anyio.sleep(60)
    except anyio.get_cancelled_exc_class():
        cancelled_calls += 1
        raise
    return "not cancelled"


@server.tool()
def cancelled() -> int:
    return cancelled_calls


def who() -> Elicit[Person]:
    return Elicit("Who are you?", Person)


@server.tool()
def ask(person: Annotated[Person, Resolve(who)]) -> str:
    return f"Hello {person.name}"


def model() -> Sample:
    return Sample([SamplingMessage(role="user", content=TextContent(text="Say something"))], max_tokens=10)


@server.tool()
def sample(said: Annotated[CreateMessageResult, Resolve(model)]) -> str:
    return said.content.text


def list_roots() -> ListRoots:
    return ListRoots()


@server.tool()
def roots(listed: Annotated[ListRootsResult, Resolve(list_roots)]) -> str:
    return " ".join(str(root.uri) for root in listed.roots)


@server.tool()
async def tick(ctx: Context) -> None:
    global counter
    counter += 1
    # Each era has a way of its own.
    await ctx.notify_resource_updated(COUNTER)
    await ctx.session.send_resource_updated(COUNTER)


@server.resource(COUNTER)
def read_counter() -> str:
    return str(counter)


@server.resource("fixture://greeting/{name}")
def greeting(name: str) -> str:
    return f"Hello {name}"


@server.prompt()
def greet(name: str) -> str:
    return f"Greet {name}"


@server.completion()
async def complete(ref, argument, context) -> Completion:
    names = ["ada", "alan", "grace"]
    return Completion(values=[name for name in names if name.startswith(argument.value)])


async def accept(ctx, params) -> EmptyResult:
    return EmptyResult()


# MCPServer has no subscriptions before 2026-07-28; the server below it has.
server._lowlevel_server.add_request_handler("resources/subscribe", SubscribeRequestParams, accept)
server._lowlevel_server.add_request_handler("resources/unsubscribe", UnsubscribeRequestParams, accept)

if __name__ == "__main__":
    match sys.argv[1:]:
        case ["http", port]:
            server.run("streamable-http", port=int(port))
        case _:
            server.run("stdio")
