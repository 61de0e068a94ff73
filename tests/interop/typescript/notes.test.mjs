// The official TypeScript clients and examples/notes.rs.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { CLIENTS, connect, pages } from "./connect.mjs";

const OUTSIDE = ["../secret.md", "/etc/passwd", "link.md", "notes.rs"];

for (const name of CLIENTS) {
  describe(name, () => {
    let client;
    const folder = mkdtempSync(path.join(tmpdir(), "notes-"));
    before(async () => {
      const notes = path.join(folder, "notes");
      mkdirSync(path.join(notes, "ideas"), { recursive: true });
      writeFileSync(path.join(notes, "shopping.md"), "Milk and bread");
      writeFileSync(path.join(notes, "ideas", "garden.txt"), "Plant a tree, buy bread");
      writeFileSync(path.join(folder, "secret.md"), "secret");
      symlinkSync(path.join(folder, "secret.md"), path.join(notes, "link.md"));
      client = await connect(name, "notes", { NOTES_DIR: notes });
    });
    after(async () => {
      await client?.close();
      rmSync(folder, { recursive: true });
    });
    const call = async (tool, args) => {
      const { isError = false, content } = await client.callTool({ name: tool, arguments: args });
      return [isError, content[0].text];
    };

    test("lists", async () => {
      const tools = await pages(client, "listTools", "tools");
      const hints = tools.map(({ name, annotations }) => [name, annotations.readOnlyHint, annotations.destructiveHint]);
      assert.deepEqual(hints, [["search", true, false], ["read", true, false], ["write", false, true], ["delete", false, true]]);
      assert.deepEqual(tools[0].inputSchema.properties.order.enum, ["name", "newest"]);
      const [prompt] = await pages(client, "listPrompts", "prompts");
      assert.deepEqual(prompt.arguments.map((argument) => [argument.name, argument.required ?? false]), [["name", true], ["style", false]]);
      const [resource] = await pages(client, "listResources", "resources");
      assert.deepEqual([resource.uri, resource.mimeType], ["notes://index", "text/csv"]);
      const [template] = await pages(client, "listResourceTemplates", "resourceTemplates");
      assert.equal(template.uriTemplate, "notes://{+name}");
    });

    test("search", async () => {
      // The client itself holds what comes against the output schema that was listed.
      await pages(client, "listTools", "tools");
      const search = async (args) => {
        const { isError, structuredContent } = await client.callTool({ name: "search", arguments: args });
        assert.ok(!isError);
        return structuredContent.notes.map((note) => note.name);
      };
      assert.deepEqual(await search({ query: "bread" }), ["ideas/garden.txt", "shopping.md"]);
      assert.deepEqual(await search({ query: "BREAD milk" }), ["shopping.md"]);
      assert.deepEqual(await search({ query: "bread", limit: 1, order: "name" }), ["ideas/garden.txt"]);
      assert.equal((await search({ query: "", order: "newest" })).length, 2);
      assert.deepEqual(await search({ query: "secret" }), []);
    });

    test("read, write, delete", async () => {
      const plan = { name: "new/plan.md" };
      assert.deepEqual(await call("read", { name: "shopping.md" }), [false, "Milk and bread"]);
      assert.deepEqual(await call("write", { ...plan, text: "Rest" }), [false, "Wrote new/plan.md."]);
      assert.deepEqual(await call("read", plan), [false, "Rest"]);
      assert.deepEqual(await call("delete", plan), [false, "Deleted new/plan.md."]);
      for (const tool of ["read", "delete"]) assert.ok((await call(tool, plan))[0]);
    });

    test("bad arguments", async () => {
      const outside = ["read", "write", "delete"].flatMap((tool) => OUTSIDE.map((name) => [tool, { name, text: "" }, ""]));
      for (const [tool, args, at] of [
        ["search", {}, "query"],
        ["search", { query: 1 }, "query"],
        ["search", { query: "bread", limit: 0 }, "limit"],
        ["search", { query: "bread", order: "oldest" }, "order"],
        ["write", { name: "plan.md" }, "text"],
        ...outside,
      ]) {
        const [isError, text] = await call(tool, args);
        assert.ok(isError && text.includes(at), `${tool} ${JSON.stringify(args)}: ${text}`);
      }
      await assert.rejects(call("raed", {}), /did you mean `read`/);
    });

    test("prompt", async () => {
      const summarize = (args) => client.getPrompt({ name: "summarize", arguments: args });
      const [message] = (await summarize({ name: "shopping.md", style: "bullets" })).messages;
      assert.equal(message.role, "user");
      assert.match(message.content.text, /bullet points[^]*Milk and bread/);
      for (const args of [{}, { name: "shopping.md", style: "long" }, { name: "../secret.md" }, { name: "link.md" }]) {
        await assert.rejects(summarize(args));
      }
    });

    test("resources", async () => {
      const read = async (uri) => (await client.readResource({ uri })).contents[0];
      const [header, ...rows] = (await read("notes://index")).text.trimEnd().split("\n");
      assert.equal(header, "name,bytes,modified");
      assert.deepEqual(rows.map((row) => row.split(",").slice(0, 2)), [['"ideas/garden.txt"', "23"], ['"shopping.md"', "14"]]);
      const note = await read("notes://ideas/garden.txt");
      assert.deepEqual([note.text, note.mimeType], ["Plant a tree, buy bread", "text/markdown"]);
      for (const name of ["gone.md", ...OUTSIDE]) await assert.rejects(read(`notes://${name}`));
    });

    test("completion", async () => {
      const prompt = { type: "ref/prompt", name: "summarize" };
      const template = { type: "ref/resource", uri: "notes://{+name}" };
      const complete = async (ref, argument, value) =>
        (await client.complete({ ref, argument: { name: argument, value } })).completion.values;
      assert.deepEqual(await complete(prompt, "name", "i"), ["ideas/garden.txt"]);
      assert.deepEqual(await complete(prompt, "style", ""), ["sentence", "bullets"]);
      assert.deepEqual(await complete(template, "name", "s"), ["shopping.md"]);
    });
  });
}
