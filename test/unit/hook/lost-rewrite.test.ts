import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import { dispatch } from "../../../hook/dispatch.ts";
import { rememberRewrite, tellLostRewrite } from "../../../hook/lost-rewrite.ts";
import type { Json, JsonObject } from "../../../kit/json.ts";
import { ioWith } from "../../support/io-with.ts";
import { GITHUB as TOKEN } from "../../support/made-up.ts";

const PASSWORD = ["Kr7#", "vUq2", "!mZd9"].join("");
const COMMAND = `curl -H 'Authorization: Bearer ${TOKEN}' https://api.example.com`;

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "lost-"));
  mkdirSync(join(place, "home/project"), { recursive: true });
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

interface Call {
  readonly before: string;
  readonly after: string;
  readonly tool: string;
  /** The keys of the ids that the agent sends. */
  readonly ids: JsonObject;
  /** Where its answer has the arguments. */
  readonly rewritten: readonly string[];
  readonly response: Json;
  readonly settings?: JsonObject;
}

const AGENTS: Readonly<Record<string, Call>> = {
  "claude-code": {
    before: "PreToolUse",
    after: "PostToolUse",
    tool: "Bash",
    ids: { tool_use_id: "toolu_1", transcript_path: "/h/.claude/projects/p/s.jsonl" },
    rewritten: ["hookSpecificOutput", "updatedInput"],
    response: { stdout: "ok", stderr: "", interrupted: false, isImage: false },
  },
  "gemini-cli": {
    before: "BeforeTool",
    after: "AfterTool",
    tool: "run_shell_command",
    ids: {},
    rewritten: ["hookSpecificOutput", "tool_input"],
    response: { llmContent: "ok" },
  },
  codex: {
    before: "PreToolUse",
    after: "PostToolUse",
    tool: "Bash",
    ids: { tool_use_id: "call_1", turn_id: "t" },
    rewritten: ["hookSpecificOutput", "updatedInput"],
    response: "ok",
    settings: { approvingRewrites: true },
  },
};

async function send(agent: string, event: string, input: Json, more: JsonObject = {}): Promise<JsonObject> {
  const { tool, ids } = AGENTS[agent] ?? { tool: "launch-process", ids: {} };
  const home = join(place, "home");
  const payload = {
    hook_event_name: event,
    session_id: "s1",
    cwd: join(home, "project"),
    tool_name: tool,
    tool_input: input,
    ...ids,
    ...more,
  };
  const io = {
    ...ioWith(JSON.stringify(payload), { HOME: home, SNAPVEIL_DATA_DIR: join(place, "data") }),
    cwd: join(home, "project"),
    now: () => new Date(),
  };
  const { stdout } = await dispatch(io, { agent, args: [] });
  return stdout === "" ? {} : (JSON.parse(stdout) as JsonObject);
}

const at = (answer: JsonObject, path: readonly string[]) =>
  path.reduce<Json | undefined>((value, key) => (value as JsonObject | undefined)?.[key], answer);
const log = () => readFileSync(join(place, "data/log/refusals.jsonl"), "utf8");

/** The arguments that ran, by those that were answered. */
type Ran = (answered: string) => string;

/** The answer to a call, and to the event after it if these arguments ran. */
async function play(agent: string, given: string, ran: Ran) {
  const { before, after, rewritten, response, settings } = AGENTS[agent]!;
  if (settings) write("home/.config/snapveil/config.jsonc", settings);
  const answer = at(await send(agent, before, { command: given }), rewritten) as JsonObject;
  expect(answer["command"]).not.toContain(TOKEN);
  const told = await send(agent, after, { command: ran(answer["command"] as string) }, { tool_response: response });
  return { answered: answer["command"] as string, told: JSON.stringify(told) };
}

function write(path: string, value: Json): void {
  mkdirSync(dirname(join(place, path)), { recursive: true });
  writeFileSync(join(place, path), JSON.stringify(value));
}

