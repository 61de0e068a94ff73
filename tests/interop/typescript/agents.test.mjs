// The official TypeScript client of agents and examples/scripted.rs.
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { VERSIONS, said, start, turn as turnIn } from "./agents.mjs";
import { CLIENTS, connect, pages } from "./connect.mjs";

for (const [name, version] of Object.entries(VERSIONS)) {
  const { methods } = version.acp;
  const turn = (...of) => turnIn(version, ...of);
  describe(name, () => {
    let client, session, answer;
    const asked = [];
    before(async () => {
      client = await start(version, "scripted", {
        [methods.client.session.requestPermission]: (params) => {
          asked.push(params);
          return answer(params);
        },
      });
      session = await client.agent.buildSession("/").start();
    });
    after(() => client?.close());
    const select = (kind) => ({ options }) => {
      const { optionId } = options.find((option) => option.kind === kind);
      return { outcome: { outcome: "selected", optionId } };
    };
    const list = async (params) => (await client.agent.request(methods.agent.session.list, params)).sessions;

    test("what the agent says of itself", () => {
      assert.equal(client.initialized.protocolVersion, Number(name.slice(-1)));
      assert.equal((client.initialized.agentInfo ?? client.initialized.info).name, "scripted");
    });

    test("echo", async () => {
      const { text, stopReason } = await turn(session, "echo hello there");
      assert.deepEqual([text, stopReason], ["hello there", "end_turn"]);
    });

    test("tool", async () => {
      const { updates, text } = await turn(session, "tool");
      assert.equal(text, "The sum is 5");
      const calls = updates.filter(({ toolCallId }) => toolCallId);
      assert.deepEqual(calls.map(({ status }) => status), ["pending", "in_progress", "completed"]);
      assert.equal(new Set(calls.map(({ toolCallId }) => toolCallId)).size, 1);
    });

    test("what it shows", async () => {
      const kinds = async (word) => {
        const { updates, stopReason } = await turn(session, word);
        assert.equal(stopReason, "end_turn");
        return updates.map(({ sessionUpdate }) => sessionUpdate).filter((kind) => kind && !/^(state_update|user_message)/.test(kind));
      };
      assert.deepEqual(await kinds("think"), ["agent_thought_chunk"]);
      assert.equal((await kinds("plan")).length, 1);
      assert.equal((await kinds("usage"))[0], "usage_update");
      assert.equal((await kinds("title"))[0], "session_info_update");
      assert.match((await turn(session, "remember")).text, /^You have said \d+ things\.$/);
      answer = select("allow_once");
      const { updates, text } = await turn(session, "edit");
      assert.equal(text, "Changed.");
      const changes = updates.flatMap(({ content }) => (Array.isArray(content) ? content : []));
      assert.ok(changes.some(({ type }) => type === "diff"));
      assert.ok(updates.some(({ locations }) => locations?.[0]?.line === 2));
    });

    test("permission, both ways", async () => {
      asked.length = 0;
      answer = select("allow_once");
      assert.equal((await turn(session, "permission")).text, "Everything is gone.");
      for (const no of [select("reject_once"), select("reject_always"), () => ({ outcome: { outcome: "cancelled" } })]) {
        answer = no;
        const { updates, text, stopReason } = await turn(session, "permission");
        assert.match(text, /^Not done: /);
        assert.equal(updates.filter(({ toolCallId }) => toolCallId).at(-1).status, "failed");
        assert.equal(stopReason, "end_turn");
      }
      assert.equal(asked.length, 4);
      assert.ok(asked.every(({ sessionId }) => sessionId === session.sessionId));
    });

    test("cancel", async () => {
      const cancel = () => client.agent.notify(methods.agent.session.cancel, { sessionId: session.sessionId });
      assert.equal((await turn(session, "slow", cancel)).stopReason, "cancelled");
      // While permission is being asked for, too: the client answers that it was cancelled.
      answer = async () => {
        await cancel();
        return { outcome: { outcome: "cancelled" } };
      };
      assert.equal((await turn(session, "permission")).stopReason, "cancelled");
      assert.equal((await turn(session, "echo on")).text, "on");
    });

    test("fail", async () => {
      await version.fails(turn(session, "fail"));
      assert.equal((await turn(session, "echo on")).text, "on");
    });

    test("MCP servers", async () => {
      const server = version.stdioServer("hello", path.join(process.env.SERVERS, "hello"));
      const other = await client.agent.buildSession("/").withMcpServer(server).start();
      assert.equal((await turn(other, "mcp")).text, "add wipe edit hello__add");
      assert.equal((await turn(other, 'mcp hello__add {"a":1,"b":2}')).text, "3");
      const broken = version.stdioServer("broken", "/nowhere");
      // The session works without it, and the client is told.
      const without = await client.agent.buildSession("/").withMcpServer(broken).start();
      const told = (await without.nextUpdate()).update;
      assert.match(told.sessionUpdate, /^(notice|tool_call)$/);
      assert.match(told.title, /`broken`/);
      assert.equal((await turn(without, "mcp")).text, "add wipe edit");
    });

    test("load", async () => {
      const talk = await client.agent.buildSession("/").start();
      await turn(talk, "echo one");
      await turn(talk, "tool");
      await version.load(client.agent, { sessionId: talk.sessionId, cwd: "/", mcpServers: [] });
      const replayed = [];
      while (said(replayed) !== "oneThe sum is 5") replayed.push((await talk.nextUpdate()).update ?? {});
      const asked = replayed.filter(({ sessionUpdate }) => sessionUpdate?.startsWith("user_message"));
      assert.deepEqual(asked.flatMap(({ content }) => content).map(({ text }) => text), ["echo one", "tool"]);
      assert.equal((await turn(talk, "echo two")).text, "two");
    });

    test("list and close", async () => {
      const other = await client.agent.buildSession("/tmp").start();
      const ids = async (params) => (await list(params)).map(({ sessionId }) => sessionId);
      assert.deepEqual(await ids({ cwd: "/tmp" }), [other.sessionId]);
      assert.ok((await ids({})).includes(session.sessionId));
      await client.agent.request(methods.agent.session.close, { sessionId: other.sessionId });
      await assert.rejects(other.prompt("echo on"), { code: -32002 });
    });

    test("what does not exist", async () => {
      await assert.rejects(client.agent.request("_example.com/nothing", {}), { code: -32601 });
      await assert.rejects(client.agent.request(methods.agent.session.prompt, { sessionId: "none", prompt: [{ type: "text", text: "" }] }), { code: -32002 });
    });
  });
}

// The same program, as the clients of the other protocol know it.
for (const name of CLIENTS) {
  test(name, async () => {
    const client = await connect(name, "scripted");
    try {
      assert.deepEqual((await pages(client, "listTools", "tools")).map((tool) => tool.name).sort(), ["add", "edit", "wipe"]);
      const { content } = await client.callTool({ name: "add", arguments: { a: 2, b: 3 } });
      assert.equal(content[0].text, "5");
    } finally {
      await client.close();
    }
  });
}
