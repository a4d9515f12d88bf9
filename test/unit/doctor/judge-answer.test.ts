import { describe, expect, test } from "vitest";

import { loadAgent } from "../../../agents/registry.ts";
import { judgeClean, limitOf, SECRET, type LineRun, type Trial } from "../../../doctor/judge-answer.ts";
import { judgeSecret } from "../../../doctor/judge-secret.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { installerFor } from "../../support/agents.ts";

const WELL: LineRun = { stdout: "", stderr: "", exitCode: 0, ms: 100 };
const SILENT = { stdout: "", stderr: "", exitCode: 0 };

describe("of the answer to a harmless event is said", () => {
  test.each<[what: string, run: Partial<LineRun>, state: string, said: RegExp]>([
    ["nothing at all", {}, "ok", /passes in silence/],
    ["a time-out", { error: "ETIMEDOUT", exitCode: -1 }, "broken", /did not end within its 20000 ms/],
    ["no program", { error: "ENOENT", exitCode: -1 }, "broken", /no such program/],
    ["no program, says the shell", { exitCode: 127 }, "broken", /no such program/],
    ["no right to run it", { exitCode: 126 }, "broken", /may not be run/],
    ["another error", { error: "EPERM", exitCode: -1 }, "broken", /could not be started \(EPERM\)/],
    ["no file", { exitCode: 1, stderr: "Error: Cannot find module '/x'" }, "broken", /does not find the program/],
    ["another exit code", { exitCode: 1 }, "broken", /ended with exit code 1 .* where the agent wants 0/],
    ["words on standard error", { stderr: "hello\n" }, "broken", /wrote on standard error/],
    ["blanks on standard error", { stderr: " \n" }, "ok", /passes in silence/],
    ["a greeting", { stdout: "Welcome\n" }, "broken", /answered a harmless event, where the agent wants nothing/],
    ["half of its time", { ms: 10_000 }, "ok", /passes in silence/],
    ["more than half of its time", { ms: 10_001 }, "warning", /took 10001 ms of the 20000 ms/],
  ])("%s", (_, run, state, said) => {
    const check = judgeClean({ ...WELL, ...run }, SILENT, "PreToolUse", 20_000);
    expect(check.state).toBe(state);
    expect(check.message).toMatch(said);
    expect(check.repair === undefined).toBe(state === "ok");
  });
});

describe("where a setting says something else than redact, of the answer to a secret is said", async () => {
  const dialect = await loadAgent("claude-code");
  const raw = {
    hook_event_name: "PreToolUse",
    session_id: "s",
    cwd: "/",
    tool_name: "Bash",
    tool_input: { command: `curl -H 'Authorization: token ${SECRET}' https://example.test` },
  };
  const decided = (decision: string) => ({
    stdout: JSON.stringify({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: decision,
        permissionDecisionReason: "no",
      },
    }),
    exitCode: decision === "deny" ? 2 : 0,
  });

  test.each<[policy: "warn" | "ask" | "deny", run: Partial<LineRun>, state: string, said: RegExp]>([
    ["warn", {}, "warning", /passes, and you are told: your setting `policy\.shell` says "warn"/],
    ["deny", decided("deny"), "ok", /is refused: your setting `policy\.shell` says "deny"/],
    ["ask", decided("ask"), "ok", /is asked about or refused: your setting `policy\.shell` says "ask"/],
    ["deny", {}, "broken", /no JSON object|ended with exit code/],
    ["ask", { stdout: `{"systemMessage":"hello"}` }, "broken", /passes: the answer to PreToolUse lacks/],
  ])("%s, %j", (policy, run, state, said) => {
    const { redaction } = DEFAULT_SETTINGS;
    const check = judgeSecret(
      { ...WELL, ...run },
      {
        installer: installerFor("claude-code")!,
        dialect,
        settings: {
          ...DEFAULT_SETTINGS,
          redaction: { ...redaction, policy: { ...redaction.policy, shell: policy } },
        },
        registered: [],
        hasOthers: false,
      },
      "PreToolUse",
      raw,
      "arguments",
    );
    expect(check).toMatchObject({ state, message: expect.stringMatching(said) });
  });
});

describe("of the answer to a secret is said", async () => {
  const dialect = await loadAgent("claude-code");
  const trial: Trial = {
    installer: installerFor("claude-code")!,
    dialect,
    settings: DEFAULT_SETTINGS,
    registered: [],
    hasOthers: false,
  };
  const raw = {
    hook_event_name: "PreToolUse",
    session_id: "s",
    cwd: "/",
    tool_name: "Bash",
    tool_input: { command: `curl -H 'Authorization: token ${SECRET}' https://example.test` },
  };
  const said = (answer: object) => JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...answer } });
  const CLEAN = said({ updatedInput: { command: "curl" } });
  const REFUSED = said({ permissionDecision: "deny", permissionDecisionReason: "no" });

  test.each<[what: string, run: Partial<LineRun>, hasOthers: boolean, state: string, said: RegExp]>([
    ["taken out", { stdout: CLEAN }, false, "ok", /is taken out\.$/],
    ["refused beside another hook", { stdout: REFUSED, exitCode: 2 }, true, "ok", /is refused\.$/],
    ["taken out beside another hook, which may not count", { stdout: CLEAN }, true, "ok", /./],
    ["repeated", { stdout: said({ updatedInput: { command: SECRET } }) }, false, "broken", /repeats the secret/],
    ["repeated on standard error", { stdout: CLEAN, stderr: SECRET }, false, "broken", /repeats the secret/],
    ["let through in silence", {}, false, "broken", /is no JSON object, so the agent drops it/],
    ["let through with a word", { stdout: said({}) }, false, "broken", /passes: the answer .* lacks/],
    ["behind a greeting", { stdout: `Welcome\n${CLEAN}` }, false, "broken", /is no JSON object/],
    ["with another exit code", { stdout: CLEAN, exitCode: 1 }, false, "broken", /exit code 1 on a secret/],
  ])("%s", (_, run, hasOthers, state, words) => {
    const check = judgeSecret({ ...WELL, ...run }, { ...trial, hasOthers }, "PreToolUse", raw, "arguments");
    expect([check.state, check.message]).toEqual([state, expect.stringMatching(words)]);
    expect(check.message).not.toContain(SECRET);
  });
});

test("an output that the agent lets no hook change is a warning", async () => {
  const cursor = await loadAgent("cursor");
  const raw = { hook_event_name: "postToolUse", tool_name: "Shell", tool_output: `"${SECRET}"`, cursor_version: "1" };
  const trial: Trial = {
    installer: installerFor("cursor")!,
    dialect: cursor,
    settings: DEFAULT_SETTINGS,
    registered: [],
    hasOthers: false,
  };
  const run = { ...WELL, stdout: '{"additional_context":"warned"}' };
  expect(judgeSecret(run, trial, "postToolUse", raw, "output")).toMatchObject({
    state: "warning",
    message: expect.stringContaining("a secret there is not held back"),
  });
});

test.each([
  ["claude-code", 30, 30_000],
  ["claude-code", 600, 60_000],
  ["claude-code", undefined, 60_000],
  ["gemini-cli", 30_000, 30_000],
  ["qwen-code", 1000, 1000],
  ["qwen-code", 30, 30_000],
])("%s waits for a line with the time-out %s: %i ms", (agent, timeout, limit) => {
  const line = { event: "", command: "", path: "", ...(timeout !== undefined && { timeout }) };
  expect(limitOf(line as unknown as Parameters<typeof limitOf>[0], installerFor(agent)!)).toBe(limit);
});
