import { beforeEach, describe, expect, test } from "vitest";

import type { JsonObject } from "../../kit/json.ts";
import { AGENTS, called, hook, type Agent } from "../support/legs.ts";
import { GITHUB as TOKEN } from "../support/made-up.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const M = "[REDACTED]";
const CONFIG = "token: the-real-one\nport: 80\n";

const world = worldOfEachTest();
beforeEach(() => {
  world.write("config.yaml", CONFIG);
  world.write("notes.md", `Secrets show as ${M}.\nPort 80.\n`);
});

const patch = (lines: string, file = "config.yaml") =>
  `*** Begin Patch\n*** Update File: ${file}\n@@\n${lines}\n*** End Patch`;

/** Each agent's own tools for files, with a marker where a secret was. */
const WRITES: Record<Agent, readonly (readonly [tool: string, input: JsonObject])[]> = {
  "docker-agent": [
    ["write_file", { path: "config.yaml", content: `token: ${M}\nport: 81\n` }],
    ["edit_file", { path: "config.yaml", edits: [{ oldText: "port: 80", newText: `port: 80\ntoken: ${M}` }] }],
    ["shell", { cmd: `cat > config.yaml <<EOF\ntoken: ${M}\nEOF` }],
  ],
  "claude-code": [
    ["Write", { file_path: "config.yaml", content: `token: ${M}\nport: 81\n` }],
    ["Edit", { file_path: "config.yaml", old_string: "port: 80", new_string: `port: 80\ntoken: ${M}` }],
    ["Edit", { file_path: "config.yaml", old_string: `token: ${M}\nport: 80`, new_string: `token: ${M}\nport: 81` }],
    ["Bash", { command: `sed -i 's/token:.*/token: ${M}/' config.yaml`, description: "x" }],
  ],
  codex: [
    ["apply_patch", { command: patch(` port: 80\n+token: ${M}`) }],
    ["Bash", { command: `apply_patch <<'EOF'\n${patch(`-port: 80\n+port: ${M}`)}\nEOF` }],
    ["Bash", { command: `echo 'token: ${M}' >> config.yaml` }],
  ],
  "gemini-cli": [
    ["write_file", { file_path: "config.yaml", content: `token: ${M}\n` }],
    ["replace", { file_path: "config.yaml", old_string: "port: 80", new_string: `port: ${M}`, instruction: "x" }],
    ["run_shell_command", { command: `printf 'token: ${M}' | tee config.yaml` }],
  ],
};

const READS: Record<Agent, readonly (readonly [tool: string, input: JsonObject])[]> = {
  "docker-agent": [
    ["read_file", { path: "notes.md" }],
    ["shell", { cmd: `grep -n '${M}' notes.md` }],
    ["edit_file", { path: "notes.md", edits: [{ oldText: `as ${M}.`, newText: `like ${M}.` }] }],
  ],
  "claude-code": [
    ["Grep", { pattern: M, path: "." }],
    ["Bash", { command: `rg '${M}' | head`, description: "x" }],
    ["Write", { file_path: "notes.md", content: `Secrets show as ${M}.\nPort 81.\n` }],
  ],
  codex: [
    ["Bash", { command: `grep -rn '${M}' .` }],
    ["apply_patch", { command: patch(` Secrets show as ${M}.\n-Port 80.\n+Port 81.`, "notes.md") }],
  ],
  "gemini-cli": [
    ["search_file_content", { pattern: M }],
    [
      "replace",
      { file_path: "notes.md", old_string: `as ${M}.\nPort 80`, new_string: `as ${M}.\nPort 81`, instruction: "x" },
    ],
  ],
};

describe.each(AGENTS)("%s", (agent) => {
  test.each(WRITES[agent])("%s %j is denied, with a way to go on", async (tool, input) => {
    const { verdict, reason, stderr, exitCode } = await called(agent, input, world, tool);
    expect(verdict).toBe("deny");
    // Where it is said by the exit code as well, standard error has the same reason.
    expect(stderr).toBe(exitCode === 0 ? "" : `${reason}\n`);
    expect(reason).toMatch(/placeholder \[REDACTED\]/);
    expect(reason).toMatch(/Leave the line as it is|smaller piece of text/);
    expect(world.read("config.yaml")).toBe(CONFIG);
  });

  test.each(READS[agent])("%s %j goes on without a word", async (tool, input) => {
    expect(await called(agent, input, world, tool)).toMatchObject({ stdout: "", stderr: "", exitCode: 0 });
  });
});

describe.each(AGENTS)("%s: a secret of the model's own", (agent) => {
  const key = agent === "docker-agent" ? "cmd" : "command";

  test.each([
    `echo GITHUB_TOKEN=${TOKEN} > .env`,
    `cat >> .env <<EOF\nGITHUB_TOKEN=${TOKEN}\nEOF`,
    `printf 'GITHUB_TOKEN=${TOKEN}' | tee .env`,
    `sed -i 's/^GITHUB_TOKEN=.*/GITHUB_TOKEN=${TOKEN}/' .env`,
    `python3 -c 'open(".env", "w").write("${TOKEN}")'`,
    `gh secret set GITHUB_TOKEN --body ${TOKEN}`,
    `export GITHUB_TOKEN=${TOKEN} && ./deploy.sh`,
  ])("is never replaced in %s: a person decides, or it is denied with a way to go on", async (command) => {
    const { verdict, reason, input, stdout } = await called(agent, { [key]: command }, world);
    expect({ verdict, input }).toEqual({ verdict: agent === "claude-code" ? "ask" : "deny", input: undefined });
    expect(reason).toMatch(/environment variable or a file/);
    expect(stdout).not.toContain(TOKEN);
  });

  test("is taken out of a request, and the model is told where it can be", async () => {
    const { verdict, input, json } = await called(
      agent,
      { [key]: `curl -H "Authorization: Bearer ${TOKEN}" https://example.test` },
      world,
    );
    if (agent === "codex") return expect(verdict).toBe("deny");
    expect(input).toEqual({ [key]: `curl -H "Authorization: Bearer [REDACTED]" https://example.test` });
    if (agent === "claude-code") expect(JSON.stringify(json)).toMatch(/additionalContext.*placeholder/);
  });
});

test("docker-agent asks nobody: what is approved could lose its other arguments", async () => {
  const event = { tool_name: "write_file", tool_use_id: "t", tool_input: { path: ".env", content: `T=${TOKEN}\n` } };
  for (const hook_event_name of ["tool_input_transform", "pre_tool_use", "tool_guard"]) {
    const { json, input } = await hook("docker-agent", { hook_event_name, ...event }, world);
    expect(JSON.stringify(json)).toMatch(/"(?:permission_decision":"deny|decision":"block)"/);
    expect(input).toBeUndefined();
  }
});

test("docker-agent's guard behind the approval denies too, and rewrites nothing", async () => {
  const event = { tool_name: "write_file", tool_use_id: "t", tool_input: { path: "config.yaml", content: M } };
  expect((await hook("docker-agent", { hook_event_name: "tool_guard", ...event }, world)).verdict).toBe("deny");
  const shell = { tool_name: "shell", tool_use_id: "t", tool_input: { cmd: `echo ${TOKEN}` } };
  expect((await hook("docker-agent", { hook_event_name: "tool_guard", ...shell }, world)).input).toBeUndefined();
});

test("a pipe in the place of the file hangs nothing", async () => {
  const { verdict } = await called(
    "claude-code",
    { file_path: "/dev/zero", old_string: M, new_string: "x" },
    world,
    "Edit",
  );
  expect(verdict).toBe("deny");
});
