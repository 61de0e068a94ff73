"""The official Python client and examples/sqlite.rs."""
import anyio
import pytest
from conftest import pages

pytestmark = pytest.mark.anyio


@pytest.fixture
def database(tmp_path):
    return ["--db", str(tmp_path / "shop.db")]


def rows(result):
    """Up to 2025-11-25 a list is wrapped."""
    assert not result.is_error, result
    content = result.structured_content
    return content["result"] if isinstance(content, dict) else content


async def fill(client, count):
    statements = ["CREATE TABLE articles (name TEXT, price REAL)"]
    statements += [f"INSERT INTO articles VALUES ('article {number}', {number}.5)" for number in range(count)]
    return await client.call_tool("execute", {"statements": statements})


async def test_changes_and_queries(connect, database):
    async with connect("sqlite", arguments=database) as client:
        assert (await fill(client, 3)).content[0].text == "3 rows changed"
        table, = rows(await client.call_tool("tables", {}))
        assert table["name"] == "articles"
        query = {"sql": "SELECT * FROM articles WHERE price > 1 ORDER BY price", "limit": 1}
        assert rows(await client.call_tool("query", query)) == [{"name": "article 1", "price": 1.5}]


async def test_all_statements_or_none(connect, database):
    async with connect("sqlite", arguments=database) as client:
        await fill(client, 1)
        failed = await client.call_tool("execute", {"statements": ["DELETE FROM articles", "DELETE FROM orders"]})
        assert failed.is_error and "no such table: orders" in failed.content[0].text
        count = {"sql": "SELECT count(*) AS count FROM articles"}
        assert rows(await client.call_tool("query", count)) == [{"count": 1}]


async def test_a_query_changes_nothing(connect, database):
    async with connect("sqlite", arguments=database) as client:
        await fill(client, 1)
        refused = await client.call_tool("query", {"sql": "DELETE FROM articles"})
        assert refused.is_error and "use `execute`" in refused.content[0].text


async def test_read_only(connect, database):
    async with connect("sqlite", arguments=database) as client:
        await fill(client, 1)
    async with connect("sqlite", arguments=[*database, "--read-only"]) as client:
        assert [tool.name for tool in await pages(client.list_tools, "tools")] == ["tables", "query"]


async def test_progress(connect, database):
    told = []

    async def note(progress, total, message):
        told.append((progress, total))

    async with connect("sqlite", arguments=database) as client:
        statements = ["CREATE TABLE a (b)", "INSERT INTO a VALUES (1)", "DROP TABLE a"]
        await client.call_tool("execute", {"statements": statements}, progress_callback=note)
        with anyio.fail_after(20):
            while len(told) < 3:
                await anyio.sleep(0.01)
    assert told == [(1, 3), (2, 3), (3, 3)]
