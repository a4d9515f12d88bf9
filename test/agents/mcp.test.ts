import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "vitest";

import type { JsonObject } from "../../kit/json.ts";
import { KEY, missing } from "../support/pseudo-terminal.ts";
import { runSnapveil } from "../support/run.ts";
import { folderOf } from "./support/install-agent.ts";
import { installedAgents } from "./support/installed.ts";
import type { RealAgent } from "./support/real-agent.ts";
import { setStage, type Stage } from "./support/stage.ts";
import { shows } from "./support/told.ts";
import { writeFile } from "./support/write-file.ts";

const PROGRAMS: Readonly<Record<string, string>> = { "claude-code": "claude", codex: "codex" };
const DONE = { text: "done" };

/** A dialect with two kinds of tools registers one server, so one of these is enough. */
const all = installedAgents().filter(({ name, dialect, ownTool }) => ownTool !== undefined && name === dialect);

let stage: Stage | undefined;
afterEach(() => {
  stage?.close();
  stage?.world.remove();
});

/** The plan's id out of what the model was shown. */
const planIn = (shown: string): JsonObject => ({ plan: [...shown.matchAll(/Plan ([0-9a-f]{12})/g)].at(-1)![1]! });

/** Registers the server as a person does, and has a turn change a file. */
async function begin(real: RealAgent): Promise<Stage> {
  const own = (stage = await setStage(real, {}));
  const { world, turn } = own;
  const bin = join(world.tmp, "bin");
  mkdirSync(bin);
  symlinkSync(join(folderOf(real), "node_modules", real.program), join(bin, PROGRAMS[real.dialect]!));
  const env = { ...world.env, PATH: `${bin}:${world.env["PATH"]}` };
  const installed = await runSnapveil(["install", real.dialect, "--mcp", "--yes"], { env, cwd: world.cwd });
  expect(installed, installed.stderr).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\S.*mcp add/) });
  expect(installed.stdout).not.toMatch(/warning/i);
  await turn({ prompt: "change the file", steps: [real.shell("echo two > file.txt"), DONE] });
  expect(world.read("file.txt")).toBe("two\n");
  return own;
}

/** The model lists, plans, and calls for the undo of its own turn; gives what it was shown after each call. */
async function takeBack({ turn }: Stage, { ownTool }: RealAgent): Promise<readonly string[]> {
  const { words, call } = ownTool!;
  const steps = [
    call("list_checkpoints", {}),
    call("plan_undo", {}),
    (shown: string) => call("undo", planIn(shown)),
    DONE,
  ];
  const { seen, agent } = await turn({ prompt: "take it back", again: true, words, steps });
  expect(agent, agent.stderr).toMatchObject({ exitCode: 0 });
  return seen;
}

describe.each(all)("$name", (real) => {
  test("lets its model list and plan an undo of its own turn, and changes nothing where no person says yes", async () => {
    const own = await begin(real);
    const [, listed, planned, undone] = await takeBack(own, real);
    expect(shows(listed!, "change the file")).toBe(true);
    expect(shows(planned!, "would overwrite file.txt")).toBe(true);
    expect(undone).toContain("nothing was changed. The person can type: snapveil undo --step");
    expect(own.world.read("file.txt")).toBe("two\n");
  });
});

describe.each(all.filter(({ name }) => name === "claude-code"))("$name", (real) => {
  test("has the turn taken back after a yes, which a hook of the person's says here, and redo brings it back", async () => {
    const yes = { hookSpecificOutput: { hookEventName: "Elicitation", action: "accept", content: { undo: true } } };
    const own = await begin(real);
    const { home, read } = own.world;
    const settings = JSON.parse(read("~/.claude/settings.json")) as { hooks: JsonObject };
    const Elicitation = [{ hooks: [{ type: "command", command: `cat > /dev/null; echo '${JSON.stringify(yes)}'` }] }];
    writeFile(join(home, ".claude/settings.json"), { ...settings, hooks: { ...settings.hooks, Elicitation } });
    const seen = await takeBack(own, real);
    expect(own.world.read("file.txt")).toBe("one\n");
    expect(shows(seen.at(-1)!, "overwrote file.txt")).toBe(true);
    await own.world.json(["redo", "--yes"]);
    expect(own.world.read("file.txt")).toBe("two\n");
  });
});

describe.runIf(missing === undefined).each(all.filter(({ name }) => name === "claude-code"))("$name", (real) => {
  test("asks the person on the terminal, with the turn's title and its file, and undoes after a tick and Accept", async () => {
    const { world, onPrompt } = await begin(real);
    const file = world.at("~/.claude.json");
    const { projects, ...kept } = JSON.parse(world.read(file)) as {
      projects?: Record<string, JsonObject>;
    };
    const trusted = { ...projects?.[world.cwd], hasTrustDialogAccepted: true };
    writeFile(file, {
      ...kept,
      hasCompletedOnboarding: true,
      customApiKeyResponses: { approved: ["none"], rejected: [] },
      projects: { ...projects, [world.cwd]: trusted },
    });
    const { words, call } = real.ownTool!;
    await onPrompt(words, [call("plan_undo", {}), (shown) => call("undo", planIn(shown)), DONE], async (terminal) => {
      const sees = (text: RegExp) => expect.poll(() => terminal.screen()).toMatch(text);
      await sees(/❯/);
      terminal.press("take it back");
      await sees(/❯\stake it back/);
      terminal.press(KEY.enter);
      await sees(/Undo "change the file" [\s\S]*1 overwritten: file\.txt[\s\S]*Put these files back\?: ☐/);
      expect(world.read("file.txt")).toBe("two\n");
      terminal.press(KEY.space);
      await sees(/☒/);
      terminal.press(KEY.down);
      await sees(/❯\sAccept/);
      // A key that comes while Claude Code draws is lost.
      const accept = () => {
        if (world.read("file.txt") === "one\n") return "undone";
        terminal.press(KEY.enter);
        return terminal.screen();
      };
      await expect.poll(accept, { interval: 500 }).toBe("undone");
    });
  });
});

if (all.length === 0) test.skip("no agent is installed in which our MCP server can be registered", () => {});