describe.each(Object.keys(AGENTS))("in %s", (agent) => {
  test.each<[how: string, ran: Ran]>([
    ["as it was", () => COMMAND],
    ["as another hook wrapped it", () => `(${COMMAND}) | tee out.txt`],
    ["with the secret in another command", () => `printf %s ${TOKEN}`],
  ])("person and model are told that a call ran %s, and the log keeps it", async (_name, ran) => {
    const { told } = await play(agent, COMMAND, ran);
    expect(told).toContain("A secret was not taken out");
    expect(told).toContain("What you were told of a placeholder is not true");
    expect(told).not.toContain(TOKEN);
    expect(told).toMatch(/A secret was not taken out: .*?github-token gh…/);
    expect(told).toMatch(/is not true: [^…]*github-token[^…]* Take the value for used/);
    expect(log()).toContain('"ran":true');
    expect(log()).not.toContain(TOKEN);
  });

  test.each<[how: string, ran: Ran]>([
    ["as it was answered", (answered: string) => answered],
    ["as another hook wrapped what was answered", (answered: string) => `(${answered}) | tee out.txt`],
    ["with something else", () => "ls"],
  ])("nothing is told of a call that ran %s", async (_name, ran) => {
    const { told } = await play(agent, COMMAND, ran);
    expect(told).not.toContain("was not taken out");
    expect(log()).not.toContain('"ran":true');
  });
});

test("an agent of which nobody knows which arguments it tells afterwards is believed where they are others", async () => {
  const ids = { conversation_id: "s1", workspace_roots: [place] };
  const ask = async (ran: string) => {
    await send("auggie", "PreToolUse", { command: COMMAND }, ids);
    return JSON.stringify(await send("auggie", "PostToolUse", { command: ran }, { ...ids, tool_output: "ok" }));
  };
  expect(await ask(COMMAND)).not.toContain("is not true");
  expect(await ask(`sudo ${COMMAND}`)).toContain("is not true");
});

