// Opens pages of a site in headless Chromium, light, dark and 320 px wide, and reports accessibility problems, sideways
// scrolling, outside requests, missing files and script errors. It also steps through battles by keyboard.
//
//   npm install puppeteer-core axe-core
//   node check.mjs SITE [--serve] [--every] [--chromium PROGRAM]
//
// Pages are opened from the folder, or with `--serve` from a local server. One page of each kind and folder is checked,
// because the others have the same template; `--every` checks all.
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import puppeteer from "puppeteer-core";

const { values, positionals: [folder] } = parseArgs({
  allowPositionals: true,
  options: {
    serve: { type: "boolean" },
    every: { type: "boolean" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
  },
});
const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const all = fs.readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".html")).sort();
const kind = (name) => path.dirname(name) + name.replace(/^[^.]*|-?\d+/g, "") + name.includes("index");
const kinds = new Map(all.map((name) => [values.every ? name : kind(name), name]));
let base = pathToFileURL(path.resolve(folder)).href;
let server;
if (values.serve) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png" };
  server = http.createServer((request, response) => {
    const file = path.join(folder, path.normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname)));
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[path.extname(file)] ?? "application/octet-stream" });
    response.end(fs.readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "localhost", resolve));
  base = `http://localhost:${server.address().port}`;
}
const browser = await puppeteer.launch({ executablePath: values.chromium, args: ["--no-sandbox"] });
const page = await browser.newPage();
let problems = 0;
const report = (...words) => { problems += 1; console.log(...words); };
page.on("pageerror", (error) => report("script error", error.message));
page.on("request", (request) => request.url().startsWith(base) || request.url().startsWith("data:") || report("outside request", request.url()));
page.on("requestfailed", (request) => report("missing file", request.url()));
page.on("response", (response) => response.status() < 400 || response.url().endsWith("/favicon.ico") || report("missing file", response.url()));
for (const [theme, width] of [["light", 1280], ["dark", 1280], ["light", 320]]) {
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
  await page.setViewport({ width, height: 900 });
  for (const name of kinds.values()) {
    await page.goto(`${base}/${name.split(path.sep).map(encodeURIComponent).join("/")}`);
    if (await page.$("#player")) {
      await page.keyboard.press("ArrowRight");
      const address = await page.evaluate(() => location.hash);
      if (address !== "#entry=1") report(name, "the right arrow does not step:", address);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) report(name, theme, `scrolls sideways: ${wide} of ${width} px`);
    await page.evaluate(axe);
    // Without preloading, because axe would fetch style sheets, which browsers forbid for files.
    const { violations } = await page.evaluate(() => axe.run({ preload: false }));
    violations.forEach((each) => report(name, theme, width, each.id, each.nodes[0].html));
  }
}
await browser.close();
server?.close();
console.log(`${kinds.size} pages, ${problems} problems`);
process.exitCode = problems ? 1 : 0;
