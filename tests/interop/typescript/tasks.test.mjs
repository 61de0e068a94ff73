// The official TypeScript clients and the task of examples/indexer.rs.
//
// What was seen: version 1 of the SDK (1.32.2) has the core tasks of 2025-11-25, without notifications/tasks/status. Version 2
// (2.4.0) has no tasks; the package @modelcontextprotocol/ext-tasks (0.2.2) adds both systems to it. That of 2026-07-28 needs a
// host that sends requests past the client, which refuses the results of tasks: here `past`. That of 2025-11-25 refuses a
// question of a task that it does not know yet; over HTTP a question on the stream of the session may overtake the answer that
// made the task, so `later` holds it back.
import { createTaskSessionFromClient, resultFromTaskOutcome } from "@modelcontextprotocol/ext-tasks/client";
import { CallToolResultSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, beforeEach, describe, test } from "node:test";
import { CLIENTS, connect, INFO } from "./connect.mjs";

const FILES = 120;
const INDEX = { files: FILES, words: { some: FILES, words: 2 * FILES, more: FILES } };
const QUESTION = `There are ${FILES} files. Read them all?`;
const YES = { action: "accept", content: { all: true } };
const capabilities = { elicitation: { form: {} } };

const folder = mkdtempSync(path.join(tmpdir(), "indexed-"));
for (let file = 0; file < FILES; file++) writeFileSync(path.join(folder, `${file}.txt`), "some words and more words");
after(() => rmSync(folder, { recursive: true }));

const index = (of = folder) => ({ name: "index", arguments: { folder: of } });

async function collected(stream) {
  const found = [];
  for await (const message of stream) found.push(message);
  return found;
}

// They wait most of the time.
describe("tasks", { concurrency: true }, () => {
  for (const name of CLIENTS) {
    const tests = name.includes("sdk 1") ? ofSdk1 : ofPackage;
    describe(name, { concurrency: false }, () => tests(name));
  }
});

function ofSdk1(name) {
  let client, tasks, asked;
  before(async () => {
    client = await connect(name, "indexer", {}, { capabilities });
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => (asked.push(params), answer()));
    tasks = client.experimental.tasks;
    await client.listTools();
  });
  after(() => client?.close());
  let answer;
  beforeEach(() => ([asked, answer] = [[], () => YES]));

  test("a call without a task", async () => {
    const { structuredContent } = await client.callTool(index());
    assert.deepEqual(structuredContent, INDEX);
    assert.equal(asked[0].message, QUESTION);
  });

  test("a task, from its start to its result", async () => {
    const steps = [];
    const options = { task: { ttl: 600_000 }, onprogress: (step) => steps.push(step) };
    const messages = await collected(tasks.callToolStream(index(), undefined, options));
    const [{ type, task }] = messages;
    assert.equal(type, "taskCreated");
    assert.deepEqual([task.status, task.ttl, typeof task.pollInterval], ["working", 600_000, "number"]);
    assert.ok(messages.slice(1, -1).every((message) => message.type === "taskStatus"));
    assert.equal(messages.at(-1).type, "result");
    assert.deepEqual(messages.at(-1).result.structuredContent, INDEX);
    assert.deepEqual(messages.at(-1).result._meta["io.modelcontextprotocol/related-task"], { taskId: task.taskId });
    assert.equal(steps.at(-1).progress, FILES);
    assert.equal(asked.length, 1);
    assert.deepEqual(asked[0]._meta["io.modelcontextprotocol/related-task"], { taskId: task.taskId });
    assert.equal((await tasks.getTask(task.taskId)).status, "completed");
    await assert.rejects(tasks.cancelTask(task.taskId), { code: -32602 });
  });

  test("a tool that fails", async () => {
    const [{ task }, ...rest] = await collected(tasks.callToolStream(index("/nowhere"), undefined, { task: {} }));
    assert.equal(rest.at(-1).type, "error");
    const failed = await tasks.getTask(task.taskId);
    assert.equal(failed.status, "failed");
    assert.match(failed.statusMessage, /the folder cannot be read/);
    assert.ok((await tasks.getTaskResult(task.taskId, CallToolResultSchema)).isError);
  });

  test("a task that is cancelled while it asks", async () => {
    let question;
    const questioned = new Promise((resolve) => (question = resolve));
    answer = () => (question(), new Promise(() => {}));
    const stream = tasks.callToolStream(index(), undefined, { task: {} });
    const { task } = (await stream.next()).value;
    await questioned;
    assert.equal((await tasks.getTask(task.taskId)).status, "input_required");
    assert.equal((await tasks.cancelTask(task.taskId)).status, "cancelled");
    assert.equal((await tasks.getTask(task.taskId)).status, "cancelled");
    await assert.rejects(tasks.getTaskResult(task.taskId, CallToolResultSchema), { code: -32603 });
    const [last] = (await collected(stream)).slice(-1);
    assert.match(last.error.message, /was cancelled/);
  });

  test("the list", async () => {
    if (name.endsWith("http")) {
      // Nothing tells callers apart.
      await assert.rejects(tasks.listTasks(), { code: -32601 });
    } else {
      const { tasks: listed } = await tasks.listTasks();
      assert.deepEqual(listed.map((task) => task.status).sort(), ["cancelled", "completed", "failed"]);
    }
  });

  test("an unknown task", async () => {
    for (const method of ["getTask", "cancelTask", "getTaskResult"]) {
      await assert.rejects(tasks[method]("nothing", CallToolResultSchema), { code: -32602 });
    }
  });
}

