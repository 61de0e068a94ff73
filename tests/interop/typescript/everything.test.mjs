// The official TypeScript clients and tests/servers/everything.rs.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { CLIENTS, connect, pages } from "./connect.mjs";

const ROME = { text: "abc", limit: 5, style: "formal", places: [{ city: "Rome", latitude: 41.5 }], tags: { a: true } };
const CALLS = [
  ["nothing", {}, []],
  ["number", {}, ["7"]],
  ["arguments", { text: "abc", places: [], tags: {} }, ["abc 10 none [] {}"]],
  ["arguments", ROME, ['abc 5 formal [Rome Some(41.5)] {"a": true}']],
  // A tool is there where it was added, and of replicas the next call goes to another one.
  ...(process.env.REPLICAS ? [] : [["grow", {}, []], ["added", { city: "Rome" }, ["new"]], ["shrink", {}, []]]),
];

for (const name of CLIENTS) {
  describe(name, () => {
    let client;
    before(async () => {
      client = await connect(name, "everything-server");
    });
    after(() => client?.close());
    const call = (tool, args = {}, options) => client.callTool({ name: tool, arguments: args }, ...(options ?? []));

    test("what the server says of itself", async () => {
      assert.equal(client.modern, name.includes("modern"));
      assert.equal(client.getServerVersion().title, "Everything");
      assert.equal(client.getInstructions(), "Says everything that a server can say.");
      assert.ok(client.getServerCapabilities().tools.listChanged);
      if (!client.modern) {
        await client.ping();
        await client.setLoggingLevel("warning");
      }
    });

    test("lists", async () => {
      const tools = new Map((await pages(client, "listTools", "tools")).map((tool) => [tool.name, tool]));
      assert.equal(tools.size, 12);
      const { title, annotations, inputSchema, icons } = tools.get("arguments");
      assert.equal(title, "Arguments");
      assert.ok(annotations.readOnlyHint);
      assert.deepEqual(inputSchema.required, ["text", "places", "tags"]);
      assert.equal(icons[0].mimeType, "image/png");
      const names = async (method, items, key) => (await pages(client, method, items)).map((item) => item[key]);
      assert.deepEqual(await names("listPrompts", "prompts", "name"), ["ask", "show"]);
      assert.deepEqual(await names("listResources", "resources", "uri"), ["everything://text", "everything://bytes"]);
      assert.deepEqual(await names("listResourceTemplates", "resourceTemplates", "uriTemplate"), ["everything://of/{name}"]);
    });

    test("calls", async () => {
      for (const [tool, args, texts] of CALLS) {
        const result = await call(tool, args);
        assert.ok(!result.isError);
        assert.deepEqual(result.content.map((block) => block.text), texts);
      }
    });

    test("structured content", async () => {
      // The client itself holds it against the output schemas that were listed.
      await pages(client, "listTools", "tools");
      const wrapped = (value) => (client.modern ? value : { result: value });
      const structured = async (tool) => (await call(tool)).structuredContent;
      assert.deepEqual(await structured("object"), { temperature: 21.5, wind: { speed: 3 } });
      assert.deepEqual(await structured("list"), wrapped([{ temperature: -1, wind: null }]));
      assert.deepEqual(await structured("number"), wrapped(7));
    });

    test("content", async () => {
      const { content } = await call("content");
      const types = ["text", "image", "audio", "resource_link", "resource", "resource"];
      assert.deepEqual(content.map((block) => block.type), types);
      assert.equal(content[1].data, "cGljdHVyZQ==");
      assert.equal(content[5].resource.blob, "AAEC");
    });

    test("bad arguments", async () => {
      const result = await call("arguments", { text: "", limit: 101, style: "rude", places: [{}], tags: {} });
      assert.ok(result.isError);
      for (const at of ["text", "limit", "style", "places[0].city"]) {
        assert.ok(result.content[0].text.includes(`\`${at}\``), at);
      }
      assert.ok((await call("fail")).isError);
      assert.ok((await call("boom")).isError);
      await assert.rejects(call("fial"), /did you mean `fail`/);
    });

    test("prompts", async () => {
      const { messages } = await client.getPrompt({ name: "ask", arguments: { name: "ada", style: "formal" } });
      assert.deepEqual(messages.map((message) => [message.role, message.content.text]), [["user", "Ask ada."], ["assistant", "Asked."]]);
      assert.equal((await client.getPrompt({ name: "show" })).messages.length, 6);
      for (const params of [{ name: "ask" }, { name: "ask", arguments: { name: "ada", style: "rude" } }, { name: "aks" }]) {
        await assert.rejects(client.getPrompt(params), { code: -32602 });
      }
    });

    test("resources", async () => {
      const read = async (uri) => (await client.readResource({ uri })).contents[0];
      assert.equal((await read("everything://text")).text, "text");
      assert.equal((await read("everything://bytes")).blob, "AAEC");
      assert.equal((await read("everything://of/ada")).text, "of ada");
      await assert.rejects(read("everything://of/nobody"), /not found/);
      await assert.rejects(read("nothing://at-all"), /not found/);
    });

    test("completion", async () => {
      const prompt = { type: "ref/prompt", name: "ask" };
      const template = { type: "ref/resource", uri: "everything://of/{name}" };
      const complete = async (ref, argument, value) =>
        (await client.complete({ ref, argument: { name: argument, value } })).completion.values;
      assert.deepEqual(await complete(prompt, "name", "a"), ["ada", "alan"]);
      assert.deepEqual(await complete(prompt, "style", "f"), ["formal", "friendly"]);
      assert.deepEqual(await complete(template, "name", "g"), ["grace"]);
    });

    // The first package takes a schema of the result before the options.
    const withOptions = (options) => (name.includes("sdk 1") ? [undefined, options] : [options]);

    test("progress and logs", async () => {
      const [steps, levels] = [[], []];
      client.fallbackNotificationHandler = async ({ method, params }) => {
        assert.equal(method, "notifications/message");
        levels.push(params.level);
      };
      if (!client.modern) await client.setLoggingLevel("error");
      const _meta = client.modern ? { "io.modelcontextprotocol/logLevel": "error" } : undefined;
      const options = withOptions({ onprogress: ({ progress }) => steps.push(progress) });
      await client.callTool({ name: "talk", _meta }, ...options);
      assert.deepEqual(steps, [0.5, 1, 2, 3, 4, 5, 6, 7, 8]);
      assert.deepEqual(levels, ["error", "critical", "alert", "emergency"]);
      client.fallbackNotificationHandler = undefined;
    });

    test("changes", async () => {
      const heard = new Promise((resolve) => {
        client.fallbackNotificationHandler = async ({ method }) => resolve(method);
      });
      const subscription = client.modern && (await client.listen({ toolsListChanged: true }));
      await call("grow");
      assert.equal(await heard, "notifications/tools/list_changed");
      await call("shrink");
      if (subscription) await subscription.close();
    });

    test("a call can be given up", async () => {
      await assert.rejects(call("wait", {}, withOptions({ signal: AbortSignal.timeout(200) })));
      assert.equal((await call("number")).content[0].text, "7");
    });
  });
}