test("of two secrets the one that another hook put back is told", async () => {
  const command = `curl -u 'admin:${PASSWORD}' https://db.example.com; curl -H "Authorization: Bearer ${TOKEN}" https://example.com`;
  const { told } = await play("claude-code", command, (answered) => answered.replace(/(?<=Bearer )[^"]+/, TOKEN));
  expect(told).toContain("A secret was not taken out");
});

test("no secret is kept for it, and nothing is left when the call has ended", async () => {
  const command = `curl -u 'admin:${PASSWORD}' https://db.example.com; curl -H "Authorization: Bearer ${TOKEN}" https://example.com`;
  await send("claude-code", "PreToolUse", { command });
  const folder = join(place, "data/rewritten/s1");
  const [kept] = readdirSync(folder);
  const text = readFileSync(join(folder, kept!), "utf8");
  expect(JSON.parse(text)).toMatchObject({ taken: expect.any(Array) });
  for (const secret of [PASSWORD, TOKEN]) expect(text).not.toContain(secret);
  await send("claude-code", "PostToolUse", { command }, { tool_response: { stdout: "", stderr: "" } });
  expect(readdirSync(join(place, "data/rewritten"))).toEqual([]);
});

test("a placeholder that was to become its value again and did not is told as well", async () => {
  write("home/.config/snapveil/config.jsonc", { restore: true });
  const file = join(place, "home/project/app.ts");
  writeFileSync(file, `const key = "${TOKEN}";\nconst port = 80;\n`);
  const input = {
    file_path: file,
    old_string: 'const key = "[REDACTED]";\nconst port = 80;',
    new_string: 'const key = "[REDACTED]";\nconst port = 81;',
  };
  const answer = await send("claude-code", "PreToolUse", input, { tool_name: "Edit" });
  expect(JSON.stringify(at(answer, AGENTS["claude-code"]!.rewritten))).toContain(TOKEN);
  const told = await send("claude-code", "PostToolUse", input, { tool_name: "Edit", tool_response: {} });
  expect(JSON.stringify(told)).toContain("A placeholder may stand in a file where its value belongs");
});

test("a number that was taken out counts as well", () => {
  const io = { ...ioWith("", { SNAPVEIL_DATA_DIR: join(place, "data") }), now: () => new Date() };
  const event = (toolInput: Json) =>
    ({ sessionId: "s", toolUseId: "t", toolName: "x", toolInput, showsRun: true }) as unknown as HookEvent;
  rememberRewrite(io, event({ pin: 74_839_201 }), { rewrite: { toolInput: { pin: "[REDACTED]" } } });
  expect(tellLostRewrite(io, event({ pin: 74_839_201 }), "Claude Code").notice).toBeDefined();
});

test.each<[what: string, given: string, answered: string, ran: string, isTold: boolean]>([
  ["taken out, and ran", "rm -rf lib", "echo lib", "rm -rf lib", true],
  ["taken out", "rm -rf lib", "echo lib", "echo lib", false],
  ["in one letter, and ran as it was", "rm -r lib", "rm -i lib", "rm -r lib", true],
  ["kept, and something added to it", "ls lib", "ls lib --color", "ls lib --color", false],
  ["kept elsewhere", "cat lib/a; rm lib/a", "cat lib/a; echo", "cat lib/a; echo", false],
])("of an argument that a change had %s", (_, given, answered, ran, isTold) => {
  const io = { ...ioWith("", { SNAPVEIL_DATA_DIR: join(place, "data") }), now: () => new Date() };
  const event = (command: string) =>
    ({
      sessionId: "s",
      toolUseId: "t",
      toolName: "Bash",
      toolInput: { command },
      showsRun: true,
    }) as unknown as HookEvent;
  rememberRewrite(io, event(given), { rewrite: { toolInput: { command: answered } } });
  expect(tellLostRewrite(io, event(ran), "Claude Code").notice !== undefined).toBe(isTold);
});

const HOOK = { type: "command", command: "rtk rewrite" };
const before = (entry: JsonObject) => ({ hooks: { PreToolUse: [entry] } });

describe("beside another hook before the same tool, a call of Claude Code is refused rather than rewritten", () => {
  const ask = async (more: JsonObject = {}) => {
    const answer = await send("claude-code", "PreToolUse", { command: COMMAND }, more);
    const said = answer["hookSpecificOutput"] as JsonObject;
    expect(said["updatedInput"] === undefined).toBe(said["permissionDecision"] === "deny");
    return { decision: said["permissionDecision"], reason: String(said["permissionDecisionReason"]) };
  };

  test.each<[name: string, path: string, settings: JsonObject]>([
    ["in the user's settings", "home/.claude/settings.json", before({ matcher: "Bash", hooks: [HOOK] })],
    ["for all tools", "home/.claude/settings.json", before({ hooks: [HOOK] })],
    ["for tools of a pattern", "home/.claude/settings.json", before({ matcher: "Edit|B.*", hooks: [HOOK] })],
    ["in the project's settings", "home/project/.claude/settings.json", before({ matcher: "*", hooks: [HOOK] })],
    ["in the local settings", "home/project/.claude/settings.local.json", before({ matcher: "", hooks: [HOOK] })],
    ["over HTTP", "home/.claude/settings.json", before({ hooks: [{ type: "http", url: "http://127.0.0.1:1/" }] })],
    ["of a server", "home/.claude/settings.json", before({ hooks: [{ type: "mcp_tool", server: "s", tool: "t" }] })],
  ])("%s", async (_name, path, settings) => {
    write(path, settings);
    const { decision, reason } = await ask();
    expect(decision).toBe("deny");
    expect(reason).toContain(`Another hook before this tool (in ~${path.slice(4)}) may change them too`);
    expect(reason).not.toContain(TOKEN);
  });

  test("at the top of the worktree, where the agent went into a folder below", async () => {
    for (const folder of ["objects", "refs"]) mkdirSync(join(place, "home/project/.git", folder), { recursive: true });
    writeFileSync(join(place, "home/project/.git/HEAD"), "ref: refs/heads/main\n");
    mkdirSync(join(place, "home/project/sub"));
    write("home/project/.claude/settings.json", before({ matcher: "Bash", hooks: [HOOK] }));
    expect((await ask({ cwd: join(place, "home/project/sub") })).decision).toBe("deny");
  });

  test("of a plugin that is switched on", async () => {
    const folder = join(place, "plugin");
    write("plugin/hooks/hooks.json", before({ matcher: "Bash", hooks: [HOOK] }));
    write("home/.claude/plugins/installed_plugins.json", { plugins: { "p@m": [{ installPath: folder }] } });
    write("home/.claude/settings.json", { enabledPlugins: { "p@m": false } });
    expect((await ask()).decision).toBeUndefined();
    write("home/.claude/settings.json", { enabledPlugins: { "p@m": true } });
    expect((await ask()).decision).toBe("deny");
  });

  test.each<[name: string, settings: JsonObject]>([
    ["one for another tool", before({ matcher: "Write|Edit", hooks: [HOOK] })],
    ["one that is not waited for", before({ matcher: "Bash", hooks: [{ ...HOOK, async: true }] })],
    ["one after the tool", { hooks: { PostToolUse: [{ matcher: "*", hooks: [HOOK] }] } }],
    ["one of ours", before({ hooks: [{ type: "command", command: "/d/runtime/snapveil-hook --agent claude-code" }] })],
    ["our server", before({ hooks: [{ type: "http", url: "http://127.0.0.1:4117/hook?agent=claude-code" }] })],
    ["a status line", { statusLine: HOOK }],
  ])("and not because of %s", async (_name, settings) => {
    write("home/.claude/settings.json", settings);
    expect((await ask()).decision).toBeUndefined();
  });
});
