// Times whole processes in turn, so that both see the same machine, and prints medians and their ratio.
//
//   node compare.mjs check  FOEMAN BIG_PACK                 foeman check, against js-yaml + ajv on the same file or folder
//   node compare.mjs arena  FOEMAN OLD_FOEMAN ARENA         foeman check, against an older build
//   node compare.mjs frame  FRAME OLD_FRAME ARENA           the example `first_frame`: opening, checking and drawing, no screen
//   node compare.mjs window FOEMAN OLD_FOEMAN ARENA         until the window is shown, which is after its first frame
//
// The last needs a display (`xvfb-run`) and `xev` of Debian's x11-utils; the first tells memory where there is GNU time.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const TURNS = 11;
const here = dirname(fileURLToPath(import.meta.url));
const [what, foeman, ...rest] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), "foeman-"));

function process_(command, ...args) {
  const started = performance.now();
  const { status, error, stderr } = spawnSync(command, args, { stdio: ["ignore", "ignore", "pipe"] });
  const took = performance.now() - started;
  if (error || status !== 0) throw new Error(`${command} ${args.join(" ")}: ${error ?? stderr}`);
  return took;
}

/** The most memory a process holds at a time, in MiB; nothing where that cannot be told. */
function peak(command, ...args) {
  const gnu = "/usr/bin/time";
  if (!existsSync(gnu)) return undefined;
  const told = join(scratch, "peak");
  process_(gnu, "-f", "%M", "-o", told, command, ...args);
  return Number(readFileSync(told, "utf8")) / 1024;
}

/** Milliseconds from starting the program to its window being mapped; eframe maps it when the first frame is painted. */
async function window_(command, pack) {
  const watch = spawn("stdbuf", ["-oL", "xev", "-root", "-event", "substructure"], { stdio: ["ignore", "pipe", "inherit"] });
  // xev says nothing until something happens.
  await new Promise((settled) => setTimeout(settled, 300));
  const started = performance.now();
  const child = spawn(command, ["edit", pack, "--profile", join(scratch, "profile")], { stdio: "ignore" });
  const took = await new Promise((shown, failed) => {
    let seen = "";
    watch.stdout.on("data", (data) => {
      seen += data;
      if (seen.includes("MapNotify")) shown(performance.now() - started);
    });
    child.once("exit", () => failed(new Error(`${command} ended before its window was shown`)));
  });
  watch.kill();
  child.removeAllListeners("exit");
  const gone = new Promise((ended) => child.once("exit", ended));
  child.kill();
  await gone;
  return took;
}

const median = (times) => [...times].sort((a, b) => a - b)[times.length >> 1];

async function inTurn(names, first, second) {
  const times = [[], []];
  await first();
  await second();
  for (let turn = 0; turn < TURNS; turn += 1) {
    times[0].push(await first());
    times[1].push(await second());
  }
  const [one, two] = times.map(median);
  names.forEach((name, place) => {
    const sorted = [...times[place]].sort((a, b) => a - b).map((time) => time.toFixed(0));
    console.log(`${name}: median ${median(times[place]).toFixed(1)} ms, ${sorted[0]} to ${sorted.at(-1)}`);
  });
  console.log(`ratio of medians: ${(one / two).toFixed(3)}`);
}

try {
  if (what === "check" && rest.length === 1) {
    const schemas = join(scratch, "schemas");
    process_(foeman, "schema", "foeman", "--out", schemas);
    const schema = join(schemas, readdirSync(schemas).find((name) => name.endsWith(".json")));
    const own = [foeman, "check", rest[0]];
    const ajv = [process.execPath, join(here, "validate.mjs"), schema, rest[0]];
    await inTurn(["foeman check", "js-yaml + ajv"], () => process_(...own), () => process_(...ajv));
    const [memory, other] = [peak(...own), peak(...ajv)];
    if (memory) console.log(`memory: ${memory.toFixed(0)} MiB and ${other.toFixed(0)} MiB, ratio ${(memory / other).toFixed(3)}`);
  } else if (what === "arena" && rest.length === 2) {
    const [old, pack] = rest;
    await inTurn(["now", "before"], () => process_(foeman, "check", pack), () => process_(old, "check", pack));
  } else if (what === "frame" && rest.length === 2) {
    const [old, pack] = rest;
    await inTurn(["now", "before"], () => process_(foeman, pack), () => process_(old, pack));
  } else if (what === "window" && rest.length === 2) {
    const [old, pack] = rest;
    await inTurn(["now", "before"], () => window_(foeman, pack), () => window_(old, pack));
  } else {
    console.error("expected `check FOEMAN BIG_PACK`, or `arena`, `frame` or `window` with NEW OLD ARENA");
    process.exitCode = 2;
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
