import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, describe, expect, test } from "vitest";

import type { JsonObject } from "../../kit/json.ts";
import { called, hook, printed } from "../support/legs.ts";
import { GITHUB as TOKEN, STRIPE as OTHER } from "../support/made-up.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const M = "[REDACTED]";
const CONFIG = `name: app\ngithub_token: ${TOKEN} # mine\nstripe: "${OTHER}"\nport: 80\n`;
const SHOWN = `name: app\ngithub_token: ${M} # mine\nstripe: "${M}"\nport: 80\n`;

const world = worldOfEachTest();
beforeEach(() => {
  world.configure({ restore: true });
  world.write("config.yaml", CONFIG);
});

test("the model sees what the cases below suppose", async () => {
  expect((await printed("docker-agent", CONFIG, world)).output).toBe(SHOWN);
});

describe.each([
  ["docker-agent", "write_file", "edit_file"],
  ["claude-code", "Write", "Edit"],
  ["gemini-cli", "write_file", "replace"],
] as const)("%s", (agent, write, edit) => {
  test("the whole of a file gets its own values back", async () => {
    const { input, verdict } = await called(
      agent,
      { file_path: "config.yaml", content: SHOWN.replace("80", "81") },
      world,
      write,
    );
    expect(verdict).toBeUndefined();
    expect(input).toEqual({ file_path: "config.yaml", content: CONFIG.replace("80", "81") });
  });

  test("an edit finds its anchor and keeps the value", async () => {
    const { input } = await called(
      agent,
      { file_path: "config.yaml", old_string: `stripe: "${M}"\nport: 80`, new_string: `port: 81\nstripe: "${M}"` },
      world,
      edit,
    );
    expect(input).toEqual({
      file_path: "config.yaml",
      old_string: `stripe: "${OTHER}"\nport: 80`,
      new_string: `port: 81\nstripe: "${OTHER}"`,
    });
  });

  test.each<readonly [name: string, input: JsonObject]>([
    ["into another file", { file_path: "copy.yaml", content: SHOWN }],
    ["under another name", { file_path: "config.yaml", content: SHOWN.replace("stripe", "paypal") }],
    ["once more than the file has it", { file_path: "config.yaml", content: `${SHOWN}again: ${M}\n` }],
  ])("nothing goes %s", async (_name, input) => {
    const { verdict, stdout } = await called(agent, input, world, write);
    expect(verdict).toBe("deny");
    expect(stdout).not.toContain(TOKEN);
  });
});

test.each<readonly [name: string, tool: string, input: JsonObject]>([
  ["a server's tool", "mcp__github__create_or_update_file", { path: "config.yaml", content: SHOWN }],
  ["a repository elsewhere", "create_or_update_file", { path: "config.yaml", repo: "r", content: SHOWN }],
  ["a command", "Bash", { command: `cat > config.yaml <<'EOF'\n${SHOWN}EOF` }],
  [
    "a patch",
    "apply_patch",
    {
      command:
        "*** Begin Patch\n" +
        "*** Update File: config.yaml\n" +
        "@@\n" +
        "-port: 80\n" +
        `+github_token: ${M} # mine\n` +
        "*** End Patch",
    },
  ],
])("%s is denied as ever", async (_name, tool, input) => {
  const { verdict, stdout } = await called("claude-code", input, world, tool);
  expect(verdict).toBe("deny");
  expect(stdout).not.toContain(TOKEN);
});

test("an agent that shows its model the rewritten call gets a denial", async () => {
  const { stdout } = await world.hook(["--agent", "copilot-cli", "--event", "preToolUse", "redact_secrets"], {
    session_id: undefined,
    sessionId: "s",
    timestamp: 1,
    toolName: "create",
    toolArgs: { path: "config.yaml", file_text: SHOWN },
  });
  expect(stdout).toMatch(/deny/);
  expect(stdout).not.toContain(TOKEN);
});

test("what was put back passes the next event of the same call, and another secret beside it does not", async () => {
  const event = { tool_name: "write_file", tool_use_id: "t" };
  const first = await hook(
    "docker-agent",
    { hook_event_name: "tool_input_transform", ...event, tool_input: { path: "config.yaml", content: SHOWN } },
    world,
  );
  expect(first.input).toEqual({ path: "config.yaml", content: CONFIG });
  for (const hook_event_name of ["pre_tool_use", "tool_guard"])
    expect((await hook("docker-agent", { hook_event_name, ...event, tool_input: first.input! }, world)).stdout).toBe(
      "",
    );
  const more = ["glpat-", "Zk3vQ9mB7xT2pLw8RcY5"].join("");
  expect(
    (
      await hook(
        "docker-agent",
        {
          hook_event_name: "pre_tool_use",
          ...event,
          tool_input: { path: "config.yaml", content: `${CONFIG}gitlab: ${more}\n` },
        },
        world,
      )
    ).verdict,
  ).toBe("deny");
});

test("lines that look the same get their values in their order", async () => {
  const real = `a:\n  token: ${TOKEN}\nb:\n  token: ${OTHER}\nport: 80\n`;
  world.write("config.yaml", real);
  const shown = `a:\n  token: ${M}\nb:\n  token: ${M}\nport: 81\n`;
  expect(
    (await called("claude-code", { file_path: "config.yaml", content: shown }, world, "Write")).input,
  ).toMatchObject({ content: real.replace("80", "81") });
  expect(
    (await called("claude-code", { file_path: "config.yaml", content: `b:\n  token: ${M}\n` }, world, "Write")).verdict,
  ).toBe("deny");
});

test("nothing is kept: no file of ours holds a value", async () => {
  await printed("claude-code", CONFIG, world);
  await called("claude-code", { file_path: "config.yaml", content: SHOWN }, world, "Write");
  const entries = existsSync(world.data) ? readdirSync(world.data, { recursive: true, withFileTypes: true }) : [];
  for (const entry of entries.filter((one) => one.isFile()))
    expect(readFileSync(join(entry.parentPath, entry.name), "utf8")).not.toContain(TOKEN.slice(4, 20));
});

test("without the setting such a call is denied", async () => {
  world.configure({});
  expect((await called("claude-code", { file_path: "config.yaml", content: SHOWN }, world, "Write")).verdict).toBe(
    "deny",
  );
});
