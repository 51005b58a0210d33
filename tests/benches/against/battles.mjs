// Battles per second and core, their growth with the number of figures, and the gain by a second thread: now, and in
// older builds.
//
//   node battles.mjs FOEMAN [OLD...]
//
// FOEMAN is a release build of the present program. Each OLD is another program, which plays the present Arena, or a
// commit, which is built from a worktree of its own the first time, kept in `target/against`, and plays its own Arena; if
// left out, the commit below. All play the scenarios with their default player.
// The programs take turns. Rates are from the turn in which the processor worked least: other programs, and virtual
// machines whose fresh memory is slow, only add work. Only threads are compared by the clock, and by the median, so measure
// them on an idle machine.
// Where battles differ in length, compare rounds per second.
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { SIZES, plain } from "./plain.mjs";

const OLD = "afc0db66";
/** The battles that the present program plays in one measurement; others play as many. */
const SCENARIOS = { duel: 12000, "three-a-side": 2000, "five-a-side": 600, siege: 250, "water-stairs": 300 };
const TURNS = 5;
/** The rounds of the battles on the plain. */
const ROUNDS = 8;

const here = dirname(fileURLToPath(import.meta.url));
const top = resolve(here, "../../..");
const [foeman, ...others] = process.argv.slice(2);

function run(command, args, options = {}) {
  const done = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 30, ...options });
  if (done.error || done.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${done.error ?? done.stderr}`);
  return done;
}

/** The program of a commit and its Arena; built once. */
function built(commit) {
  const kept = join(top, "target", "against", commit);
  const program = { name: commit, binary: join(kept, "foeman"), pack: join(kept, "arena") };
  if (existsSync(program.binary)) return program;
  const worktree = join(mkdtempSync(join(tmpdir(), "foeman-")), commit);
  const build = join(top, "target", "against", "build");
  run("git", ["worktree", "add", "--detach", worktree, commit], { cwd: top });
  try {
    const options = { cwd: worktree, env: { ...process.env, CARGO_TARGET_DIR: build }, stdio: "inherit" };
    run("cargo", ["build", "--release", "--locked", "-p", "foeman"], options);
    mkdirSync(kept, { recursive: true });
    cpSync(join(worktree, "content", "arena"), program.pack, { recursive: true });
    copyFileSync(join(build, "release", "foeman"), program.binary);
  } finally {
    run("git", ["worktree", "remove", "--force", worktree], { cwd: top });
    rmSync(dirname(worktree), { recursive: true, force: true });
  }
  return program;
}

/** Plays battles: the seconds by the clock and of the processor's work, without those of starting the program. */
function play({ binary, pack }, scenario, battles, threads) {
  const options = ["--battles", `${battles}`, "--threads", `${threads}`];
  // `times` ends with a line of what the program took for itself and in the system.
  const timed = ["-c", '"$@" && times', "sh", binary, "simulate", pack, scenario, ...options];
  const { stdout, stderr } = run("sh", timed);
  const [, minutes, user, systemMinutes, system] = /\n(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/.exec(stdout);
  const worked = 60 * (Number(minutes) + Number(systemMinutes)) + Number(user) + Number(system);
  return { clock: Number(/battles in ([0-9.]+) s/.exec(stderr)[1]), worked };
}

/** The rounds of a battle, on average. */
function rounds({ binary, pack }, scenario) {
  const { stdout } = run(binary, ["simulate", pack, scenario, "--battles", "100", "--format", "json"]);
  return JSON.parse(stdout).rounds.mean.mean;
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

/** The work of starting a program and reading the pack, in seconds. */
const start = (program) => Math.min(...[1, 2, 3].map(() => play(program, "duel", 1, 1).worked));

function compare(programs, scenario, battles) {
  const turns = programs.map(() => []);
  for (let turn = 0; turn < TURNS; turn += 1) {
    programs.forEach((program, place) => {
      const [one, two] = [1, 2].map((threads) => play(program, scenario, battles, threads));
      turns[place].push({ rate: battles / (one.worked - program.start), gain: one.clock / two.clock });
    });
  }
  programs.forEach((program, place) => {
    const rate = Math.max(...turns[place].map((turn) => turn.rate));
    const gain = median(turns[place].map((turn) => turn.gain));
    const length = rounds(program, scenario);
    program.rates[scenario] = rate * length;
    const ratio = (programs[0].rates[scenario] / program.rates[scenario]).toFixed(2);
    const columns = [rate.toFixed(0), length.toFixed(1), place ? ratio : "", gain.toFixed(2)];
    console.log(`${scenario.padEnd(13)} ${program.name.padEnd(18)} ${columns.map((text) => text.padStart(9)).join(" ")}`);
  });
}

/** Battles of several sizes on a plain of 200 by 200 hexes: milliseconds for a round. */
function grow(programs) {
  for (const size of SIZES) {
    for (const program of programs) {
      const battles = Math.max(1, Math.round(60 / size));
      const worked = play(program, `plain-${size}`, battles, 1).worked - program.start;
      const round = (1000 * worked) / battles / ROUNDS;
      const columns = [round.toFixed(1), ((1000 * round) / size / 2).toFixed(0)];
      const scenario = `${size} a side`;
      console.log(`${scenario.padEnd(13)} ${program.name.padEnd(18)} ${columns.map((text) => text.padStart(9)).join(" ")}`);
    }
  }
}

if (!foeman) {
  console.error("expected `node battles.mjs FOEMAN [OLD...]`, the present program in a release build");
  process.exit(2);
}
const scratch = mkdtempSync(join(tmpdir(), "foeman-"));
try {
  const arena = join(top, "content", "arena");
  const other = (old) => (existsSync(old) ? { name: basename(old), binary: resolve(old), pack: arena } : built(old));
  const now = { name: "now", binary: resolve(foeman), pack: arena };
  const programs = [now, ...(others.length ? others : [OLD]).map(other)];
  programs.forEach((program, place) => {
    const copy = join(scratch, `${place}`);
    cpSync(program.pack, copy, { recursive: true });
    copyFileSync(join(here, "five-a-side.yaml"), join(copy, "five-a-side.yaml"));
    writeFileSync(join(copy, "plain.yaml"), plain(ROUNDS));
    program.pack = copy;
    program.rates = {};
    program.start = start(program);
  });
  console.log("scenario      player             /s of core    rounds     ratio   2 threads");
  for (const [scenario, battles] of Object.entries(SCENARIOS)) compare(programs, scenario, battles);
  console.log("\non a plain    player              ms/round  µs/figure");
  grow(programs);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
