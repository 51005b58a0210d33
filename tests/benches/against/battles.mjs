// Battles per second and core, now and in an old commit, each with its own Arena, in scenarios without spells.
//
//   node battles.mjs FOEMAN [PLAYER]
//
// FOEMAN is a release build of the present program and PLAYER who decides for both sides there (its default, if left
// out); the old program plays its greedy player.
// It is built from a worktree of its own the first time and kept in `target/against`.
// Both take turns; rates are medians, and mean little unless battles of both last about as many rounds.
// They are compared by the time that the processor worked, which a busy machine hardly changes; threads can only be
// compared by the clock.
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const OLD = "1b56cc9";
const SCENARIOS = ["duel", "five-a-side"];
const TURNS = 5;
/** How long one measurement takes, about, in seconds. */
const SECONDS = 3;
/** Rounds of a battle, one program's by the other's, that still count as alike. */
const ALIKE = [1 / 1.3, 1.3];

const here = dirname(fileURLToPath(import.meta.url));
const top = resolve(here, "../../..");
const [foeman, player] = process.argv.slice(2);

function run(command, args, options = {}) {
  const done = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 30, ...options });
  if (done.error || done.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${done.error ?? done.stderr}`);
  return done;
}

/** The old program and its Arena; built once. */
function old() {
  const kept = join(top, "target", "against", OLD);
  const program = { name: `greedy of ${OLD}`, binary: join(kept, "foeman"), pack: join(kept, "arena"), players: [] };
  if (existsSync(program.binary)) return program;
  const worktree = join(mkdtempSync(join(tmpdir(), "foeman-")), OLD);
  const build = join(top, "target", "against", "build");
  run("git", ["worktree", "add", "--detach", worktree, OLD], { cwd: top });
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

/** Plays so many battles: how many a second by the clock and of one core's work, and the mean number of rounds. */
function play({ binary, pack, players }, scenario, battles, threads) {
  const asked = players.flatMap((one) => ["--player", one]);
  const options = ["--battles", `${battles}`, "--threads", `${threads}`, "--format", "json", ...asked];
  // `times` ends with a line of what the program took for itself and in the system.
  const timed = ["-c", '"$@" && times', "sh", binary, "simulate", pack, scenario, ...options];
  const { stdout, stderr } = run("sh", timed);
  const [, json, ...spent] = /^([^]*)\n.*\n(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/.exec(stdout);
  const [userMinutes, user, systemMinutes, system] = spent.map(Number);
  const worked = 60 * (userMinutes + systemMinutes) + user + system;
  const seconds = Number(/battles in ([0-9.]+) s/.exec(stderr)[1]);
  const rounds = JSON.parse(json).battles.map((battle) => battle.rounds);
  const rate = (time) => battles / Math.max(time, 0.005);
  return { clock: rate(seconds), core: rate(worked), rounds: rounds.reduce((sum, one) => sum + one, 0) / rounds.length };
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

/** The programs in turn: median rates, and rounds per battle, which are the same in every turn. */
function inTurn(runs, scenario) {
  for (const one of runs) {
    const trial = play(one.program, scenario, 20, one.threads);
    one.battles = Math.max(20, Math.round(trial.clock * SECONDS));
    one.turns = [];
  }
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const one of runs) one.turns.push(play(one.program, scenario, one.battles, one.threads));
  }
  for (const one of runs) {
    for (const what of ["clock", "core", "rounds"]) one[what] = median(one.turns.map((turn) => turn[what]));
    const { program, threads, clock, core, rounds, battles } = one;
    const columns = [threads, clock.toFixed(1), core.toFixed(1), rounds.toFixed(1), battles];
    console.log(`${scenario.padEnd(12)} ${program.name.padEnd(18)} ${columns.map((text) => `${text}`.padStart(9)).join(" ")}`);
  }
}

if (!foeman) {
  console.error("expected `node battles.mjs FOEMAN [PLAYER]`, the present program in a release build");
  process.exit(2);
}
const scratch = mkdtempSync(join(tmpdir(), "foeman-"));
try {
  const names = player ? [1, 2].map((side) => `${side}=${player}`) : [];
  const now = { name: player ?? "default player", binary: resolve(foeman), pack: join(top, "content", "arena"), players: names };
  const programs = [now, old()];
  programs.forEach((program, place) => {
    const copy = join(scratch, `${place}`);
    cpSync(program.pack, copy, { recursive: true });
    copyFileSync(join(here, "five-a-side.yaml"), join(copy, "five-a-side.yaml"));
    program.pack = copy;
  });
  console.log("scenario     player               threads         /s /s of core    rounds   battles");
  for (const scenario of SCENARIOS) {
    const runs = [0, 1, 0, 1].map((place, at) => ({ program: programs[place], threads: at < 2 ? 1 : 2 }));
    inTurn(runs, scenario);
    const [one, before, two] = runs;
    const rounds = one.rounds / before.rounds;
    const alike = rounds >= ALIKE[0] && rounds <= ALIKE[1];
    console.log(`  ${(one.core / before.core).toFixed(2)} times the old rate of one core; two threads are ${(two.clock / one.clock).toFixed(2)} times one`);
    console.log(`  rounds ${rounds.toFixed(2)} times the old${alike ? "" : ": more than 30 % apart, so the rates cannot be compared"}`);
    if (!alike) process.exitCode = 1;
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
