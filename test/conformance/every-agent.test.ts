import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { dispatch } from "../../hook/dispatch.ts";
import { SAMPLES, INSTALLERS } from "../support/agents.ts";
import { chooseEvents } from "../../install/choose-events.ts";
import type { JsonObject } from "../../kit/json.ts";
import type { Agent } from "../../agents/codec/agent.ts";
import type { Dialect, Reply } from "../../agents/codec/dialect.ts";
import { AGENT_NAMES, type AgentName, loadAgent } from "../../agents/registry.ts";
import { readsAsDenial } from "../property/reads-as-denial.ts";
import { ioWith } from "../support/io-with.ts";
import { sharedFile } from "../support/shared-folder.ts";
import { DEFAULT_SETTINGS } from "../../worktree/default-settings.ts";
import { CHOSEN_OTHERWISE, NAMES } from "./dialect-facts.ts";
import { GITHUB as SECRET } from "../support/made-up.ts";

const USUAL = { approvingRewrites: false, strict: false };

let place: string;
beforeEach(() => (place = mkdtempSync(join(tmpdir(), "every-agent-"))));
afterEach(() => rmSync(place, { recursive: true, force: true }));

function ask(agent: string, event: string, payload: JsonObject, env: Record<string, string> = {}): Promise<Reply> {
  const io = {
    ...ioWith(JSON.stringify(payload), { SNAPVEIL_DATA_DIR: join(place, "data"), ...env }),
    now: () => new Date(),
  };
  return dispatch(io, { agent, event, builtin: "redact_secrets", args: [] });
}

const dialectOf = async (agent: string): Promise<Agent> => loadAgent(agent);

/**
 * The call of a tool as its agent tells of it. Those that no installer serves speak as Claude Code does, or name the
 * event alone.
 */
function callOf(
  agent: string,
  command: string,
): { event: string; payload: JsonObject; after?: { event: string; payload: JsonObject } } {
  const call = {
    cwd: "/",
    home: "/home/u",
    session: "0a1b2c3d-0000-4000-8000-000000000000",
    command,
    output: "total 0\n",
    time: new Date(0),
  };
  const { before, after } = SAMPLES[agent] ?? SAMPLES["claude-code"]!;
  const payload = before[1](call);
  const named = agent === "generic" ? { ...payload, event: before[0] } : payload;
  return { event: before[0], payload: named, ...(after && { after: { event: after[0], payload: after[1](call) } }) };
}

describe("a prompt with a secret", () => {
  /**
   * `later`: a later event takes it out. `passes`: the agent reads no answer here, and none that could hold it
   * anywhere.
   */
  const PROMPTS: Partial<Record<AgentName, "refused" | "rewritten" | "later" | "passes">> = {
    "docker-agent": "later",
    "claude-code": "refused",
    codex: "refused",
    "gemini-cli": "later",
    "qwen-code": "refused",
    "copilot-cli": "rewritten",
    "vscode-copilot": "refused",
    cursor: "refused",
    generic: "refused",
    openhands: "refused",
    cline: "passes",
    "cline-vscode": "refused",
    "kimi-code": "refused",
    "kimi-cli": "passes",
    kiro: "passes",
    "kiro-v3": "passes",
    auggie: "passes",
    droid: "refused",
    grok: "refused",
    windsurf: "refused",
    goose: "passes",
    letta: "refused",
    junie: "passes",
    codebuddy: "refused",
    qoder: "refused",
    opencode: "rewritten",
    kilo: "rewritten",
    "claude-mod": "rewritten",
    pi: "rewritten",
    "claude-like": "refused",
  };

  /** Under every name that an agent has for it; the event stands where the sample of a call names its own. */
  function promptOf(agent: AgentName, event: string, text: string): JsonObject {
    const prompt = agent === "kimi-code" ? [{ type: "text", text }] : text;
    const sample = callOf(agent, "ls");
    return {
      ...Object.fromEntries(
        Object.entries(sample.payload).map(([key, value]) => [key, value === sample.event ? event : value]),
      ),
      prompt,
      message: text,
      user_prompt: text,
      transformedPrompt: text,
      tool_info: { user_prompt: text },
      userPromptSubmit: { prompt: text },
    };
  }

  test.each(AGENT_NAMES)("is refused by %s only where nothing later takes it out", async (agent) => {
    const dialect = await dialectOf(agent);
    const prompts = dialect.events.filter((event) =>
      dialect.decode({}, event).some(({ name }) => name === "user_prompt_submit"),
    );
    const carried = dialect.events.map((event) => ({
      names: dialect.decode({}, event).map(({ name }) => name),
      ...dialect.carries(event, {}, USUAL),
    }));
    const cleansLater = carried.some(
      ({ names, rewrite }) => names.includes("before_llm_call") && rewrite.includes("messages"),
    );
    expect(prompts.length > 0, `${agent} has an event for a prompt, and so a row in PROMPTS above`).toBe(
      PROMPTS[agent] !== undefined,
    );
    for (const event of prompts) {
      const reply = await ask(agent, event, promptOf(agent, event, `log in with ${SECRET}`));
      const clean = await ask(agent, event, promptOf(agent, event, "log in"));
      const isRefused = readsAsDenial(agent, reply);
      expect(readsAsDenial(agent, clean), event).toBe(false);
      expect(isRefused, event).toBe(PROMPTS[agent] === "refused");
      expect(reply.stdout + reply.stderr, event).not.toContain(SECRET);
      expect(reply.stdout.includes("log in with [REDACTED]"), event).toBe(PROMPTS[agent] === "rewritten");
      if (isRefused) expect(cleansLater, "a refusal stops what would have been clean").toBe(false);
      if (PROMPTS[agent] === "later") expect(cleansLater).toBe(true);
    }
  });
});

