// Connects the official TypeScript client of agents to one of this project.
import * as v1 from "@agentclientprotocol/sdk";
import * as v2 from "@agentclientprotocol/sdk/experimental/v2";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

const RECORD = fileURLToPath(new URL("../../wire/record.py", import.meta.url));
const INFO = { name: "interop", version: "1" };

// What differs between the versions of the protocol.
export const VERSIONS = {
  "version 1": {
    acp: v1,
    hello: (capabilities) => ({ protocolVersion: 1, clientInfo: INFO, clientCapabilities: capabilities }),
    stdioServer: (name, command) => ({ name, command, args: [], env: [] }),
    load: (agent, params) => agent.request(v1.methods.agent.session.load, params),
    // The turn begins with its prompt, and ends with an error if it fails.
    begins: () => true,
    fails: (turn) => assert.rejects(turn, /it was told to fail/),
  },
  "version 2": {
    acp: v2,
    hello: (capabilities) => ({ protocolVersion: 2, info: INFO, capabilities }),
    stdioServer: (name, command) => ({ type: "stdio", name, command }),
    load: (agent, params) => agent.request(v2.methods.agent.session.resume, { ...params, replayFrom: { type: "start" } }),
    begins: (update) => update?.state === "running",
    fails: async (turn) => assert.equal((await turn).stopReason, "error"),
  },
};

// `SERVERS` is the folder of the binaries, `RECORD` that for what they say. What an agent writes to standard error is
// shown.
export async function start({ acp, hello }, program, handlers = {}, capabilities = {}) {
  const args = [RECORD, path.join(process.env.RECORD, "agents"), path.join(process.env.SERVERS, program), "acp"];
  const child = spawn("python3", args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const app = acp.client({ name: INFO.name });
  for (const [method, handler] of Object.entries(handlers)) app.onRequest(method, ({ params }) => handler(params));
  const connection = app.connect(acp.ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout)));
  const { agent } = connection;
  const close = async () => {
    child.stdin.end();
    assert.equal((await ended)[0], 0);
    connection.close();
  };
  try {
    return { agent, close, initialized: await agent.request(acp.methods.agent.initialize, hello(capabilities)) };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

// The updates of a turn, and why it ended. `onUpdate` sees each as it comes.
export async function turn({ begins }, session, text, onUpdate = async () => {}) {
  const updates = [];
  const prompted = session.prompt(text);
  prompted.catch(() => {});
  let begun = begins();
  for (;;) {
    const message = await session.nextUpdate();
    begun ||= begins(message.update);
    if (message.kind === "stop") {
      if (!begun) continue; // that of an earlier turn
      await prompted;
      return { updates, stopReason: message.stopReason, text: said(updates) };
    }
    updates.push(message.update);
    await onUpdate(message.update);
  }
}

export function said(updates) {
  return updates.filter((update) => update.sessionUpdate === "agent_message_chunk").map((update) => update.content.text).join("");
}
