import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";

import { describe, expect, test } from "vitest";

import { GITHUB } from "../support/made-up.ts";
import { missing, snapveilOn } from "../support/pseudo-terminal.ts";
import { runSnapveil, type Run } from "../support/run.ts";
import { worldPutBack, type TemporaryWorld } from "../support/temporary-world.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/how-do-i.md"), "utf8");
/** Every command of the page, each in a block of its own. */
const COMMANDS = [...PAGE.matchAll(/^```sh\n(.*)\n```$/gm)].map(([, line]) => line!);
const QUESTIONS = PAGE.match(/^\*\*… .*\?\*\*/gm) ?? [];

const lines = (changes: Record<number, string> = {}) =>
  Array.from({ length: 30 }, (_, at) => `${changes[at] ?? `const line${at} = ${at};`}\n`).join("");
const LOGIN = "function login() {}";
/** What the file holds after each of the three turns, and after an edit of the person's own. */
const STATES = [
  lines({ 1: LOGIN, 20: "const twenty = 20;" }),
  lines({ 1: LOGIN, 10: "const ten = 10;", 20: "const twenty = 20;" }),
  lines({ 10: "const ten = 10;", 20: "const twenty = 20;", 27: "const last = 1;" }),
] as const;

async function turn(world: TemporaryWorld, session: string, prompt: string, text: string): Promise<void> {
  const hook = (hook_event_name: string, more = {}) =>
    world.hook(["--agent", "claude-code", "snapshot"], { hook_event_name, session_id: session, ...more });
  const call = { tool_name: "Edit", tool_use_id: prompt, tool_input: { file_path: world.at("src/app.ts") } };
  await hook("UserPromptSubmit", { prompt });
  await hook("PreToolUse", call);
  world.write("src/app.ts", text);
  await hook("PostToolUse", { ...call, tool_response: {} });
  await hook("Stop");
}

const world = worldPutBack(async (made) => {
  made.write("src/app.ts", lines());
  made.write("other.txt", "other\n");
  made.sh("git init -q . && git add . && git commit -qm start");
  await turn(made, "first", "Write the login", STATES[0]);
  await turn(made, "second", "Count to ten", STATES[1]);
  await turn(made, "first", "Move the login", STATES[2]);
  const refused = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_use_id: "b", session_id: "first" };
  await made.hook(["--agent", "claude-code"], { ...refused, tool_input: { command: "rm -rf /" } });
});

const app = () => world.read("src/app.ts");
async function idOf(title: string): Promise<string> {
  const { checkpoints } = await world.json<{ checkpoints: { id: string; title?: string; scope: string }[] }>([
    "checkpoints",
  ]);
  return checkpoints.find((one) => one.title === title && one.scope === "turn")!.id;
}

interface Promised {
  /** Behind the command, where nobody can be asked. */
  readonly more?: string;
  readonly exitCode?: number;
  /** The turn that `ID` stands for. */
  readonly id?: string;
  readonly before?: () => unknown;
  /** What the page says of it. */
  readonly holds: (run: Run) => unknown;
}

const says =
  (...texts: (string | RegExp)[]) =>
  ({ stdout, stderr }: Run) => {
    for (const text of texts) expect(stdout + stderr).toMatch(typeof text === "string" ? new RegExp(text) : text);
  };
const leaves = (text: string) => () => expect(app()).toBe(text);

