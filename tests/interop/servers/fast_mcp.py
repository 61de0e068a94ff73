"""A server of FastMCP, for the client of this project: `fast_mcp.py stdio` or `http PORT`."""
import sys

import anyio
import mcp_types
from fastmcp import Context, FastMCP
from fastmcp.exceptions import ToolError
from fastmcp_tasks import TasksExtension
from mcp_types import InputRequiredResult
from pydantic import BaseModel

server = FastMCP("fast-mcp")
server.add_extension(TasksExtension())
counter = 0
cancelled_calls = 0


class Person(BaseModel):
    name: str


@server.tool
def add(a: int, b: int) -> int:
    return a + b


@server.tool
def fail() -> str:
    raise ToolError("on purpose")


@server.tool
async def progress(steps: int, ctx: Context) -> str:
    for step in range(steps):
        await ctx.report_progress(step + 1, steps)
    return "done"


@server.tool
async def slow(ctx: Context) -> str:
    global cancelled_calls
    await ctx.report_progress(1)
    try:
        await anyio.sleep(60)
    except anyio.get_cancelled_exc_class():
        cancelled_calls += 1
        raise
    return "not cancelled"


@server.tool
def cancelled() -> int:
    return cancelled_calls


def is_modern(ctx: Context) -> bool:
    return ctx.request_context.protocol_version == "2026-07-28"


async def asked(ctx: Context, request):
    """The answer to a question; the question itself until it comes."""
    if not ctx.input_responses:
        return InputRequiredResult(input_requests={"question": request}, request_state="asked")
    return ctx.input_responses["question"]


def who():
    form = mcp_types.ElicitRequestFormParams(message="Who are you?", requested_schema=Person.model_json_schema())
    return mcp_types.ElicitRequest(params=form)


@server.tool
async def ask(ctx: Context) -> str | InputRequiredResult:
    if not is_modern(ctx):
        result = await ctx.elicit("Who are you?", Person)
        return f"Hello {result.data.name}"
    answer = await asked(ctx, who())
    return answer if isinstance(answer, InputRequiredResult) else f"Hello {answer.content['name']}"


@server.tool(task=True)
async def job(ctx: Context) -> Person | InputRequiredResult:
    """Asks in the middle; a task for those who follow one."""
    await ctx.report_progress(1, 2)
    # What runs as a task has no request.
    if ctx.request_context is not None and not is_modern(ctx):
        result = await ctx.elicit("Who are you?", Person)
        return result.data
    answer = await asked(ctx, who())
    return answer if isinstance(answer, InputRequiredResult) else Person(**answer.content)


@server.tool
async def sample(ctx: Context) -> str | InputRequiredResult:
    content = mcp_types.TextContent(text="Say something")
    messages = [mcp_types.SamplingMessage(role="user", content=content)]
    if not is_modern(ctx):
        return (await ctx.session.create_message(messages, max_tokens=10)).content.text
    params = mcp_types.CreateMessageRequestParams(messages=messages, max_tokens=10)
    answer = await asked(ctx, mcp_types.CreateMessageRequest(params=params))
    return answer if isinstance(answer, InputRequiredResult) else answer.content.text


@server.tool
async def roots(ctx: Context) -> str | InputRequiredResult:
    if not is_modern(ctx):
        answer = await ctx.session.list_roots()
    else:
        answer = await asked(ctx, mcp_types.ListRootsRequest())
    if isinstance(answer, InputRequiredResult):
        return answer
    return " ".join(str(root.uri) for root in answer.roots)


@server.tool
async def tick() -> None:
    global counter
    counter += 1


@server.resource("fixture://counter")
def read_counter() -> str:
    return str(counter)


@server.resource("fixture://greeting/{name}")
def greeting(name: str) -> str:
    return f"Hello {name}"


@server.prompt
def greet(name: str) -> str:
    return f"Greet {name}"


@server.completion
def complete(ref, argument, context) -> list[str]:
    return [name for name in ["ada", "alan", "grace"] if name.startswith(argument.value)]


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["http", port]:
            server.run("http", show_banner=False, port=int(port), log_level="ERROR")
        case _:
            server.run("stdio", show_banner=False, log_level="ERROR")
