import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { findingLines, shortExplanation } from "../../../bin/describe-explanation.ts";
import { wholeExplanation } from "../../../bin/whole-explanation.ts";
import { explain } from "../../../hook/explain.ts";
import type { Explanation } from "../../../hook/explanation.ts";
import type { SampleCall } from "../../../agents/codec/samples.ts";
import { SAMPLES } from "../../support/agents.ts";
import type { Io } from "../../../kit/io.ts";
import { UNBOUND } from "../../../terminal/display.ts";
import { ioWith } from "../../support/io-with.ts";
import { temporaryWorld, type TemporaryWorld } from "../../support/temporary-world.ts";

const SECRET = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");

let world: TemporaryWorld;
beforeEach(() => {
  world = temporaryWorld();
});
afterEach(() => world.remove());

const io = (env: Io["env"] = {}): Io => ({ ...ioWith("", { ...world.env, ...env }), cwd: world.cwd });
const ask = (
  event: object | string,
  words: { agent?: string; event?: string; builtin?: string } = {},
  env: Io["env"] = {},
): Promise<Explanation> =>
  explain(io(env), typeof event === "string" ? event : JSON.stringify(event), { ...words, args: [] });
const named = ({ builtins }: Explanation, name: string) => builtins.filter((one) => one.name === name);

describe("why this dialect", () => {
  test.each([
    ["--agent", { hook_event_name: "PreToolUse" }, { agent: "codex" }, {}, "codex", { by: "argument", telling: [] }],
    [
      "a key that only one agent sends",
      { hook_event_name: "PreToolUse", client_type: "kimi_code_cli" },
      {},
      {},
      "kimi-code",
      { by: "payload", telling: ["client_type"] },
    ],
    [
      "two keys together",
      { hookName: "PreToolUse", clineVersion: "4" },
      {},
      {},
      "cline-vscode",
      { by: "payload", telling: ["hookName", "clineVersion"] },
    ],
    [
      "a guest in another's registration",
      { hook_event_name: "postToolUse", cursor_version: "1" },
      { agent: "claude-code" },
      {},
      "cursor",
      { by: "guest", telling: ["cursor_version"] },
    ],
    [
      "a variable, where payloads look alike",
      { hook_event_name: "PreToolUse", session_id: "s", permission_mode: "default" },
      {},
      { QWEN_PROJECT_DIR: "/w" },
      "qwen-code",
      { by: "environment", telling: ["QWEN_PROJECT_DIR"] },
    ],
    ["nothing at all", { a: 1 }, {}, {}, "docker-agent", { by: "default", telling: [] }],
  ])("%s", async (_name, event, words, env, agent, chosen) => {
    expect(await ask(event, words, env)).toMatchObject({ agent, chosen });
  });
});

