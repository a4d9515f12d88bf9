import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { loadAgent } from "../../../agents/registry.ts";
import type { SampleCall } from "../../../agents/codec/samples.ts";
import { SAMPLES, INSTALLERS } from "../../support/agents.ts";
import { isObject, type Json, type JsonObject } from "../../../kit/json.ts";
import { detectDialect } from "../../../agents/codec/detect-dialect.ts";
import { sharedFile } from "../../support/shared-folder.ts";

const call: SampleCall = {
  cwd: "/w",
  home: "/h",
  session: "36d1e1f8-140d-4d43-b0f3-47dd6e3247e1",
  command: "MARK-IN",
  output: "MARK-OUT",
  time: new Date("2026-01-02T03:04:05Z"),
};
/** What our own plugins send is nobody else's to say. */
const PLUGINS = new Set(["opencode", "kilo", "pi"]);
/** As the agents are called where what they send was written down. */
const FACTS: Readonly<Record<string, string>> = {
  codebuddy: "claude-code",
  qoder: "claude-code",
  cline: "cline-cli",
  kiro: "kiro-cli-v2",
  "kimi-cli": "kimi-cli-legacy",
  vibe: "mistral-vibe",
  hermes: "hermes-agent",
  auggie: "augment-auggie",
  droid: "factory-droid",
  grok: "grok-build",
  windsurf: "windsurf-cascade",
  letta: "letta-code",
  junie: "junie-cli",
  devin: "devin-cli",
};

describe.each(INSTALLERS.map(({ agent }) => agent))("the samples of %s", (agent) => {
  const { before, after, env } = SAMPLES[agent]!;

  test("decode: the arguments and the output are where redact_secrets looks", async () => {
    const dialect = await loadAgent(agent);
    expect(dialect.events).toContain(before[0]);
    const [first] = dialect.decode(before[1](call), before[0]);
    expect(JSON.stringify((first as { toolInput?: Json }).toolInput)).toContain("MARK-IN");
    if (!after) return;
    expect(dialect.events).toContain(after[0]);
    const outputs = dialect
      .decode(after[1](call), after[0])
      .map((event) => JSON.stringify((event as { toolResponse?: Json }).toolResponse));
    expect(outputs.join()).toContain("MARK-OUT");
  });

  test("are recognised, without --agent where they can be", async () => {
    const { owns, variable, resembles } = await loadAgent(agent);
    const isNamed = variable !== undefined && env?.(call)[variable] !== undefined;
    const given = owns || isNamed || resembles ? {} : { agent };
    for (const [event, payload] of [before, ...(after ? [after] : [])]) {
      const { dialect } = await detectDialect(payload(call), { event, ...given }, env?.(call) ?? {});
      expect(dialect.name).toBe(agent);
    }
  });

  test("have no key that the agent does not send", (context) => {
    const file = sharedFile("facts/dialects.json");
    if (!file) return context.skip();
    const known = (
      JSON.parse(readFileSync(file, "utf8")) as Record<
        string,
        { events: Record<string, { sample_stdin?: JsonObject }> }
      >
    )[FACTS[agent] ?? agent];
    if (!known || PLUGINS.has(agent)) return;
    for (const [event, payload] of [before, ...(after ? [after] : [])]) {
      const sent = known.events[event]?.sample_stdin;
      if (!sent) continue; // nobody wrote this one down
      expect(Object.keys(sent), `${agent} ${event}`).toEqual(
        expect.arrayContaining(Object.keys(payload(call)).filter((key) => !OPTIONAL.has(key))),
      );
      for (const key of Object.keys(sent).filter((one) => !(SINCE[agent] ?? []).includes(one)))
        expect(isObject(sent[key]), `${agent} ${event} ${key}`).toBe(isObject(payload(call)[key] ?? sent[key]));
    }
  });
});

/** Keys that a later release than that of the facts was seen to send in another form: Droid 0.225.2 a bare text. */
const SINCE: Readonly<Record<string, readonly string[]>> = { droid: ["tool_response"] };

/** Sent by some releases or on some events. */
const OPTIONAL = new Set([
  "transcript_path",
  "duration_ms",
  "conversation_id",
  "session_id",
  "hook_event_name",
  "cwd",
  "userId",
  "model",
]);
