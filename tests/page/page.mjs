// node page.mjs PAGE-SERVER [URL OF THE SERVER OF SHAPES]: drives the page in a headless Chromium; pictures go to PICTURES.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const [program, shapes] = process.argv.slice(2);
const pictures = process.env.PICTURES ?? ".";
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Starts the server with the page; gives its process and the address that it prints. */
function start(...options) {
  const server = spawn(program, options, { stdio: ["ignore", "pipe", "inherit"] });
  const url = new Promise((resolve, reject) => {
    let text = "";
    server.stdout.on("data", data => { text += data; if (/Page: \S+\s/.test(text)) resolve(text.match(/Page: (\S+)/)[1]); });
    server.on("exit", code => reject(new Error(`the server ended with ${code}`)));
  });
  process.on("exit", () => server.kill());
  return { server, url };
}

const { server, url: printed } = start("dev", "--no-open");
const url = new URL(await printed), secret = url.hash.slice(1), origin = url.origin;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const problems = [], outside = [];
async function opened(address, options = {}) {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"], ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(5000);
  // Apps are told what their policy forbids; a server is missed that was ended, a session of it, and a token.
  const isExpected = message => /content security policy|connect-src 'none'|Blocked a frame|ERR_CONNECTION_REFUSED|401|404|sandboxed/i.test(message.text());
  page.on("console", message => ["error", "warning"].includes(message.type()) && !isExpected(message) && problems.push(message.text()));
  page.on("pageerror", error => problems.push(String(error)));
  page.on("request", request => {
    const to = new URL(request.url());
    if (to.origin !== new URL(address).origin && !["data:", "about:"].includes(to.protocol)) outside.push(request.url());
  });
  if (process.env.PAGE) await page.route(at => at.pathname === "/", async route => {
    const response = await route.fetch();
    const nonce = response.headers()["content-security-policy"].match(/nonce-(\w+)/)[1];
    const history = (await response.text()).match(/"history" content="(\w*)"/)[1];
    route.fulfill({ response, body: readFileSync(process.env.PAGE, "utf8").replaceAll("@NONCE@", nonce).replace("@MCP@", "/mcp").replace("@HISTORY@", history) });
  });
  await page.goto(String(address));
  return page;
}
const page = await opened(url);
const out = page.locator("#out"), main = page.locator("main");
const entry = name => page.locator("nav").getByRole("button", { name, exact: true });
const open = async name => { await entry(name).click(); await main.getByRole("heading", { level: 2 }).waitFor(); };
const button = name => main.getByRole("button", { name, exact: true });
const label = name => main.getByLabel(name, { exact: true });
const said = text => out.getByText(text).first().waitFor();
let passed = 0;
async function holds(what, test) {
  try { await test(); } catch (error) { await page.screenshot({ path: `${pictures}/failed.png` }); console.error(`FAILED: ${what}`); server.kill(); await browser.close(); throw error; }
  passed += 1;
}
async function accessible(what, on = page) {
  const found = await on.evaluate(`${axe}; axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"] })`);
  assert.deepEqual(found.violations.map(v => [v.id, v.nodes.map(node => node.html.slice(0, 120))]), [], what);
}

await holds("the page is ready soon, and hides its token", async () => {
  await entry("Add").waitFor();
  assert.equal(page.url(), origin + "/");
  // How long it takes from a navigation to the lists, the second time, when the browser has started.
  const begun = performance.now();
  const second = await opened(url);
  const context = performance.now();
  await second.locator("nav").getByRole("button", { name: "Add", exact: true }).waitFor();
  const ready = await second.evaluate(() => performance.timing.domContentLoadedEventEnd - performance.timing.navigationStart);
  console.log(`ready: ${ready} ms to the script's end, ${Math.round(performance.now() - begun)} ms with a fresh context (${Math.round(context - begun)} ms of it until load)`);
  await second.context().close();
});