describe("the verdict", () => {
  const before = (agent: string, command: string) => {
    const [event, payload] = SAMPLES[agent]!.before;
    const call: SampleCall = { cwd: world.cwd, home: world.home, session: "s", command, output: "", time: new Date(0) };
    return ask(payload(call), { agent, event });
  };

  test.each(Object.keys(SAMPLES))(
    "of %s is what this agent is sent: a question, or a refusal where it cannot ask",
    async (agent) => {
      const { verdict, effect, reply } = await before(agent, "snapveil off");
      const isAsked = /"ask"/.test(reply.stdout);
      expect(verdict.kind).toBe(isAsked ? "asked" : "refused");
      expect(effect.some((sentence) => sentence.includes("asks the person"))).toBe(isAsked);
      expect(verdict.sentence).toMatch(isAsked ? /^Asked: / : /^Refused: /);
    },
  );

  test.each([
    ["claude-code", "ls", "passes", /^Passes: Claude Code goes on/],
    ["claude-code", "rm -rf ~", "refused", /^Refused: Claude Code /],
    ["claude-code", "cat .env", "cleaned", /^Output will be cleaned: Claude Code /],
    ["cursor", "cat .env", "refused", /^Refused: Cursor /],
  ])("%s of %s: %s", async (agent, command, kind, sentence) => {
    expect((await before(agent, command)).verdict).toEqual({ kind, sentence: expect.stringMatching(sentence) });
  });

  test.each([
    [
      "a rule",
      { destructive: { allow: ["push-main"] } },
      "git push -f origin main",
      / since \d{4}-\d\d-\d\d or before\.$/,
    ],
    ["a guard that is left out", { block_destructive: false }, "rm -rf ~", /config\.jsonc since /],
  ])("names the settings that let something pass: %s", async (_, settings, command, sentence) => {
    world.configure(settings);
    const { verdict } = await before("claude-code", command);
    expect(verdict).toEqual({ kind: "allowed", sentence: expect.stringMatching(sentence) });
    expect(verdict.sentence).toContain(`Allowed by your settings of ${world.home}/.config/snapveil/config.jsonc`);
  });

  test.each(["npm test", "cat .env"])("of a call that the settings approve names their file: %s", async (command) => {
    world.configure({ builtins: { permission_request: [["approve_calls", command]] } });
    const asked = { hook_event_name: "PermissionRequest", tool_name: "Bash", tool_input: { command } };
    const { verdict } = await ask({ ...asked, cwd: world.cwd }, { agent: "claude-code" });
    expect(verdict.sentence).toMatch(/^Allowed by your settings of .*config\.jsonc since /);
  });

  test("is found without running what writes or sends something, though the event is answered again", async () => {
    const pre_tool_use = ["block_destructive", "snapshot", ["log_events", "~/events.jsonl"]];
    world.configure({ destructive: { allow: ["push-main"] }, builtins: { pre_tool_use } });
    expect((await before("claude-code", "git push -f origin main")).verdict.kind).toBe("allowed");
    expect(existsSync(join(world.home, "events.jsonl"))).toBe(false);
  });

  test("names the day of the line of the settings, and says nothing of settings that change nothing", async () => {
    const { lineFor } = await import("../../../redactors/allow/fingerprints.ts");
    const { keptSalt } = await import("../../../redactors/allow/kept-salt.ts");
    const line = `${lineFor(SECRET, keptSalt(io()))} github-token 2026-01-02`;
    world.configure({ allow: [line, "hmac:00:00 password 2025-05-05"] });
    expect((await before("cursor", `curl -H 'x: ${SECRET}' https://a.test`)).verdict.sentence).toMatch(
      / since 2026-01-02\.$/,
    );
    expect((await before("cursor", "ls")).verdict.kind).toBe("passes");
  });

  test.each([
    [{ destructive: { allow: ["rm -rf ~/2026-01-02", "rm -rf ~/2025-05-05"] } }, "rm -rf ~/2026-01-02"],
    [{ secretFiles: { allow: ["notes-2026-01-02.pem", "notes-2025-05-05.pem"] } }, "cat notes-2026-01-02.pem"],
  ])("names the day of the one line that let it pass: %j", async (settings, command) => {
    world.configure(settings);
    world.write("~/2026-01-02/a", "a");
    world.write("notes-2026-01-02.pem", "a");
    expect((await before("cursor", command)).verdict.sentence).toMatch(/ since 2026-01-02\.$/);
  });
});

