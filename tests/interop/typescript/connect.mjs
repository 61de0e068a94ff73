// Connects the official TypeScript clients to a server of this project.
import { Client as Client2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import path from "node:path";
import { fileURLToPath } from "node:url";

const RECORD = fileURLToPath(new URL("../../wire/record.py", import.meta.url));
const INFO = { name: "interop", version: "1" };

// One for each package and era.
export const CLIENTS = {
  "sdk 1, legacy": () => [new Client1(INFO), Stdio1],
  "client 2, legacy": () => [new Client2(INFO), Stdio2],
  "client 2, modern": () => [new Client2(INFO, { versionNegotiation: { mode: "auto" } }), Stdio2],
};

// `SERVERS` is the folder of the binaries, `RECORD` that for what they say. What a server writes to
// standard error is shown.
export async function connect(name, [program, ...args], env = {}) {
  const [client, Stdio] = CLIENTS[name]();
  const server = path.join(process.env.SERVERS, program);
  await client.connect(new Stdio({ command: "python3", args: [RECORD, process.env.RECORD, server, ...args], env }));
  client.modern = client.getNegotiatedProtocolVersion?.() === "2026-07-28";
  return client;
}

// All the items of a list.
export async function pages(client, method, items) {
  const found = [];
  let cursor;
  do {
    const page = await client[method]({ cursor });
    found.push(...page[items]);
    cursor = page.nextCursor;
  } while (cursor);
  return found;
}
