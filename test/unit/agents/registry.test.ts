import { describe, expect, test } from "vitest";

import type { SampleCall } from "../../../agents/codec/samples.ts";
import { AGENT_NAMES, AGENTS, loadAgent } from "../../../agents/registry.ts";
import { SAMPLES } from "../../support/agents.ts";

const call: SampleCall = {
  cwd: "/w",
  home: "/h",
  session: "36d1e1f8-140d-4d43-b0f3-47dd6e3247e1",
  command: "ls",
  output: "a",
  time: new Date("2026-01-02T03:04:05Z"),
};
const agents = await Promise.all(AGENT_NAMES.map(loadAgent));

describe("the registry of agents", () => {
  test.each(AGENT_NAMES)("%s is the name of its agent and of its installer", async (name) => {
    expect((await loadAgent(name)).name).toBe(name);
    expect((await AGENTS[name].install?.())?.default.agent ?? name).toBe(name);
  });

  test("an agent that hooks can be registered with has samples, for doctor to try them", () => {
    expect(AGENT_NAMES.filter((name) => AGENTS[name].install)).toEqual(Object.keys(SAMPLES));
  });

  test("an agent that runs another's registrations names one that there is", () => {
    const named = AGENT_NAMES.flatMap((name) => AGENTS[name].runsToo ?? []);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !AGENT_NAMES.some((known) => known === name))).toEqual([]);
  });

  test("a name that is nearly an agent's gets that one told", async () => {
    await expect(loadAgent("gemini")).rejects.toThrow(/named "gemini" .*\. Did you mean gemini-cli\? Known: /);
    await expect(loadAgent("kimi")).rejects.toThrow("Did you mean kimi-code or kimi-cli?");
    await expect(loadAgent("claud-code")).rejects.toThrow("Did you mean claude-code?");
    await expect(loadAgent("nothing-like-it")).rejects.toThrow(/named "nothing-like-it" [^?]*$/);
    await expect(loadAgent("nobody")).rejects.toThrow(/registered with\. Known: docker-agent, /);
  });

  test("no two agents claim the same payload", () => {
    const claims = Object.entries(SAMPLES).flatMap(([name, { before, after, env }]) =>
      [before, ...(after ? [after] : [])].map(([event, payload]) => ({
        name,
        event,
        owners: agents.filter((one) => one.owns?.(payload(call), event, env?.(call) ?? {})).map((one) => one.name),
      })),
    );
    expect(claims.filter(({ owners }) => owners.length > 1)).toEqual([]);
    expect(claims.filter(({ name, owners }) => owners.length === 1 && owners[0] === name).length).toBeGreaterThan(30);
  });
});