describe("the arguments of a call with a secret", () => {
  const COMMAND = `curl -H 'Authorization: Bearer ${SECRET}' https://example.test`;

  test.each(AGENT_NAMES.filter((agent) => agent !== "claude-mod"))(
    "are rewritten by %s where that is heard, else the call is denied and nobody is told of a redaction",
    async (agent) => {
      const dialect = await dialectOf(agent);
      const { event, payload } = callOf(agent, COMMAND);
      const before = dialect.events.filter((name) =>
        dialect
          .decode({}, name)
          .some((one) => ["pre_tool_use", "tool_input_transform", "tool_guard"].includes(one.name)),
      );
      // Of agents whose payload names the event, each event before a call; of the others the one that the sample is of.
      const names = agent === "docker-agent" ? before : [event];
      expect(before, `events before a call in the table of ${agent}; its \`samples\` name one of them`).toContain(
        event,
      );
      for (const name of names) {
        const reply = await ask(
          agent,
          name,
          agent === "docker-agent"
            ? { ...payload, hook_event_name: name === "preempt_yolo" ? "pre_tool_use" : name }
            : payload,
        );
        const said = reply.stdout + reply.stderr;
        const isCarried = dialect.carries(name, payload, USUAL).rewrite.includes("toolInput");
        expect(said, name).not.toContain(SECRET);
        expect(readsAsDenial(agent, reply), name).toBe(!isCarried);
        expect(said.includes("Bearer [REDACTED]"), name).toBe(isCarried);
        if (!isCarried) expect(said, name).not.toMatch(/redacted|placeholder/i);
      }
    },
  );

  /**
   * Where the model hears that its call was rewritten: at once, or at the first of these events that comes after it.
   */
  const TOLD: Partial<Record<AgentName, string>> = {
    "docker-agent": "turn_start",
    "claude-code": "at once",
    "gemini-cli": "AfterTool",
    "copilot-cli": "at once",
    "vscode-copilot": "at once",
    cursor: "postToolUse",
    cline: "at once",
    vibe: "post_tool",
    crush: "at once",
    hermes: "pre_llm_call",
    auggie: "PostToolUse",
    droid: "PostToolUse",
    grok: "PostToolUse",
    qoder: "at once",
    starchild: "transform_tool_result",
    opencode: "chat.message",
    kilo: "chat.message",
    pi: "before_agent_start",
  };
  const REWRITERS = AGENT_NAMES.filter((agent) => TOLD[agent] !== undefined);

  test.each(REWRITERS)("are rewritten by %s, and the model is told once", async (agent) => {
    const { event, payload, after } = callOf(agent, COMMAND);
    const isTold = ({ stdout }: Reply) => stdout.includes("placeholder in the place of a secret");
    const told = TOLD[agent]!;
    expect(isTold(await ask(agent, event, payload)), event).toBe(told === "at once");
    const later =
      after && after.event === told
        ? after.payload
        : { ...payload, hook_event_name: told, ...("event" in payload && { event: told }) };
    if (agent === "docker-agent")
      expect(
        isTold(await ask(agent, "post_tool_use", { ...payload, hook_event_name: "post_tool_use" })),
        "its runtime drops that",
      ).toBe(false);
    if (told === "at once") return;
    expect(isTold(await runAll(agent, told, later))).toBe(true);
    expect(isTold(await runAll(agent, told, later))).toBe(false);
  });

  test("are rewritten by no agent that is not in the table", async () => {
    const rewriting = await Promise.all(
      AGENT_NAMES.map(async (agent) => {
        const dialect = await dialectOf(agent);
        return dialect.events.some((event) => dialect.carries(event, {}, USUAL).rewrite.includes("toolInput"))
          ? [agent]
          : [];
      }),
    );
    expect(rewriting.flat()).toEqual(REWRITERS);
  });

  function runAll(agent: AgentName, event: string, payload: JsonObject): Promise<Reply> {
    const io = {
      ...ioWith(JSON.stringify(payload), { SNAPVEIL_DATA_DIR: join(place, "data") }),
      now: () => new Date(),
    };
    return dispatch(io, { agent, event, args: [] });
  }
});

