"""The official Python client and examples/notes.rs."""
import pytest
from conftest import pages
from mcp import MCPError
from mcp_types import PromptReference, ResourceTemplateReference

pytestmark = pytest.mark.anyio

OUTSIDE = ["../secret.md", "/etc/passwd", "link.md", "notes.rs"]


@pytest.fixture
async def client(connect, tmp_path):
    notes = tmp_path / "notes"
    (notes / "ideas").mkdir(parents=True)
    (notes / "shopping.md").write_text("Milk and bread")
    (notes / "ideas" / "garden.txt").write_text("Plant a tree, buy bread")
    (tmp_path / "secret.md").write_text("secret")
    (notes / "link.md").symlink_to(tmp_path / "secret.md")
    async with connect("notes", env={"NOTES_DIR": str(notes)}) as client:
        yield client


async def test_lists(client):
    assert client.server_info.name == "notes"
    assert "Markdown" in client.instructions
    tools = {tool.name: tool for tool in await pages(client.list_tools, "tools")}
    assert list(tools) == ["search", "read", "write", "delete"]
    hints = {name: (tool.annotations.read_only_hint, tool.annotations.destructive_hint) for name, tool in tools.items()}
    assert hints == {"search": (True, False), "read": (True, False), "write": (False, True), "delete": (False, True)}
    assert tools["search"].input_schema["properties"]["order"]["enum"] == ["name", "newest"]
    assert tools["search"].output_schema is not None
    prompt, = await pages(client.list_prompts, "prompts")
    assert [(argument.name, argument.required) for argument in prompt.arguments] == [("name", True), ("style", False)]
    resource, = await pages(client.list_resources, "resources")
    assert (str(resource.uri), resource.mime_type) == ("notes://index", "text/csv")
    template, = await pages(client.list_resource_templates, "resource_templates")
    assert template.uri_template == "notes://{+name}"


async def test_search(client):
    async def search(**arguments):
        found = await client.call_tool("search", arguments)
        assert not found.is_error, found
        # The client itself holds it against the output schema.
        return [note["name"] for note in found.structured_content["notes"]]

    assert await search(query="bread") == ["ideas/garden.txt", "shopping.md"]
    assert await search(query="BREAD milk") == ["shopping.md"]
    assert await search(query="bread", limit=1, order="name") == ["ideas/garden.txt"]
    assert len(await search(query="", order="newest")) == 2
    assert await search(query="secret") == []


async def test_read_write_delete(client):
    async def call(tool, **arguments):
        result = await client.call_tool(tool, arguments)
        return result.is_error, result.content[0].text

    assert await call("read", name="shopping.md") == (False, "Milk and bread")
    assert await call("write", name="new/plan.md", text="Rest") == (False, "Wrote new/plan.md.")
    assert await call("read", name="new/plan.md") == (False, "Rest")
    assert await call("delete", name="new/plan.md") == (False, "Deleted new/plan.md.")
    for tool in ["read", "delete"]:
        failed, _ = await call(tool, name="new/plan.md")
        assert failed


async def test_bad_arguments(client):
    for name, arguments, at in [
        ("search", {}, "query"),
        ("search", {"query": 1}, "query"),
        ("search", {"query": "bread", "limit": 0}, "limit"),
        ("search", {"query": "bread", "order": "oldest"}, "order"),
        ("write", {"name": "plan.md"}, "text"),
        *((name, {"name": outside, "text": ""}, "") for name in ["read", "write", "delete"] for outside in OUTSIDE),
    ]:
        result = await client.call_tool(name, arguments)
        assert result.is_error, (name, arguments)
        assert at in result.content[0].text
    with pytest.raises(MCPError, match="did you mean `read`"):
        await client.call_tool("raed", {})


async def test_prompt(client):
    summary = await client.get_prompt("summarize", {"name": "shopping.md", "style": "bullets"})
    message, = summary.messages
    assert message.role == "user"
    assert "bullet points" in message.content.text and "Milk and bread" in message.content.text
    for arguments in [{}, {"name": "shopping.md", "style": "long"}, {"name": "../secret.md"}, {"name": "link.md"}]:
        with pytest.raises(MCPError):
            await client.get_prompt("summarize", arguments)


async def test_resources(client):
    index, = (await client.read_resource("notes://index")).contents
    assert index.mime_type == "text/csv"
    header, *rows = index.text.splitlines()
    assert header == "name,bytes,modified"
    assert [row.split(",")[:2] for row in rows] == [['"ideas/garden.txt"', "23"], ['"shopping.md"', "14"]]
    note, = (await client.read_resource("notes://ideas/garden.txt")).contents
    assert (note.text, note.mime_type) == ("Plant a tree, buy bread", "text/markdown")
    for name in ["gone.md", *OUTSIDE]:
        with pytest.raises(MCPError):
            await client.read_resource(f"notes://{name}")


async def test_completion(client):
    prompt = PromptReference(name="summarize")
    template = ResourceTemplateReference(uri="notes://{+name}")
    for reference, argument, value, found in [
        (prompt, "name", "i", ["ideas/garden.txt"]),
        (prompt, "style", "", ["sentence", "bullets"]),
        (template, "name", "s", ["shopping.md"]),
    ]:
        result = await client.complete(reference, {"name": argument, "value": value})
        assert result.completion.values == found
