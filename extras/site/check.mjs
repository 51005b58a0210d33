// Opens pages of a site in headless Chromium from a folder, light, dark and 320 px wide, and reports accessibility
// problems, sideways scrolling, outside requests and script errors. It also steps through battles by keyboard.
//
//   npm install puppeteer-core axe-core
//   node check.mjs SITE [CHROMIUM]
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

const [folder, chromium = "/usr/bin/chromium"] = process.argv.slice(2);
const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const all = fs.readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".html")).sort();
// One page of each kind and folder is enough: the others have the same template.
const kinds = new Map(all.map((name) => [path.dirname(name) + name.replace(/^[^.]*|-?\d+/g, "") + name.includes("index"), name]));
const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox"] });
const page = await browser.newPage();
let problems = 0;
const report = (...words) => { problems += 1; console.log(...words); };
page.on("pageerror", (error) => report("script error", error.message));
page.on("request", (request) => /^(file|data):/.test(request.url()) || report("outside request", request.url()));
for (const [theme, width] of [["light", 1280], ["dark", 1280], ["light", 320]]) {
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
  await page.setViewport({ width, height: 900 });
  for (const name of kinds.values()) {
    await page.goto(pathToFileURL(path.join(path.resolve(folder), name)).href);
    if (await page.$("#player")) {
      await page.keyboard.press("ArrowRight");
      const address = await page.evaluate(() => location.hash);
      if (address !== "#entry=1") report(name, "the right arrow does not step:", address);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) report(name, theme, `scrolls sideways: ${wide} of ${width} px`);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => axe.run());
    violations.forEach((each) => report(name, theme, width, each.id, each.nodes[0].html));
  }
}
await browser.close();
console.log(`${kinds.size} pages, ${problems} problems`);
process.exitCode = problems ? 1 : 0;
