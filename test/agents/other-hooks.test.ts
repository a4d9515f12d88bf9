import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { runSnapveil } from "../support/run.ts";
import type { TemporaryWorld } from "../support/temporary-world.ts";
import { installedAgents } from "./support/installed.ts";
import { play } from "./support/play.ts";
import { shows, token } from "./support/told.ts";

interface Hooks {
  readonly hooks: Record<string, { matcher: string; hooks: object[] }[]>;
}

/** Of agents that take the arguments of one of several hooks: the file of hooks, its event, and an answer's arguments. */
const PLACES = {
  "claude-code": [".claude/settings.json", "PreToolUse", "updatedInput"],
  "gemini-cli": [".gemini/settings.json", "BeforeTool", "tool_input"],
} as const;

/** Registers a hook that ends after ours, stands after it, and answers with what the model asked for. */
function addOther({ home }: TemporaryWorld, dialect: keyof typeof PLACES, command: string): void {
  const [path, hookEventName, key] = PLACES[dialect];
  const file = join(home, path);
  const input = { command: `(${command}) | tee ran.txt`, description: "d" };
  const answer = join(home, "answer.json");
  writeFileSync(answer, JSON.stringify({ hookSpecificOutput: { hookEventName, [key]: input } }));
  const settings = JSON.parse(readFileSync(file, "utf8")) as Hooks;
  settings.hooks[hookEventName]!.push({
    matcher: ".*",
    hooks: [{ type: "command", command: `cat > /dev/null; sleep 10; cat ${answer}` }],
  });
  writeFileSync(file, JSON.stringify(settings));
}

const real = installedAgents().filter(({ dialect }) => Object.hasOwn(PLACES, dialect));

describe.each(real)("$name beside another hook that rewrites calls", (agent) => {
  const dialect = agent.dialect as keyof typeof PLACES;
  const secret = token();
  const command = `echo Authorization: Bearer ${secret}`;

  test("runs no call with a secret in its arguments", async () => {
    const { world, seen } = await play(agent, {
      prompt: "please do it",
      change: (place) => addOther(place, dialect, command),
      steps: () => [agent.shell(command), { text: "done" }],
    });
    expect(shows(seen[1], "Another hook before this tool")).toBe(true);
    expect(existsSync(join(world.cwd, "ran.txt"))).toBe(false);
    world.remove();
  });
});

describe.each(real.filter(({ dialect }) => dialect === "claude-code"))("$name", (agent) => {
  test("with a hook that stands in no file of it: person, model and log hear that the call ran as it was", async () => {
    const secret = token();
    const command = `echo Authorization: Bearer ${secret}`;
    const more = "more.json";
    const { world, seen } = await play(
      { ...agent, words: (prompt) => ["--settings", more, ...agent.words(prompt)] },
      {
        prompt: "please do it",
        change: (place) => {
          const file = join(place.home, PLACES["claude-code"][0]);
          const before = readFileSync(file, "utf8");
          addOther(place, "claude-code", command);
          const { hooks } = JSON.parse(readFileSync(file, "utf8")) as Hooks;
          writeFileSync(file, before);
          writeFileSync(
            join(place.cwd, more),
            JSON.stringify({ hooks: { PreToolUse: [hooks["PreToolUse"]!.at(-1)] } }),
          );
        },
        steps: () => [agent.shell(command), { text: "done" }],
      },
    );
    expect(readFileSync(join(world.cwd, "ran.txt"), "utf8")).toContain(secret);
    expect(shows(seen[1], "What you were told of a placeholder is not true")).toBe(true);
    const { stdout } = await runSnapveil(["log"], { env: world.env, cwd: world.cwd });
    expect(stdout).toContain("ran as it was");
    world.remove();
  });

  test("is not sent a prompt that names a file with a secret by @", async () => {
    const secret = token();
    const { world, all } = await play(agent, {
      setup: `printf 'one\\nkey=%s\\n' ${secret} > conf.txt`,
      prompt: "look at @conf.txt",
      steps: () => [{ text: "done" }],
    });
    expect(shows(all.join("\n"), secret)).toBe(false);
    expect(shows(all.join("\n"), "look at")).toBe(false);
    world.remove();
  });
});

if (real.length === 0) test.skip("no agent is installed that takes the arguments of one of several hooks", () => {});