for (const [revision, name] of [["2026-07-28", "modern"], ["2025-11-25", "legacy"]]) {
  await page.getByLabel("Revision").selectOption(revision);
  await entry("Add").waitFor();
  await page.waitForTimeout(100);

  await holds(`${name}: a form is filled in, and its answer shown`, async () => {
    await open("Add");
    for (const number of ["1", "2.5"]) { await button("Add numbers").click(); await page.keyboard.type(number); }
    await label("order").selectOption("date");
    await label("Give at").check();
    await label("x").fill("1"); await label("y").fill("-2");
    await button("Call").click();
    await said('"sum": 3.5');
    await said("by date");
    await said('"y": -2');
    if (name === "modern") await page.screenshot({ path: `${pictures}/call.png`, fullPage: true });
  });
  await holds(`${name}: the form becomes JSON and back`, async () => {
    await button("As JSON").click();
    const text = await label("Arguments as JSON").inputValue();
    assert.deepEqual(JSON.parse(text), { numbers: [1, 2.5], order: "date", at: { x: 1, y: -2 }, digits: 2 });
    await label("Arguments as JSON").fill('{"numbers":[20,22]}');
    await button("As a form").click();
    await button("Call").click();
    await said('"sum": 42');
  });
  await holds(`${name}: a question is asked, answered, declined, and a destructive tool asks before`, async () => {
    await open("Delete");
    await label("name").fill("a.txt");
    await button("Call").click();
    await page.getByRole("dialog").getByRole("button", { name: "Leave it" }).click();
    assert.equal(await page.locator(".question").count(), 0);
    await button("Call").click();
    await page.getByRole("dialog").getByRole("button", { name: "Call it" }).click();
    await out.getByText("Delete a.txt?").waitFor();
    if (name === "modern") { await accessible("a question"); await page.screenshot({ path: `${pictures}/question.png`, fullPage: true }); }
    await out.getByLabel("sure").check();
    await out.getByLabel("why").fill("old");
    await button("Answer").click();
    await said("a.txt is deleted (old)");
    await button("Call").click();
    await page.getByRole("dialog").getByRole("button", { name: "Call it" }).click();
    await button("Decline").click();
    await said("Nothing is deleted.");
  });
  await holds(`${name}: the person plays the model, and gives roots`, async () => {
    await open("Write poem");
    await label("about").fill("rain");
    await button("Call").click();
    await label("Answer of the model").fill("Drip, drop.");
    await button("Answer").click();
    await said("Drip, drop.");
    await open("Look");
    await button("Call").click();
    await label("Roots, a URI on each line").fill("file:///a\nfile:///b");
    await button("Answer").click();
    await said("file:///a and file:///b");
  });
  await holds(`${name}: progress and messages are seen, and a call is cancelled`, async () => {
    await open("Count");
    await label("to").fill("4");
    await button("Call").click();
    await said("4 of 4 at 4");
    await said("info: counted 4");
    await said("counted to 4");
    await label("to").fill("1000");
    await button("Call").click();
    await said("2 of 1000");
    await button("Cancel").click();
    await said("Cancelled.");
  });
  await holds(`${name}: a tool that fails, one that is called wrongly`, async () => {
    await open("Fail");
    await button("Call").click();
    await said("The tool failed.");
    await open("Add");
    await button("As JSON").click();
    await label("Arguments as JSON").fill('{"numbers":"x"}');
    await button("Call").click();
    await said(/numbers/);
  });
  await holds(`${name}: prompts, resources, templates, pictures`, async () => {
    await open("poem");
    await label("about").fill("rain");
    await button("Get").click();
    await said("A poem about rain, please.");
    await open("index");
    await button("Read").click();
    await said("one, two");
    await open("note");
    await label("name").fill("a b/ü");
    await button("Read").click();
    await said("The note a b/ü.");
    await open("Pixel");
    await button("Call").click();
    await out.locator("img").waitFor();
    assert.equal(await out.locator("img").evaluate(picture => picture.decode().then(() => picture.naturalWidth)), 1);
  });
  await holds(`${name}: hostile text stays text`, async () => {
    await open("Evil");
    await button("Call").click();
    await said("<img src=x");
    assert.notEqual(await page.title(), "pwned");
    assert.equal(await main.locator("img, script, a").count(), 0);
  });
  await holds(`${name}: an app runs in its frame and reaches nothing`, async () => {
    await open("Show board");
    await label("project").fill("moon");
    await button("Call").click();
    const frame = page.frameLocator("iframe");
    await frame.getByText("no DOM, no storage, no fetch, no network").waitFor();
    await frame.getByText("host page. input moon. result the board of moon. sum 42.").waitFor();
    await out.locator("code", { hasText: "javascript:alert(1)" }).waitFor();
    assert.equal(await out.locator("a").count(), 0);
    assert.notEqual(await page.title(), "pwned");
    if (name === "modern") await page.screenshot({ path: `${pictures}/app.png`, fullPage: true });
  });
}
await page.getByLabel("Revision").selectOption("2026-07-28");
await entry("Add").waitFor();

