// Connects the official TypeScript clients to a server of this project.
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as Http1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const RECORD = fileURLToPath(new URL("../../wire/record.py", import.meta.url));
export const INFO = { name: "interop", version: "1" };

const PACKAGES = {
  "sdk 1, legacy": (options) => [new Client1(INFO, options), Stdio1, Http1],
  "client 2, legacy": (options) => [new Client2(INFO, options), Stdio2, Http2],
  "client 2, modern": (options) => [new Client2(INFO, { ...options, versionNegotiation: { mode: "auto" } }), Stdio2, Http2],
};

// One for each package, era and transport.
export const CLIENTS = Object.keys(PACKAGES).flatMap((name) => [`${name}, stdio`, `${name}, http`]);

// `SERVERS` is the folder of the binaries, `RECORD` that for what they say over standard output. What a server
// writes to standard error is shown.
export async function connect(name, program, env = {}, options = {}) {
  const [of, transport] = name.split(/, (?=\w+$)/);
  const [client, Stdio, Http] = PACKAGES[of](options);
  if (transport === "stdio") {
    const args = [RECORD, process.env.RECORD, ...command(program)];
    await client.connect(new Stdio({ command: "python3", args, env }));
  } else {
    await overHttp(client, Http, program, env);
  }
  client.modern = client.getNegotiatedProtocolVersion?.() === "2026-07-28";
  return client;
}

// The fixture servers have commands, the examples have the options of every server. What serves several of a fixture over HTTP
// in place of one may be in `REPLICAS`: tests/replicas/serve.
function command(program, port) {
  const server = path.join(process.env.SERVERS, program);
  if (!program.endsWith("-server")) return [server, ...(port ? ["--http", `127.0.0.1:${port}`] : [])];
  const before = port && process.env.REPLICAS ? [process.env.REPLICAS] : [];
  return [...before, server, ...(port ? ["http", port] : ["stdio"])];
}

// Closing the client ends the server too.
async function overHttp(client, Http, program, env) {
  const port = await freePort();
  const [server, ...args] = command(program, port);
  const child = spawn(server, args, { env: { ...process.env, ...env }, stdio: ["ignore", "inherit", "inherit"] });
  const ended = once(child, "exit");
  const http = new Http(new URL(`http://127.0.0.1:${port}/mcp`));
  const close = client.close.bind(client);
  client.close = async () => {
    await http.terminateSession();
    await close();
    child.kill();
    const [status] = await ended;
    assert.equal(status, 0);
  };
  try {
    await listening(port, child);
    await client.connect(http);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

async function freePort() {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return String(port);
}

async function listening(port, child) {
  for (let tries = 0; tries < 500 && child.exitCode === null; tries++) {
    const socket = net.connect(port, "127.0.0.1");
    const connected = await once(socket, "connect").then(() => true, () => false);
    socket.destroy();
    if (connected) return;
    await sleep(20);
  }
  throw new Error("the server does not listen");
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
