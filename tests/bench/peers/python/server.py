"""The three tools on the Python SDK: `server.py stdio | http PORT`."""

import sys

from mcp.server.mcpserver import MCPServer
from pydantic import BaseModel

server = MCPServer("peer-py", version="0.1.0", log_level="ERROR")


class Sum(BaseModel):
    sum: int


class Address(BaseModel):
    street: str
    city: str
    zip: str


class Customer(BaseModel):
    name: str
    email: str
    address: Address


class Item(BaseModel):
    sku: str
    qty: int
    price: float


class Summary(BaseModel):
    total: float
    count: int


@server.tool(description="Add two integers")
async def add(a: int, b: int) -> Sum:
    return Sum(sum=a + b)


@server.tool(description="Give the text back", structured_output=False)
async def echo(text: str) -> str:
    return text


@server.tool(description="Summarise an order")
async def order(customer: Customer, items: list[Item], note: str | None = None) -> Summary:
    return Summary(total=sum(i.qty * i.price for i in items), count=len(items))


match sys.argv[1:]:
    case ["stdio"]:
        server.run("stdio")
    case ["http", port]:
        server.run("streamable-http", host="127.0.0.1", port=int(port), json_response=True, max_sessions=None)
    case _:
        sys.exit("usage: server.py stdio | http PORT")