await holds("a request is copied as command line, curl and test", async () => {
  await open("Log in");
  await label("user").fill("it's me");
  await label("password").fill("hunter2");
  await button("Call").click();
  await said("it's me is in");
  await page.getByText("Copy this request").click();
  const copied = async what => { await button(`Copy as ${what}`).click(); return page.evaluate(() => navigator.clipboard.readText()); };
  const run = (command, args) => new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.on("data", data => { text += data; });
    child.on("error", reject);
    child.on("close", () => resolve(text));
  });
  const line = await copied("command line"), curl = await copied("curl");
  assert.equal(line, "page-server call log_in 'user=it'\\''s me' password=hunter2");
  assert.match(await run("bash", ["-c", line.replace("page-server", program)]), /it's me is in, with 7 letters/);
  assert.ok(!curl.includes(secret), "the token is not copied");
  assert.match(await run("bash", ["-c", `TOKEN=${secret}; ${curl.replace("curl ", "curl -s ")}`]), /it's me is in, with 7 letters/);
  assert.match(await copied("test"), /client\.call_tool\("log_in", json!\(\{"user":"it's me","password":"hunter2"\}\)\)/);
});

/** A request of a client that is no browser. */
function sent(method, params, more = {}) {
  const meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientInfo": { name: "claude-code", version: "2" }, "io.modelcontextprotocol/clientCapabilities": {} };
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream", "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...params.name && { "mcp-name": params.name }, authorization: `Bearer ${secret}`, "user-agent": "claude-code/2", ...more };
  return fetch(`${origin}/mcp`, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } }) });
}
await holds("what real clients sent is seen, without secrets, and opened as a form", async () => {
  await open("What clients sent");
  await (await sent("tools/call", { name: "log_in", arguments: { user: "bob", password: "hunter3" } })).text();
  await (await sent("tools/call", { name: "count", arguments: { to: 2 } })).text();
  await (await sent("tools/call", { name: "nothing", arguments: {} })).text();
  await main.getByText(/tools\/call nothing · claude-code · 400/).waitFor();
  const row = main.getByText(/tools\/call log_in · claude-code · 200/);
  await row.click();
  await main.getByText("bob is in, with 7 letters").waitFor();
  const text = await main.innerText();
  assert.ok(text.includes("[redacted]") && !(await page.content()).includes("hunter3"), text);
  assert.ok(!text.includes(secret));
  await main.getByText(/tools\/call count · claude-code · 200/).click();
  await accessible("the history");
  await page.screenshot({ path: `${pictures}/clients.png`, fullPage: true });
  await button("Open as a form").filter({ visible: true }).last().click();
  assert.equal(await label("user").inputValue(), "bob");
  // At most 200 are kept.
  for (let n = 0; n < 220; n += 20) await Promise.all(Array.from({ length: 20 }, () => sent("tools/list", {}).then(response => response.text())));
  await open("What clients sent");
  await main.locator("details").nth(199).waitFor();
  assert.equal(await main.locator("details").count(), 200);
});

