import { mkdirSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { AGENT_NAMES, loadAgent } from "../../../agents/registry.ts";
import { dueIn } from "../../../hook/deadline.ts";
import { dispatch } from "../../../hook/dispatch.ts";
import { ioWith } from "../../support/io-with.ts";
import { GITHUB } from "../../support/made-up.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();

const answer = async (event: object) => {
  const text = JSON.stringify({ session_id: "s", cwd: world.cwd, ...event });
  const { stdout } = await dispatch({ ...ioWith(text, world.env), cwd: world.cwd }, { agent: "claude-code", args: [] });
  return stdout;
};
const call = (command: string) =>
  answer({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_use_id: "t", tool_input: { command } });
const verdictOf = async (command: string) => /"permissionDecision":"(\w+)"/.exec(await call(command))?.[1] ?? "passes";

describe("the answer comes before the agent stops waiting", () => {
  test("with a third of its patience left, for Node to start and to leave", async () => {
    const agents = await Promise.all(AGENT_NAMES.map(loadAgent));
    const waits = agents.flatMap((agent) =>
      agent.events.flatMap((wireName) => {
        const patience = agent.patience?.(wireName);
        return patience === undefined ? [] : [{ agent, wireName, patience }];
      }),
    );
    expect(waits.length).toBeGreaterThan(1);
    for (const { agent, wireName, patience } of waits) {
      const { io, set } = dueIn({ ...ioWith(""), elapsed: () => 0 });
      set(undefined, agent, wireName);
      expect(io.timeLeft!(), `${agent.name} ${wireName}`).toBeLessThanOrEqual((1000 * patience * 2) / 3);
      expect(io.timeLeft!()).toBeGreaterThan((1000 * patience) / 3);
    }
  });

  test("no later than the settings say, and a setting above the patience changes nothing", async () => {
    const codex = await loadAgent("codex");
    const { io, set } = dueIn({ ...ioWith(""), elapsed: () => 500 });
    set(1, codex, "SessionEnd");
    expect(io.timeLeft!()).toBe(500);
    set(60, codex, "SessionEnd");
    expect(io.timeLeft!()).toBeLessThan(2000);
  });
});

describe("the setting destructive.level", () => {
  test.each([
    ["git push --force origin feature", undefined, "passes"],
    ["git push --force origin feature", "all", "ask"],
    ["git push --force origin feature", "catastrophic", "passes"],
    ["docker compose down -v", undefined, "ask"],
    ["docker compose down -v", "catastrophic", "passes"],
    ["docker compose down -v", "all", "ask"],
    ["rm -rf ~", "catastrophic", "deny"],
    ["rm -rf ~", "all", "deny"],
  ])("of `%s` with the level %s: %s", async (command, level, verdict) => {
    if (level !== undefined) world.configure({ destructive: { level } });
    expect(await verdictOf(command)).toBe(verdict);
  });
});

describe("of several commands", () => {
  test.each([
    "docker compose down -v && rm -rf ~",
    "rm -rf ~; docker compose down -v",
    "docker compose down -v | tee log; bash -c 'rm -rf ~'",
    "docker volume rm data && docker compose down -v && git push --force origin main",
  ])("the worst decides: `%s` is no question", async (command) => {
    expect(await verdictOf(command)).toBe("deny");
  });
});

describe("a name that goes to the model", () => {
  const HIDDEN = `${GITHUB.slice(0, 14)}\u001b[1m${GITHUB.slice(14)}`;
  /** No more of the token than its prefix. */
  const isSafe = (text: string) => !text.includes(GITHUB.slice(14)) && !text.includes(GITHUB.slice(4, 14));

  test.each([GITHUB, HIDDEN, `${GITHUB}\n`, `a ${GITHUB} b`])("is searched: of a folder's entry, %j", async (name) => {
    mkdirSync(world.at(name));
    mkdirSync(world.at("plain"));
    const said = await answer({ hook_event_name: "SessionStart", source: "startup" });
    expect(said).toContain("- plain/");
    expect(isSafe(said)).toBe(true);
  });

  test.each([GITHUB, HIDDEN])("is searched: of a file that a command deletes, %j", async (name) => {
    world.sh("git init -q . && echo '*.env' > .gitignore && git add . && git commit -qm one");
    world.write(`${name}.env`, "work\n");
    world.configure({ keep: false });
    const said = await call("rm *.env");
    expect(said).toContain("permissionDecision");
    expect(isSafe(said)).toBe(true);
  });
});
