import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { afterEach, describe, expect, test } from "vitest";

import { agentMatrix } from "../../agents/codec/matrix.ts";
import type { JsonObject } from "../../kit/json.ts";
import { snapveilOn } from "../support/pseudo-terminal.ts";
import type { TemporaryWorld } from "../support/temporary-world.ts";
import { installedAgents } from "./support/installed.ts";
import type { RealAgent } from "./support/real-agent.ts";
import { setStage, type Stage } from "./support/stage.ts";
import { shows } from "./support/told.ts";
import { writeFile } from "./support/write-file.ts";

const DONE = { text: "done" };
const STOPPED = "snapveil stopped `git push --force origin main`";
const rows = await agentMatrix();
const agents = installedAgents();
const claude = agents.filter(({ name }) => name === "claude-code");
/** The file of the hooks, of agents whose hooks stand in one that can be emptied of them. */
const FILES: Readonly<Record<string, string>> = {
  "claude-code": ".claude/settings.json",
  codex: ".codex/hooks.json",
  "gemini-cli": ".gemini/settings.json",
};

let stage: Stage;
afterEach(() => {
  stage.close();
  stage.world.remove();
});

const push = (real: RealAgent) => real.shell("git push --force origin main");
const settings = ({ home }: TemporaryWorld, file: string): JsonObject =>
  JSON.parse(readFileSync(join(home, file), "utf8")) as JsonObject;

/** A call that runs Python whose code no guard can read, and waits until the agent has looked at its files. */
function hidden(real: RealAgent, code: string) {
  const hex = Buffer.from(`import os, shutil, json; ${code}`).toString("hex");
  return real.shell(`python3 -c "exec(bytes.fromhex('${hex}').decode())"; sleep 5`);
}

describe.each(claude)("$name without the program", (real) => {
  test("refuses the call, and does not send the next prompt", async () => {
    stage = await setStage(real, {});
    const { world, turn } = stage;
    const runtime = join(world.data, "runtime");
    const { seen } = await turn({
      prompt: "begin",
      steps: [hidden(real, `shutil.rmtree('${runtime}')`), real.shell("touch made"), DONE],
    });
    expect(existsSync(runtime)).toBe(false);
    expect(existsSync(join(world.cwd, "made"))).toBe(false);
    expect(shows(seen[2], "blocking")).toBe(true);
    const { seen: sent } = await turn({ prompt: "go on", again: true, steps: [DONE] });
    expect(sent).toEqual([]);
  });

  test("also where the lines go with it: the line that is asked about that fails too", async () => {
    const file = FILES[real.name]!;
    stage = await setStage(real, { change: without(file) });
    const { world, turn } = stage;
    const code = `shutil.rmtree('${join(world.data, "runtime")}'); shutil.copyfile('${join(world.tmp, "without.json")}', '${join(world.home, file)}')`;
    await turn({ prompt: "begin", steps: [hidden(real, code), real.shell("touch made"), DONE] });
    expect(settings(world, file)["hooks"]).toBeUndefined();
    expect(existsSync(join(world.cwd, "made"))).toBe(false);
  });
});

/** Changes of the settings by which hooks of ours would be off, as Python makes them. */
const CHANGES: readonly (readonly [what: string, code: string])[] = [
  ["a file without them is copied over it", "shutil.copyfile('WITHOUT', 'FILE')"],
  ["it is deleted", "os.remove('FILE')"],
  ["it is broken", "open('FILE', 'a').write('}')"],
  [
    "a project switches all hooks off",
    "os.makedirs('.claude', exist_ok=True); open('.claude/settings.json', 'w').write(json.dumps({'disableAllHooks': True}))",
  ],
  [
    "a project switches snapveil off by a variable",
    "os.makedirs('.claude', exist_ok=True); open('.claude/settings.json', 'w').write(json.dumps({'env': {'SNAPVEIL_DISABLE': '1'}}))",
  ],
];

describe.each(claude)("$name keeps its hooks in the session", (real) => {
  const file = FILES[real.name]!;

  test.each(CHANGES)("where %s", async (_, code) => {
    stage = await setStage(real, { change: without(file) });
    const { world, turn } = stage;
    const named = code
      .replaceAll("WITHOUT", join(world.tmp, "without.json"))
      .replaceAll("FILE", join(world.home, file));
    const { seen } = await turn({ prompt: "begin", steps: [hidden(real, named), push(real), DONE] });
    expect(shows(seen[2], STOPPED)).toBe(true);
    expect(shows(seen.join("\n"), "snapveil kept the hooks as they were")).toBe(true);
  });

  test.each([
    ["uninstall claude-code", ["uninstall", "claude-code", "--yes"]],
    ["install claude-code --only context", ["install", "claude-code", "--only", "context", "--yes"]],
  ])("until a person types snapveil %s", async (_, words) => {
    stage = await setStage(real, { change: noticesChanges(file) });
    const { world, turn } = stage;
    const [ready, over, noticed] = ["ready", "over", "noticed"].map((name) => join(world.tmp, name)) as [
      string,
      string,
      string,
    ];
    // The agent takes the new lines once all hooks of this event have ended, ours too.
    const waits = `touch '${ready}'; until [ -e '${over}' ] && [ -e '${noticed}' ]; do sleep 0.1; done; sleep 5`;
    const begun = turn({ prompt: "begin", steps: [real.shell(waits), push(real), DONE] });
    while (!existsSync(ready)) await setTimeout(100);
    expect(await snapveilOn(words, { env: world.env, cwd: world.cwd }).ends()).toMatchObject({ exitCode: 0 });
    writeFileSync(over, "");
    const { seen } = await begun;
    expect(seen).toHaveLength(3);
    expect(shows(seen[2], STOPPED)).toBe(false);
    expect(shows(seen[2], "kept the hooks")).toBe(false);
  });
});

describe.each(agents.filter(({ name }) => name !== "claude-code" && FILES[name] !== undefined))("$name", (real) => {
  const { vanished } = rows.find(({ agent }) => agent === real.dialect)!;

  test(`has its hooks ${vanished} where they vanish from its file, as the matrix says`, async () => {
    const file = FILES[real.name]!;
    stage = await setStage(real, { change: without(file) });
    const { world, turn } = stage;
    const code = `shutil.copyfile('${join(world.tmp, "without.json")}', '${join(world.home, file)}')`;
    const { seen } = await turn({ prompt: "begin", steps: [hidden(real, code), push(real), DONE] });
    expect(settings(world, file)["hooks"]).toBeUndefined();
    expect(shows(seen[2], STOPPED)).toBe(vanished === "kept");
  });
});

if (!agents.some(({ name }) => FILES[name] !== undefined))
  test.skip("no agent is installed whose hooks stand in a file that can be emptied of these", () => {});

/** Adds a person's own hook that makes the file `noticed` in `tmp` when the agent notices that its settings changed. */
function noticesChanges(file: string) {
  return (world: TemporaryWorld) => {
    const { hooks = {}, ...rest } = settings(world, file) as { readonly hooks?: JsonObject };
    const others = (hooks["ConfigChange"] ?? []) as readonly JsonObject[];
    const own = { hooks: [{ type: "command", command: `touch '${join(world.tmp, "noticed")}'` }] };
    writeFile(join(world.home, file), { ...rest, hooks: { ...hooks, ConfigChange: [...others, own] } });
  };
}

/** Lays the settings without our hooks beside them. */
function without(file: string) {
  return (world: TemporaryWorld) => {
    const { hooks: _hooks, ...rest } = settings(world, file);
    writeFile(join(world.tmp, "without.json"), rest);
  };
}
