// node inspector.mjs WEBAPP INSPECTOR: MCP Inspector uses the server of the example without its proxy, in a headless Chromium.
//
// INSPECTOR is the folder of the unpacked `npm pack @modelcontextprotocol/inspector-client@1.0.3`. Inspector 2 has no such
// mode: its page connects to a server of its own in all cases.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";

const [program, inspector] = process.argv.slice(2);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

/** Serves the page of the Inspector on a port of its own. */
async function serve() {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost"), file = pathname === "/" ? "index.html" : pathname;
    try {
      response.setHeader("Content-Type", TYPES[extname(file)] ?? "text/plain").end(readFileSync(join(inspector, "dist", file)));
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function freePort() {
  const server = await serve(), { port } = server.address();
  server.close();
  return port;
}

const pages = await serve(), origin = `http://127.0.0.1:${pages.address().port}`;
const port = await freePort(), url = `http://127.0.0.1:${port}/mcp`;
const server = spawn(program, ["--http", port, "--allow-origin", origin], { stdio: ["ignore", "ignore", "inherit"] });
process.on("exit", () => server.kill());
while (server.exitCode === null && !await fetch(url).then(() => true, () => false)) {
  await new Promise(resolve => setTimeout(resolve, 20));
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage();
page.setDefaultTimeout(10000);
const seen = [], refused = [];
page.on("request", request => request.url() === url && seen.push(`${request.method()} ${request.postDataJSON()?.method ?? ""}`.trim()));
page.on("console", message => /CORS|Access-Control/.test(message.text()) && message.text().includes(url) && refused.push(message.text()));
page.on("response", response => response.url() === url && response.status() >= 400 && refused.push(`${response.status()} ${response.request().method()}`));

await page.addInitScript(() => localStorage.setItem("lastConnectionType", "direct"));
await page.goto(`${origin}/?transport=streamable-http&serverUrl=${encodeURIComponent(url)}`);
assert.equal((await page.locator("#connection-type-select").textContent()).trim(), "Direct");
await page.getByRole("button", { name: "Connect", exact: true }).click();
await page.getByText("Connected", { exact: true }).waitFor();

await page.getByRole("tab", { name: "Tools" }).click();
await page.getByRole("button", { name: "List Tools" }).click();
await page.getByText("Counts, and says how far it is.").first().click();
await page.locator("#to").fill("3");
await page.getByRole("button", { name: "Run Tool" }).click();
await page.getByText("counted to 3").first().waitFor();

await page.getByRole("button", { name: "Disconnect" }).click();
await page.getByText("Disconnected", { exact: true }).waitFor();

console.log(seen.join("\n"));
assert.deepEqual(refused, []);
for (const sent of ["POST initialize", "GET", "POST tools/list", "POST tools/call", "DELETE"]) assert(seen.includes(sent), sent);

await browser.close();
pages.close();
console.log("the Inspector works");
process.exit(0);