await holds("nobody else is let in", async () => {
  const status = async (path, headers) => (await fetch(origin + path, { headers })).status;
  const posted = async headers => (await sent("tools/list", {}, headers)).status;
  assert.deepEqual([await posted({ origin: "https://evil.example" }), await posted({ origin: "null" }), await posted({ authorization: "Bearer x" }), await posted({ authorization: "" })], [403, 403, 401, 401]);
  assert.deepEqual([await status("/history"), await status("/history", { authorization: `Bearer ${secret}`, origin: "https://evil.example" }), await status("/history?after=0", { authorization: `Bearer ${secret}` })], [401, 403, 200]);
});

await holds("a page without a token asks for it", async () => {
  const stranger = await opened(origin + "/");
  await stranger.getByLabel("Token").fill(secret);
  await stranger.getByRole("button", { name: "Continue" }).click();
  await stranger.locator("nav").getByRole("button", { name: "Add", exact: true }).waitFor();
  await stranger.context().close();
});

await holds("nothing of a URL is taken but the token", async () => {
  const stranger = await opened(`${origin}/?url=https://evil.example&x=<img src=x onerror=alert(1)>#${secret}`);
  await stranger.locator("nav").getByRole("button", { name: "Add", exact: true }).waitFor();
  assert.equal(stranger.url(), origin + "/");
  await stranger.context().close();
});

await holds("the keyboard is enough", async () => {
  const alone = await opened(url);
  await alone.locator("nav").getByRole("button", { name: "Add", exact: true }).waitFor();
  const keys = async (...names) => { for (const name of names) await alone.keyboard.press(name); };
  const focused = () => alone.evaluate(() => document.activeElement.ariaLabel || document.activeElement.labels?.[0]?.textContent || document.activeElement.textContent);
  const tabTo = async name => { for (let n = 0; n < 40; n += 1) { await keys("Tab"); if (await focused() === name) return; } assert.fail(`no ${name} by Tab: ${await focused()}`); };
  await keys("Tab");
  assert.equal(await focused(), "Skip to the form");
  await keys("/");
  await alone.keyboard.type("delete");
  assert.equal(await alone.locator("nav section button").count(), 1);
  await tabTo("Delete");
  await keys("Enter");
  assert.equal(await focused(), "Delete");
  await tabTo("name");
  await alone.keyboard.type("b.txt");
  await keys("Enter");
  assert.equal(await focused(), "Leave it");
  await tabTo("Call it");
  await keys("Enter");
  await alone.getByText("Delete b.txt?").first().waitFor();
  assert.match(await focused(), /sure/);
  await keys("Space");
  await tabTo("why");
  await alone.keyboard.type("new");
  await keys("Enter");
  await alone.locator("#out").getByText("b.txt is deleted (new)").first().waitFor();
  await alone.context().close();
});

await holds("a screen reader has names, landmarks and what happens", async () => {
  await open("Add");
  await button("Add numbers").click();
  await label("Give at").check();
  await accessible("a form");
  const tree = await page.locator("body").ariaSnapshot();
  for (const part of ["- banner:", '- navigation "What the server offers":', "- main:", '- heading "Add" [level=2]', '- spinbutton "numbers 1"', '- combobox "order"', '- group "at"', '- button "Call"', "- status"]) assert.ok(tree.includes(part), `${part} in\n${tree}`);
  await button("Remove numbers 1").click();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Add numbers");
});