const VALUES = "snapveil explain event.json --builtin redact_secrets";
const TEXT = "snapveil explain --text server.log";
const PROMISES: Readonly<Record<string, Promised>> = {
  "snapveil undo": { more: "--yes", holds: leaves(STATES[1]) },
  "snapveil undo --yes": {
    async before() {
      world.sh("git init -q lib && echo l > lib/l && git init -q ../beside && echo b > ../beside/b");
      const hook = (hook_event_name: string, more = {}) =>
        world.hook(["--agent", "claude-code", "snapshot"], { hook_event_name, session_id: "third", ...more });
      await hook("UserPromptSubmit", { prompt: "In all" });
      const command = "echo B > ../beside/b";
      await hook("PreToolUse", { tool_name: "Bash", tool_use_id: "t", tool_input: { command } });
      world.sh(`${command}; echo L > lib/l; echo O > other.txt`);
      await hook("Stop");
    },
    holds(run) {
      says("In 3 repositories: . \\(1 file\\), lib \\(1 file\\), ../beside \\(1 file\\)")(run);
      expect(["other.txt", "lib/l", "../beside/b"].map((path) => world.read(path))).toEqual(["other\n", "l\n", "b\n"]);
    },
  },
  "snapveil undo --dry-run": { holds: (run) => (says("would overwrite src/app.ts")(run), leaves(STATES[2])()) },
  "snapveil undo 3": {
    more: "--yes",
    async holds() {
      expect(app()).toBe(lines());
      await world.snapveil(["redo", "--yes"]);
      expect(app()).toBe(STATES[2]);
    },
  },
  "snapveil undo src/app.ts": { more: "--yes", holds: leaves(STATES[1]) },
  "snapveil undo -p": { more: "--dry-run", holds: says(/^src\/app\.ts\n\[1\]/m, "\\[2\\]") },
  "snapveil undo --hunks 1 --yes": {
    holds: leaves(STATES[2].replace("const line1 =", `${LOGIN}\nconst line1 =`).replace("const line1 = 1;\n", "")),
  },
  "snapveil undo --step ID": {
    id: "Count to ten",
    more: "--yes",
    holds: leaves(STATES[2].replace("const ten = 10;", "const line10 = 10;")),
  },
  "snapveil undo --session second": {
    more: "--yes",
    holds: leaves(STATES[2].replace("const ten = 10;", "const line10 = 10;")),
  },
  "snapveil undo --only-agent": { more: "--yes", holds: leaves(STATES[1]) },
  "snapveil redo": { before: () => world.snapveil(["undo", "--yes"]), more: "--yes", holds: leaves(STATES[2]) },
  "snapveil restore ID src/app.ts": { id: "Count to ten", more: "--yes", holds: leaves(STATES[0]) },
  "snapveil undo 2": { more: "--yes", holds: says("claude --resume first", "claude --resume second") },
  "snapveil checkpoints": { holds: says("Move the login", "Write the login") },
  "snapveil show ID": { id: "Count to ten", holds: says("\\+const ten = 10;") },
  "snapveil blame src/app.ts:11": { holds: says("Count to ten") },
  'snapveil checkpoints -S "function login"': { holds: says("Move the login", "snapveil restore") },
  "snapveil checkpoints src/app.ts": { holds: says("Count to ten") },
  "snapveil log --summary": { holds: says(/refus/) },
  'snapveil snapshot -m "before the big rename"': {
    holds: async () =>
      expect(await world.json(["checkpoints"])).toMatchObject({
        checkpoints: expect.arrayContaining([expect.objectContaining({ note: "before the big rename", pinned: true })]),
      }),
  },
  'snapveil pin ID "the last one that worked"': {
    id: "Count to ten",
    holds: async () => says("the last one that worked")(await world.snapveil(["checkpoints", "--json"])),
  },
  "snapveil export ID --patch": {
    id: "Move the login",
    holds({ stdout }) {
      world.write("../change.patch", stdout);
      world.sh("git apply -R ../change.patch");
      expect(app()).toBe(STATES[1]);
    },
  },
  "snapveil export ID --to ../yesterday": {
    id: "Write the login",
    holds: () => expect(world.read("../yesterday/src/app.ts")).toBe(STATES[0]),
  },
  "snapveil branch ID try-again": {
    id: "Write the login",
    holds: () => expect(world.sh("git show try-again:src/app.ts")).toBe(STATES[0]),
  },
  "snapveil run -- make format": {
    before: () => world.write("Makefile", "format:\n\techo formatted > other.txt\n"),
    holds: says("other.txt", "snapveil undo --step"),
  },
  "snapveil explain --last": { holds: says("rm -rf /") },
  "snapveil allow --last": { exitCode: 2, holds: says("for a person at a terminal") },
  "snapveil allow --remove --last": { holds: says("so nothing was changed") },
  'snapveil explain --command "git push --force origin main"': { holds: says(/deny|refuse|ask/i) },
  'snapveil explain --agent codex --command "cat .env"': {
    before: () => world.write(".env", `TOKEN=${GITHUB}\n`),
    holds: (run) => (says(/block_secret_files|redact_secrets/)(run), expect(run.stdout).not.toContain(GITHUB)),
  },
  [TEXT]: {
    before: () => world.write("server.log", `password = ${GITHUB.slice(4, 20)}\nother_password = changeme\n`),
    holds(run) {
      says(/Where: .*characters \d+ to \d+/, /Decided: a secret .* by the rule ".*"/)(run);
      says(/value of other_password, 8 characters: no secret by the rule/)(run);
      expect(run.stdout).not.toContain(GITHUB.slice(4, 20));
    },
  },
  [VALUES]: {
    before() {
      const tool_response = `password = ${GITHUB.slice(4, 20)}\n`;
      const event = { hook_event_name: "PostToolUse", tool_name: "Bash", tool_input: { command: "x" }, tool_response };
      world.write("event.json", JSON.stringify({ ...event, session_id: "s", cwd: world.cwd }));
    },
    holds(run) {
      says(/Decided: a secret .* by the rule ".*"; second opinion: chance/)(run);
      expect(run.stdout).not.toContain(GITHUB.slice(4, 20));
    },
  },
  "snapveil off --for 1h": { exitCode: 2, holds: says("for a person at a terminal") },
  "snapveil audit --history": {
    exitCode: 1,
    before: () => world.sh(`echo 'TOKEN=${GITHUB}' > key && git add key && git commit -qm key && git rm -q key`),
    holds: (run) => (says("key")(run), expect(run.stdout).not.toContain(GITHUB)),
  },
  "snapveil audit --format github": {
    exitCode: 1,
    before: () => world.write("key", `TOKEN=${GITHUB}\n`),
    holds: says(/^::(?:error|warning) /m),
  },
  "snapveil track ../notes": { before: () => world.write("../notes/a.txt", "a\n"), holds: says("tracked") },
  "snapveil untrack ../notes": {
    before() {
      world.write("../notes/a.txt", "a\n");
      return world.snapveil(["track", world.at("../notes")]);
    },
    holds: says("tracked"),
  },
  "snapveil install claude-code --status-line": {
    more: "--yes",
    holds: () => expect(world.read("~/.claude/settings.json")).toContain("status --line"),
  },
};

