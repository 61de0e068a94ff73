// node webapp.mjs WEBAPP: a page on a port of its own uses the server of the example, in a headless Chromium.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { chromium } from "playwright-core";

const [program] = process.argv.slice(2);
const html = readFileSync(new URL("../../examples/webapp/index.html", import.meta.url));
const ISSUER = "https://login.example.com";

/** Serves the page on a port of its own. */
async function serve() {
  const server = createServer((_, response) => response.setHeader("Content-Type", "text/html").end(html)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function freePort() {
  const server = await serve(), { port } = server.address();
  server.close();
  return port;
}

/** Starts the server of the example on a port, and waits until it listens; gives the URL of MCP. */
async function start(port, ...options) {
  const server = spawn(program, ["--http", port, ...options], { stdio: ["ignore", "ignore", "inherit"] });
  process.on("exit", () => server.kill());
  const url = `http://127.0.0.1:${port}/mcp`;
  while (server.exitCode === null && !await fetch(url).then(() => true, () => false)) {
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  return url;
}

const pages = await serve();
const origin = `http://127.0.0.1:${pages.address().port}`;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage();
page.setDefaultTimeout(10000);
await page.goto(origin);
const out = page.locator("#out");

/** Presses a button, and waits for what the page shows then; gives its lines. */
async function shows(url, button, expected) {
  await page.fill("#server", url);
  await out.evaluate(element => { element.textContent = ""; });
  await page.click(`#${button}`);
  await out.getByText(expected).waitFor();
  return (await out.textContent()).trim().split("\n");
}

const open = await start(await freePort(), "--allow-origin", origin);
await shows(open, "discover", /supportedVersions/);
const counted = await shows(open, "count", /counted to 5/);
assert.deepEqual(counted.slice(0, 5), ["1", "2", "3", "4", "5"]);
await shows(open, "session", "the session has ended: 204");

// The page reads from the refusal who issues tokens.
const port = await freePort();
const guarded = await start(port, "--allow-origin", origin, "--issuer", ISSUER, "--audience", `http://127.0.0.1:${port}/mcp`);
await shows(guarded, "count", `failed: it needs a token of ${ISSUER}`);

// A page that is not allowed reads nothing.
const closed = await start(await freePort(), "--allow-origin", "http://127.0.0.1:1");
await shows(closed, "count", "failed: Failed to fetch");

await browser.close();
pages.close();
console.log("the page works");
process.exit(0);
