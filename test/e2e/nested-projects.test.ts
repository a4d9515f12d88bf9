import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { JsonObject } from "../../kit/json.ts";
import { printed } from "../support/legs.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest("git init -q . && mkdir -p packages/a");
const agent = "claude-code";
const VALUE = ["kT9x", "2Lq77", "vBmZ4w", "Rr0p"].join("");

const inside = () => ({ ...world, cwd: join(world.cwd, "packages/a") });
/** What the whole profile answers. */
const shell = async (command: string) => {
  const input = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_use_id: "t", tool_input: { command } };
  const { stdout } = await world.hook(["--agent", agent], { ...input, cwd: inside().cwd });
  return stdout === "" ? undefined : (JSON.parse(stdout) as { hookSpecificOutput: JsonObject }).hookSpecificOutput;
};
const settings = (folder: string, value: object) => world.write(join(folder, ".snapveil.jsonc"), JSON.stringify(value));

/** What a model can make below a project's top. */
const HIDDEN: readonly (readonly [string, string])[] = [
  ["nothing", ":"],
  ["an empty .git folder", "mkdir packages/a/.git"],
  ["a .git file that leads nowhere", "echo gitdir: /nowhere > packages/a/.git"],
  ["a repository", "git init -q packages/a"],
  ["a settings file", "echo '{}' > packages/a/.snapveil.jsonc"],
  ["a settings file beside a .git", "echo '{}' > packages/a/.snapveil.yaml; mkdir packages/.git"],
  ["settings in the other language", "echo '{}' > .snapveil.yaml; echo '{}' > packages/.snapveil.jsonc"],
];

describe.each(HIDDEN)("with %s in the sub-folder", (_, made) => {
  test("what the project denies is denied there", async () => {
    settings("", {
      destructive: { deny: ["deploy"] },
      secretFiles: { deny: ["packages/a/private/**"] },
      policy: { output: "deny" },
      rules: [{ kind: "acme", pattern: "acme-[a-z]{4}" }],
    });
    world.sh(made);
    expect(await shell("deploy now")).toMatchObject({ permissionDecision: "deny" });
    expect(await shell("cat private/notes.txt")).toMatchObject({ permissionDecision: "deny" });
    expect((await printed(agent, "acme-abcd", inside())).output).toMatch(/withheld/);
  });

  test("the values of the project's .env are redacted there", async () => {
    world.write(".env", `SERVICE_PASSWORD=${VALUE}\n`);
    world.sh(made);
    expect((await printed(agent, `it is ${VALUE}.`, inside())).output).toBe("it is [REDACTED].");
  });
});

test("a repository inside another one runs no builtins of the outer one, and one that git would not take does", async () => {
  settings("", { builtins: { user_prompt_submit: [["add_context", "from the top"]] } });
  const event = () => ({
    hook_event_name: "UserPromptSubmit",
    prompt: "hello",
    cwd: inside().cwd,
    session_id: "s",
  });
  const told = async () => (await world.hook(["--agent", agent], event())).stdout;
  world.sh("mkdir packages/a/.git");
  expect(await told()).toContain("from the top");
  world.sh("git init -q packages/a");
  expect(await told()).not.toContain("from the top");
});

test("a repository inside another one keeps the guards that the outer one adds", async () => {
  settings("", { builtins: { pre_tool_use: [["block_secret_files", "always"]] } });
  world.write("packages/a/id_rsa", "-\n");
  const denied = { permissionDecision: "deny", permissionDecisionReason: expect.stringContaining("id_rsa") };
  expect(await shell("cat id_rsa")).toMatchObject(denied);
  world.sh("git init -q packages/a");
  expect(await shell("cat id_rsa")).toMatchObject(denied);
  world.sh("rm .snapveil.jsonc");
  expect(await shell("cat id_rsa")).toBeUndefined();
});

test("files of several folders are applied from the top down, and each adds", async () => {
  settings("", {
    rules: [{ kind: "one", pattern: "one-[a-z]{4}" }],
    knownValues: { files: ["one.key"], variables: [] },
  });
  settings("packages", { rules: [{ kind: "two", pattern: "two-[a-z]{4}" }] });
  settings("packages/a", { knownValues: { files: ["two.key"], variables: [] } });
  world.write("one.key", `${VALUE}-one\n`);
  const { output } = await printed(agent, `one-abcd two-abcd ${VALUE}-one`, inside());
  expect(output).toBe("[REDACTED] [REDACTED] [REDACTED]");
});