function ofPackage(name) {
  let client, session, asked, answer;
  before(async () => {
    client = await connect(name, "indexer", {}, { capabilities });
    if (!client.modern) later(client);
    const framing = { protocolVersion: "2026-07-28", clientInfo: INFO, clientCapabilities: capabilities };
    const modern = client.modern ? { rawDispatch: past(client), v2RequestFraming: framing } : {};
    const tools = new Map((await client.listTools()).tools.map((tool) => [tool.name, tool]));
    session = createTaskSessionFromClient(client, {
      endpointId: name,
      onInputRequest: async ({ params }, { signal }) => (asked.push(params.message), answer(signal)),
      tools: { currentTool: (tool) => ({ ...tools.get(tool), taskSupport: tools.get(tool).execution?.taskSupport }) },
      ...modern,
    });
  });
  after(async () => {
    await session?.close();
    await client?.close();
  });
  beforeEach(() => ([asked, answer] = [[], () => YES]));
  const started = (of) => session.callTool("index", { folder: of ?? folder }, { task: { preference: "require" } });

  test("a task, from its start to its result", async () => {
    const execution = await started();
    assert.equal(execution.kind, "task");
    const { outcome } = await execution.settle();
    assert.deepEqual(resultFromTaskOutcome(outcome).structuredContent, INDEX);
    assert.deepEqual(asked, [QUESTION]);
  });

  test("a tool that fails", async () => {
    const { outcome } = await (await started("/nowhere")).settle();
    if (client.modern) {
      assert.ok(resultFromTaskOutcome(outcome).isError);
    } else {
      assert.match(outcome.error.message, /the folder cannot be read/);
    }
  });

  test("a task that is cancelled while it asks", async () => {
    let question;
    const questioned = new Promise((resolve) => (question = resolve));
    answer = async (signal) => {
      question();
      await once(signal, "abort");
      signal.throwIfAborted();
    };
    const execution = await started();
    await questioned;
    await execution.cancel();
    assert.equal((await execution.result()).status, "cancelled");
    const task = session.task(execution.handle.taskId);
    assert.equal((await task.snapshot()).status, "cancelled");
  });

  test("an unknown task", async () => {
    await assert.rejects(session.task("nothing").snapshot(), { code: -32602 });
  });
}

// Sends requests past a client, and its results past what it checks of them.
function past(client) {
  const { transport } = client;
  const waiting = new Map();
  const onmessage = transport.onmessage;
  transport.onmessage = (message, extra) => {
    const resolve = "method" in message ? undefined : waiting.get(message.id);
    if (!resolve) return onmessage(message, extra);
    waiting.delete(message.id);
    resolve("error" in message ? { kind: "error", error: message.error } : { kind: "result", result: message.result });
  };
  let last = 0;
  return (request, { context } = {}) =>
    new Promise((resolve, reject) => {
      const id = `past-${++last}`;
      waiting.set(id, resolve);
      const message = { jsonrpc: "2.0", id, method: request.method, params: request.params };
      transport.send(message, { headers: context?.headers }).catch(reject);
    });
}

// Holds what the server asks back until the answers before it are read.
function later({ transport }) {
  const onmessage = transport.onmessage;
  transport.onmessage = (message, extra) => {
    const isQuestion = "method" in message && "id" in message;
    setTimeout(() => onmessage(message, extra), isQuestion ? 100 : 0);
  };
}
