import { expect, test } from "vitest";

import type { JsonObject } from "../../../kit/json.ts";
import { deliver } from "../../../agents/codec/deliver.ts";
import { AGENT_NAMES, loadAgent } from "../../../agents/registry.ts";

const OPTIONS = { approvingRewrites: false, strict: false };

test.each(AGENT_NAMES)("%s: a question is asked or the call denied, wherever a call can be refused", async (name) => {
  const dialect = await loadAgent(name);
  for (const event of dialect.events) {
    const raw: JsonObject = { hook_event_name: event };
    const stands = dialect.decode(raw, event).some((one) => one.name === "pre_tool_use" || one.name === "tool_guard");
    const capabilities = dialect.carries(event, raw, OPTIONS);
    if (!stands || !capabilities.refusal) continue;
    const reply = dialect.encode(
      deliver({ verdict: { kind: "ask", reason: "because of it" } }, capabilities, dialect.title),
      event,
      raw,
    );
    const silence = dialect.encode({}, event, raw);
    expect(reply, `${name} ${event}`).not.toEqual(silence);
    expect(reply.stdout + reply.stderr, `${name} ${event}`).toContain("because of it");
    expect(reply.stdout, `${name} ${event} approves`).not.toMatch(/:"(?:allow|approve)"|"(?:allow|approve)":true/);
  }
});