test("every question has one command, and each is tried", () => {
  expect(QUESTIONS.length).toBeGreaterThanOrEqual(30);
  expect(COMMANDS.length).toBe(QUESTIONS.length);
  expect(Object.keys(PROMISES).toSorted()).toEqual(COMMANDS.toSorted());
});

test.each(Object.entries(PROMISES))("%s", async (command, { more = "", id, exitCode = 0, before, holds }) => {
  await before?.();
  const own = id === undefined ? "" : await idOf(id);
  const words = [...`${command} ${more}`.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!);
  // What stands behind `--` is a command of its own.
  const args = words.slice(1).map((word) => (word === "ID" ? own : word));
  // A program that is run has the folder, the streams and the signals of the process.
  const run = await (args[0] === "run" ? runSnapveil(args, world) : world.snapveil(args));
  expect(run.exitCode, run.stderr).toBe(exitCode);
  await holds(run);
});

describe.skipIf(missing !== undefined)("at a terminal", () => {
  test("off switches the hooks off for an hour, and undo -p asks hunk by hunk", async () => {
    const off = snapveilOn(["off", "--for", "1h"], { env: world.env, cwd: world.cwd, columns: 120 });
    expect(await off.ends()).toMatchObject({ exitCode: 0 });
    expect(existsSync(world.at("~/.config/snapveil/switch.json"))).toBe(true);
    const undo = snapveilOn(["undo", "-p"], { env: world.env, cwd: world.cwd, columns: 120, rows: 40 });
    await undo.shows("(1/2) Take back this hunk");
    undo.press("q\r");
    await undo.ends();
  });

  test("explain shows why a value was found, and says aloud what an agent does not let a hook hold back", async () => {
    await PROMISES[VALUES]!.before!();
    const args = VALUES.split(" ").slice(1);
    const shown = snapveilOn(args, { env: world.env, cwd: world.cwd, columns: 120, rows: 40 });
    await shown.ends();
    const text = stripVTControlCharacters(shown.output).replace(/\s+/g, " ");
    expect(text).toMatch(/Decided: a secret .* by the rule ".*"; second opinion: chance/);
    expect(text).toContain("WHAT WAS FOUND IS NOT HELD BACK");
  });
});