await holds("it is narrow and dark", async () => {
  for (const [name, options] of [["narrow", { viewport: { width: 320, height: 700 } }], ["dark", { colorScheme: "dark" }], ["narrow-dark", { viewport: { width: 320, height: 700 }, colorScheme: "dark" }]]) {
    const other = await opened(url, options);
    await other.locator("nav").getByRole("button", { name: "Add", exact: true }).click();
    await other.getByRole("button", { name: "Add numbers" }).click();
    await other.keyboard.type("7");
    await other.getByRole("button", { name: "Call", exact: true }).click();
    await other.locator("#out").getByText('"sum": 7').first().waitFor();
    assert.ok(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} scrolls to the side`);
    await accessible(name, other);
    await other.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
    await other.context().close();
  }
});

await holds("a server that comes back is found again", async () => {
  const first = start("dev", "--no-open", "--page-token", "mine-alone-123");
  const where = new URL(await first.url), other = await opened(where);
  await other.locator("nav").getByRole("button", { name: "Add", exact: true }).click();
  first.server.removeAllListeners("exit");
  await new Promise(resolve => { first.server.on("exit", resolve); first.server.kill(); });
  await other.getByRole("button", { name: "Call", exact: true }).click();
  await other.getByText("The server does not answer").first().waitFor();
  const second = start("dev", "--no-open", "--page-token", "mine-alone-123", where.host);
  await second.url;
  await other.getByRole("status").getByText("The server answers again.").waitFor({ state: "attached" });
  await other.getByRole("button", { name: "Call", exact: true }).click();
  await other.locator("#out").getByText('"sum": 0').first().waitFor();
  await other.context().close();
  second.server.kill();
});

await holds("another server in the place of the first one is given the call, also in a session", async () => {
  const first = start("dev", "--no-open", "--page-token", "mine-alone-123");
  const where = new URL(await first.url), other = await opened(where);
  const add = other.locator("nav").getByRole("button", { name: "Add", exact: true });
  await add.waitFor();
  await other.getByLabel("Revision").selectOption("2025-11-25");
  // Until the session is open.
  await other.waitForTimeout(500);
  await add.click();
  first.server.removeAllListeners("exit");
  await new Promise(resolve => { first.server.on("exit", resolve); first.server.kill(); });
  const second = start("dev", "--no-open", "--page-token", "mine-alone-123", where.host);
  await second.url;
  await other.getByRole("button", { name: "Call", exact: true }).click();
  await other.locator("#out").getByText('"sum": 0').first().waitFor();
  await other.context().close();
  second.server.kill();
});

if (shapes) await holds("each shape of a type has a form whose JSON the server takes", async () => {
  const rows = readFileSync(new URL("../data/lint/types.jsonl", import.meta.url), "utf8").trim().split("\n");
  const other = await opened(shapes);
  await other.locator("nav").getByRole("button", { name: "Bool", exact: true }).waitFor();
  const { called, refused } = await other.evaluate(async lines => {
    // Integers stay exact, as they do on the page.
    const rows = lines.map(line => parse(line));
    const refused = [];
    let called = 0;
    // What no schema names has no place in a form: members of which it says nothing, and null for what is left out.
    const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
    const isObject = value => typeof value === "object" && value !== null && !Array.isArray(value);
    const holds = (read, given) => same(read, given) || isObject(read) && isObject(given) && Object.entries(read).every(([key, value]) => holds(value, given[key]));
    for (const tool of groups[0].items) {
      const row = rows.find(row => row.id === tool.name);
      for (const value of row.accepts.filter(value => !(row.beyond ?? []).some(other => same(value, other)))) {
        // Without a value nothing is sent.
        const given = value === null && tool.inputSchema.properties.x.type ? {} : { x: value };
        openTool(tool, given);
        const read = shown.form.read();
        if (!holds(read, given)) { refused.push([tool.name, given, read, "the form says something else"]); continue; }
        if (!document.querySelector("main form").checkValidity()) { refused.push([tool.name, given, "the browser refuses it"]); continue; }
        await shown.run(read);
        called += 1;
        const text = shown.out.innerText;
        if (shown.out.querySelector(".bad")) refused.push([tool.name, given, read, text.slice(0, 300)]);
      }
    }
    return { called, refused };
  }, rows);
  assert.deepEqual(refused, []);
  assert.ok(called > 250, `${called}`);
  console.log(`${called} values of ${await other.locator("nav section button").count()} shapes`);
  await other.context().close();
});

assert.deepEqual(outside, [], "no request leaves the origin");
assert.deepEqual(problems, [], "the console stays empty");
console.log(`${passed} passed`);
server.kill();
await browser.close();
process.exit(0);