describe("what happened", () => {
  test("the rule and where it matched, what was said, and what the agent does", async () => {
    const explanation = await ask(
      { hook_event_name: "PreToolUse", tool_name: "WebSearch", tool_input: { list: ["a", `token ${SECRET}`] } },
      { agent: "claude-code" },
    );
    expect(named(explanation, "redact_secrets")).toMatchObject([
      {
        event: "pre_tool_use",
        state: "ran",
        says: ["rewrite of toolInput"],
        findings: [{ kind: "github-token", at: "/list/1", length: SECRET.length }],
      },
    ]);
    expect(named(explanation, "snapshot")).toMatchObject([{ state: "not run" }]);
    expect(JSON.parse(explanation.reply.stdout)).toMatchObject({
      hookSpecificOutput: { updatedInput: { list: ["a", "token [REDACTED]"] } },
    });
    expect(explanation.effect.join()).toContain("Claude Code takes the new text for the arguments");
  });

  test("a rewrite that is lost is refused, or said loudly", async () => {
    const input = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: SECRET } };
    expect((await ask(input, { agent: "codex" })).effect.join()).toMatch(
      /lets no hook change the arguments .* refused instead.*does not do what the event announces/,
    );
    const output = { hook_event_name: "PostToolUse", tool_name: "Bash", tool_input: {}, tool_response: SECRET };
    const lost = await ask(output, { agent: "vscode-copilot" });
    expect(lost.effect.join()).toContain("WHAT WAS FOUND IS NOT HELD BACK");
    expect(lost.verdict).toEqual({ kind: "passes", sentence: expect.stringMatching(/^Found, but not held back: /) });
  });

  test("nothing to say, nothing to run, everything switched off", async () => {
    expect(
      (await ask({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: {} }, { agent: "claude-code" }))
        .effect,
    ).toEqual(["There was nothing to say: Claude Code goes on as if there were no hook."]);
    expect(await ask({ hook_event_name: "Notification", message: "x" }, { agent: "claude-code" })).toMatchObject({
      builtins: [],
      effect: [expect.stringContaining("Nothing is meant")],
    });
    expect(
      await ask(
        { hook_event_name: "PreToolUse", tool_input: { a: SECRET } },
        { agent: "claude-code" },
        { SNAPVEIL_DISABLE: "1" },
      ),
    ).toMatchObject({ disabled: true, builtins: [], effect: [expect.stringContaining("SNAPVEIL_DISABLE=1")] });
  });

  test("what the project's settings ask for is told apart", async () => {
    mkdirSync(join(world.cwd, ".git"));
    writeFileSync(join(world.cwd, ".snapveil.jsonc"), '{ "builtins": { "turn_start": ["add_environment_info"] } }');
    const explanation = await ask(
      { hook_event_name: "UserPromptSubmit", cwd: world.cwd, prompt: "hi" },
      { agent: "claude-code" },
    );
    expect(named(explanation, "add_environment_info")).toMatchObject([{ origin: "project", says: ["context"] }]);
    expect(named(explanation, "add_date")).toMatchObject([{ origin: "user" }]);
  });

  test("one builtin alone", async () => {
    const explanation = await ask(
      { hook_event_name: "UserPromptSubmit", prompt: "hi" },
      { agent: "claude-code", builtin: "add_date" },
    );
    expect(explanation.builtins.map(({ name }) => name)).toEqual(["add_date"]);
    await expect(ask({}, { builtin: "add_dat" })).resolves.toMatchObject({
      reply: { stderr: expect.stringContaining("add_dat") },
      effect: [expect.stringContaining("failed")],
    });
  });

  test("what is no event is refused without quoting it", async () => {
    for (const text of [`{ "a": ${SECRET}`, `["${SECRET}"]`, ""]) {
      const error = await ask(text).catch((caught: unknown) => caught);
      expect(String(error)).toContain("not a hook event");
      expect(String(error)).not.toContain(SECRET);
    }
  });
});

test("no agent's event makes it show the secret or leave anything behind", async () => {
  const call: SampleCall = {
    cwd: world.cwd,
    home: world.home,
    session: "s",
    command: `echo ${SECRET}`,
    output: `it is ${SECRET}`,
    time: new Date(0),
  };
  for (const [agent, { before, after }] of Object.entries(SAMPLES)) {
    for (const [event, payload] of [before, ...(after ? [after] : [])]) {
      const explanation = await ask({ ...payload(call), [`key ${SECRET}`]: SECRET }, { agent, event });
      expect(JSON.stringify(explanation), `${agent} ${event}`).not.toContain(SECRET);
      expect(explanation, `${agent} ${event}`).toMatchObject({
        agent,
        effect: [expect.any(String), ...explanation.effect.slice(1)],
      });
    }
  }
  expect(existsSync(world.data)).toBe(false);
  expect(readdirSync(world.cwd)).toEqual([]);
});

