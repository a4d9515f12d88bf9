import { expect, describe, test } from "vitest";

import { AGENT_NAMES, loadAgent } from "../../../agents/registry.ts";
import { subjectOf } from "../../../agents/codec/events.ts";
import { isGuarded } from "../../../builtins/planned.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { detectDialect } from "../../../agents/codec/detect-dialect.ts";
import type { Outcome } from "../../../agents/codec/outcome.ts";
import { unanswered, withheld } from "../../../hook/unanswered.ts";

const error = new TypeError("holds sk_secret_value");

describe("after a bug of the hook's own", () => {
  const payload = (hook_event_name: string) => ({
    hook_event_name,
    session_id: "s",
    tool_name: "Bash",
    tool_input: { command: "ls" },
    tool_response: "text",
  });

  /** What becomes of an event of Claude Code's, and whether the steps that need the answer saw the same. */
  async function after(name: string, builtin: string | undefined): Promise<string> {
    const raw = payload(name);
    const request = { agent: "claude-code", args: [], ...(builtin !== undefined && { builtin }) };
    const detected = await detectDialect(raw, request, {});
    let seen: Outcome = {};
    const { stdout, exitCode } = await withheld(request, raw, detected, error, async (sent) => void (seen = sent));
    expect(stdout).not.toContain("sk_secret");
    const kind = seen.verdict?.kind ?? (seen.rewrite ? "withheld" : seen.notice ? "told" : "nothing");
    if (kind !== "nothing")
      expect(stdout).toContain(kind === "withheld" ? "so this output was withheld" : "the hook failed");
    expect(exitCode).toBe(seen.verdict ? 2 : 0);
    return kind;
  }

  test.each<[name: string, builtin: string | undefined, becomes: string]>([
    ["PreToolUse", undefined, "deny"],
    ["PreToolUse", "redact_secrets", "deny"],
    ["PreToolUse", "no_such_guard", "deny"],
    ["PreToolUse", "add_date", "told"],
    ["PostToolUse", undefined, "withheld"],
    ["PostToolUse", "redact_secrets", "withheld"],
    ["PostToolUse", "snapshot", "told"],
    ["UserPromptSubmit", undefined, "block"],
    ["SessionStart", undefined, "told"],
    ["SessionStart", "no_such_guard", "told"],
  ])("%s for the builtin %s is answered by: %s", async (name, builtin, becomes) => {
    expect(await after(name, builtin)).toBe(becomes);
  });

  test("each agent that can hold back what a guard should have seen does so, wherever that event stands", async () => {
    const late: string[] = [];
    for (const name of AGENT_NAMES) {
      const dialect = await loadAgent(name);
      for (const wireName of dialect.events) {
        const names = dialect.decode({}, wireName).map((one) => one.name);
        const at = names.findIndex(
          (one) => /^(?:call|prompt|messages)$/.test(subjectOf(one) ?? "") && isGuarded(one, DEFAULT_SETTINGS),
        );
        if (at === -1 || !dialect.carries(wireName, {}, DEFAULT_SETTINGS).refusal) continue;
        let seen: Outcome = {};
        await withheld({ args: [] }, {}, { dialect, wireName }, error, async (sent) => void (seen = sent));
        expect(seen.verdict?.kind, `${name} ${wireName}`).toMatch(/deny|block/);
        if (at > 0) late.push(wireName);
      }
    }
    expect(late.length).toBeGreaterThan(0);
  });

  test.each<[text: string, event: string, builtin: string | undefined, exitCode: number, says: RegExp]>([
    ["{", "PreToolUse", undefined, 2, /not valid JSON/],
    ["{", "PreToolUse", "add_date", 1, /not valid JSON/],
    ["{", "SessionStart", undefined, 1, /not valid JSON/],
    [" \n", "PreToolUse", "no_such", 2, /There is no builtin named "no_such"/],
    ["{", "PreToolUse", "no_such", 2, /not valid JSON/],
  ])("the text %j at %s for %s ends with the code %i", async (text, event_, builtin, exitCode, says) => {
    const request = { agent: "claude-code", event: event_, args: [], ...(builtin !== undefined && { builtin }) };
    const reply = await unanswered(request, { text, env: {} }, new SyntaxError("quotes sk_secret"));
    expect([reply.isUnread, reply.exitCode]).toEqual([true, exitCode]);
    expect(reply.stderr).toMatch(says);
    expect(reply.stderr + reply.stdout).not.toContain("sk_secret");
  });
});