describe("what becomes of a hook that gives no answer", () => {
  const USELESS = ["goes on", "depends"];

  test.each(AGENT_NAMES)("is said of %s as it is known elsewhere", async (agent) => {
    const { failing } = (await dialectOf(agent)).evidence;
    const isRefused = (exitCode: number) => readsAsDenial(agent, { stdout: "", stderr: "no", exitCode });
    if (failing.exit2 !== "not known") expect(isRefused(2)).toBe(failing.exit2 === "refused");
    if (failing.crash === "refused") expect(isRefused(1)).toBe(true);
    if (failing.crash === "goes on") expect(isRefused(1)).toBe(false);
  });

  test.each(AGENT_NAMES)("input that cannot be read is refused by %s in words where no exit code is", async (agent) => {
    const dialect = await dialectOf(agent);
    const { event } = callOf(agent, "ls");
    const events = agent === "docker-agent" ? ["preempt_yolo"] : [event];
    for (const name of events) {
      const io = ioWith("{ torn", {});
      const reply = await dispatch(io, { agent, event: name, builtin: "redact_secrets", args: [] });
      const needsWords = agent === "docker-agent" || USELESS.includes(dialect.evidence.failing.exit2);
      expect(readsAsDenial(agent, needsWords ? { ...reply, exitCode: 0 } : reply), name).toBe(true);
      if (needsWords) expect(reply.exitCode).toBe(0);
    }
  });
});

describe("an event whose answer nobody reads", () => {
  const isSilent = (dialect: Dialect, event: string, raw: JsonObject) => {
    const { refusal, context, notice, rewrite } = dialect.carries(event, raw, USUAL);
    return !refusal && !context && !notice && rewrite.length === 0;
  };

  test.each(INSTALLERS.map((installer) => [installer.agent, installer] as const))(
    "guards nothing for %s: it is not registered to look for secrets, and gets the same answer with one",
    async (agent, installer) => {
      const dialect = await dialectOf(agent);
      const chosen = chooseEvents(dialect, installer, DEFAULT_SETTINGS, ["arguments", "messages", "output"]);
      expect(chosen.filter(({ name }) => isSilent(dialect, name, {}))).toEqual([]);
      const { after } = callOf(agent, "ls");
      if (!after || !isSilent(dialect, after.event, after.payload)) return;
      const guilty = JSON.parse(JSON.stringify(after.payload).replaceAll("total 0", `token ${SECRET}`)) as JsonObject;
      expect(await ask(agent, after.event, guilty)).toEqual(await ask(agent, after.event, after.payload));
    },
  );

  interface EventFacts {
    readonly outputs: Readonly<Record<string, JsonObject | null>>;
  }
  const file = sharedFile("facts/dialects.json");
  const facts = file
    ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, { events?: Record<string, EventFacts> }>)
    : {};
  const rows = Object.entries(facts).flatMap(([agent, { events = {} }]) =>
    Object.hasOwn(NAMES, agent)
      ? Object.entries(events).map(([event, { outputs }]) => [agent, event, NAMES[agent]!, outputs] as const)
      : [],
  );
  /** Known from elsewhere than these facts. */
  const KNOWN: Readonly<Record<string, string>> = {
    "starchild pre_llm_call": "from its specification",
    "codex PreCompact": "its schema has `continue`, and nothing of ours guards it",
    "docker-agent session_start": "ends the run; nothing of ours guards it",
    "docker-agent on_agent_switch": "nothing of ours guards it",
    "docker-agent worktree_create": "nothing of ours guards it",
  };

  test.skipIf(rows.length === 0).each(rows)(
    "%s %s refuses and rewrites only what the agent is known to read",
    async (agent, event, name, outputs) => {
      const { refusal, rewrite, lever } = (await dialectOf(name)).carries(event, { tool_name: "MCP:any" }, USUAL);
      const isOurs = [`${agent} ${event}`, `${agent} *`].some(
        (where) => KNOWN[where] ?? CHOSEN_OTHERWISE[`${where} block`],
      );
      if (refusal && !isOurs) expect(outputs["block"], "a refusal is read").toBeTruthy();
      const PARTS = {
        toolInput: "rewrite_input",
        toolResponse: "rewrite_output",
        messages: "rewrite_messages",
        prompt: "rewrite_prompt",
      } as const;
      for (const part of rewrite)
        expect(outputs[PARTS[part]] ?? (lever?.includes(part) && outputs["block"]), `${part} is read`).toBeTruthy();
    },
  );
});