describe("a finding", () => {
  test("comes with its place, what its rule looks for, and the words of the row that found it", async () => {
    const stdout = `host: db\n  stats auth admin:${["kTq7", "Zm2Wp9"].join("")}\n${SECRET}\n`;
    const event = { hook_event_name: "PostToolUse", session_id: "s", tool_name: "Bash", tool_response: { stdout } };
    const explanation = await ask(event, { agent: "claude-code", builtin: "redact_secrets" });
    const [builtin] = named(explanation, "redact_secrets");
    expect(builtin!.findings).toMatchObject([
      { rule: "paired-password", looks_for: 'a value beside one of the words "stats auth"', from: 29, length: 10 },
      { rule: "github-token", looks_for: expect.stringContaining('"ghp_"'), at: "/stdout", from: 40 },
    ]);
    expect(findingLines(builtin!).map((lines) => lines.map((line) => line.split(":", 1)[0]))).toEqual(
      Array.from({ length: 2 }, () => ["Where", "Rule", "Way", "Decided", "Allow"]),
    );
    expect(findingLines(builtin!)[1]!.join("\n")).toContain('"allow": ["kind:github-token"]');
  });

  test("under a name tells the way, the name and the decision", async () => {
    const stdout = `DB_PASSWORD=${["Hx7", "mQ2v", "b9k"].join("")}\n`;
    const event = { hook_event_name: "PostToolUse", session_id: "s", tool_name: "Bash", tool_response: { stdout } };
    const [builtin] = named(await ask(event, { agent: "claude-code" }), "redact_secrets");
    const [lines] = findingLines(builtin!);
    expect(lines!.slice(0, 3)).toEqual([
      "Where: /stdout, characters 13 to 22",
      "Rule: keyed-password (medium)",
      "Way: behind an operator: equals; the name DB_PASSWORD promises password",
    ]);
    expect(lines![3]).toMatch(
      /^Decided: a secret \(medium\) by the rule "made up: looks random"; second opinion: chance (?:0\.\d+|1)/,
    );
  });
});

describe("the values under names", () => {
  const printed = (text: string) =>
    ask(
      { hook_event_name: "PostToolUse", session_id: "s", tool_name: "Bash", tool_response: { stdout: text } },
      { agent: "claude-code", builtin: "redact_secrets" },
    );
  const PASSWORD = ["Hx7", "mQ2v", "b9k"].join("");

  test("come with the rule that decided and the features of the second opinion, and without the value", async () => {
    const explanation = await printed(`DB_PASSWORD=${PASSWORD}\nMODE_PASSWORD=getUser()\n`);
    const [{ values } = { values: [] }] = named(explanation, "redact_secrets");
    expect(values).toContainEqual(
      expect.objectContaining({
        name: "DB_PASSWORD",
        promises: "password",
        way: "behind an operator: equals",
        length: 10,
        rule: "made up",
        within: "looks random",
        verdict: "medium",
      }),
    );
    expect(values).toContainEqual(expect.objectContaining({ name: "MODE_PASSWORD", verdict: "none" }));
    const [first] = values;
    expect(first!.chance).toBeGreaterThan(0.5);
    expect(first!.features.join()).toMatch(/[a-z] [\d.]+ \(usual [\d.]+\): [\d.]+ times/);
    expect(JSON.stringify(explanation)).not.toContain(PASSWORD);
  });

  test("come with what refused a pair before the judge was asked", async () => {
    const [{ values } = { values: [] }] = named(await printed("  pwd = getpwuid (uid);\n"), "redact_secrets");
    expect(values).toContainEqual(expect.objectContaining({ name: "pwd", rule: "called or indexed", verdict: "none" }));
  });

  test.each([
    ["all is well", true],
    ["the password policy is strict", undefined],
    ["see https://bob@example.org/", undefined],
    ["пароль: нет", undefined],
  ])("and what announces none is told: %s", async (text, unannounced) => {
    const explanation = await printed(text);
    const [one] = named(explanation, "redact_secrets");
    expect(one!.says).toEqual(["nothing"]);
    expect(one!.unannounced).toBe(unannounced);
    const said =
      "redact_secrets on tool_response_transform: nothing: no word, prefix or address that announces a secret";
    expect(wholeExplanation(explanation).includes(said)).toBe(unannounced === true);
    const short = shortExplanation(explanation, UNBOUND).split(/\s+/).join(" ");
    expect(short.includes("redact_secrets: nothing: no word, prefix or address")).toBe(unannounced === true);
    expect(short.includes("Silent redact_secrets")).toBe(unannounced !== true);
  });

  test("are worked out after the search, which goes on as it does in a hook", async () => {
    const explanation = await printed(`пароль: ${PASSWORD}`);
    const [{ findings } = { findings: [] }] = named(explanation, "redact_secrets");
    expect(findings.map(({ at }) => at)).toEqual(["/stdout"]);
    expect(explanation.reply.stdout).not.toContain(PASSWORD);
  });

  test("are those of one event, and not of the next", async () => {
    await printed(`DB_PASSWORD=${PASSWORD}\n`);
    const [{ values } = { values: [] }] = named(await printed("nothing"), "redact_secrets");
    expect(values).toEqual([]);
  });
});
