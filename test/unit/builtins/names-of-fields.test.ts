import { expect, test } from "vitest";

import { dispatch } from "../../../hook/dispatch.ts";
import { ioWith } from "../../support/io-with.ts";
import { GITHUB as TOKEN } from "../../support/made-up.ts";

async function ask(agent: string, input: object): Promise<string> {
  const isClaude = agent === "claude-code";
  const payload = {
    session_id: "s",
    cwd: "/",
    hook_event_name: isClaude ? "PreToolUse" : "pre_tool_use",
    tool_name: "mcp__labels__set",
    tool_use_id: "t",
    tool_input: input,
  };
  const io = { ...ioWith(JSON.stringify(payload), { HOME: "/nowhere" }), now: () => new Date() };
  return (await dispatch(io, { agent, builtin: "redact_secrets", args: [] })).stdout;
}

const AGENTS = ["claude-code", "docker-agent"];

test.each(AGENTS)(
  "a token in the place of a field's name is refused, since no name is rewritten: %s",
  async (agent) => {
    for (const input of [{ labels: { [TOKEN]: "yes" } }, { rows: [{ a: { [TOKEN]: 1 } }] }]) {
      const answer = await ask(agent, input);
      expect(answer).toMatch(/"deny".*names of fields/s);
      expect(answer).not.toContain(TOKEN);
    }
  },
);

test.each(AGENTS)("long names that are no secrets pass: %s", async (agent) => {
  const input = {
    "0191e2f0-aaaa-7000-8000-00000000abcd": 1,
    "src/components/v2/Button.tsx": 2,
    resolve_library_id_2: 3,
  };
  expect(await ask(agent, input)).toBe("");
});
