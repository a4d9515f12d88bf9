import { describe, expect, test } from "vitest";

import { deliver } from "../../../agents/codec/deliver.ts";
import type { Rewrite } from "../../../agents/codec/outcome.ts";
import { AGENT_NAMES, AGENTS, loadAgent } from "../../../agents/registry.ts";

const USUAL = { approvingRewrites: true, strict: false };
const agents = await Promise.all(AGENT_NAMES.map(async (name) => ({ name, agent: await loadAgent(name) })));
const unsure = agents.filter(({ agent }) => agent.evidence.mark === "second hand");
const REWRITE: Rewrite = { toolInput: { a: "x" }, toolResponse: "x", messages: [], prompt: "x" };

describe.each(unsure)("$name, known at second hand,", ({ agent }) => {
  test("is trusted with no rewrite: each is refused, or else warned of", () => {
    for (const event of agent.events) {
      const capabilities = agent.carries(event, {}, USUAL);
      expect(capabilities.rewrite, event).toEqual([]);
      expect(capabilities.lost === "later", event).toBe(false);
      for (const [part, value] of Object.entries(REWRITE)) {
        const sent = deliver({ rewrite: { [part]: value } }, capabilities, agent.title);
        if (capabilities.lost) continue;
        if (capabilities.refusal) expect(sent, `${event} ${part}`).toMatchObject({ verdict: { kind: "block" } });
        else expect(sent.verdict, event).toBeUndefined();
        if (sent.rewrite && (capabilities.notice || capabilities.context))
          expect([...(sent.notice ?? []), ...(sent.context ?? [])].join(), event).toContain(
            "may have reached the model",
          );
      }
    }
  });

  test("approves nothing in the person's place, and puts no question", () => {
    for (const event of agent.events) {
      expect(agent.carries(event, {}, USUAL).approves, event).toBeUndefined();
      expect(agent.asks(event, { permission_mode: "default" }), event).toBe(false);
      if (!agent.carries(event, {}, USUAL).refusal) continue;
      const { stdout } = agent.encode({ verdict: { kind: "ask", reason: "why" } }, event, {
        permission_mode: "default",
      });
      expect(stdout, event).not.toContain('"ask"');
    }
  });
});

test("every other agent is taken as its table says", async () => {
  expect(unsure).toHaveLength(7);
  for (const { name, agent } of agents)
    if (!unsure.some((one) => one.name === name)) expect((await AGENTS[name].load()).default).toBe(agent);
});

// `doctor` and `agents` print these sentences at a terminal, where nobody can follow a link of a page.
test.each(agents)("the notes on $name hold no link of a page", ({ agent }) => {
  for (const note of agent.evidence.notes ?? []) expect(note).not.toMatch(/\]\(/);
});
