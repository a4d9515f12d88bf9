import { appendFileSync, chmodSync, existsSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { Outcome } from "../../../agents/codec/outcome.ts";
import { loadAgent } from "../../../agents/registry.ts";
import { entryOf } from "../../../builtins/event-log/entry.ts";
import { appendLine, faultInLogFile, logFileOf, olderLog } from "../../../builtins/event-log/log-file.ts";
import { logFiles, LogReader } from "../../../builtins/event-log/read-log.ts";
import { isGuarded, planned } from "../../../builtins/planned.ts";
import { BUILTINS } from "../../../builtins/registry.ts";
import { keepRefusal } from "../../../hook/keep-refusal.ts";
import type { JsonObject } from "../../../kit/json.ts";
import type { PlannedBuiltin } from "../../../worktree/settings.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { ioWith } from "../../support/io-with.ts";
import { GITHUB as SECRET } from "../../support/made-up.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();
const NAME = BUILTINS.find(({ afterAll }) => afterAll)!.name;
const use = (name: string, args: string[] = [], more: Partial<PlannedBuiltin> = {}): PlannedBuiltin => ({
  name,
  args,
  origin: "user",
  ...more,
});

async function entry(agent: string, raw: JsonObject, outcome: Outcome = {}, io = ioWith("")) {
  const dialect = await loadAgent(agent);
  const events = dialect.decode(raw, dialect.eventName(raw, undefined));
  const answered = { outcome, canonical: events.map(({ name }) => name) };
  return entryOf(events.at(-1)!, { args: [], io, settings: DEFAULT_SETTINGS, origin: "user", answered });
}

const shell = (command: string) => ({
  session_id: "s",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command, description: "private words" },
});

test("what there is no time to search is left out of a line, which is written all the same", async () => {
  const late = { ...ioWith(""), timeLeft: () => 0, workLeft: () => 0 };
  const line = await entry("claude-code", shell(`echo ${SECRET}`), { verdict: { kind: "deny", reason: "No." } }, late);
  expect(line).toMatchObject({ agent: "claude-code", verdict: "deny", command: expect.stringContaining("left out") });
  expect(JSON.stringify(line)).not.toContain(SECRET);
});

describe("what a line says", () => {
  test.each<[string, string, JsonObject, Outcome, object]>([
    [
      "a refused command",
      "claude-code",
      shell(`curl -H 'Authorization: Bearer ${SECRET}' x`),
      { verdict: { kind: "deny", reason: `It holds ${SECRET}.\nprivate words` }, context: ["private words"] },
      {
        session: "s",
        event: "PreToolUse",
        canonical: ["pre_tool_use"],
        tool: "Bash",
        command: "curl -H 'Authorization: Bearer [REDACTED]' x",
        verdict: "deny",
        reason: "It holds [REDACTED].",
        sizes: { input: expect.any(Number) as number },
      },
    ],
    [
      "an output that was given back changed",
      "codex",
      { ...shell("cat a"), hook_event_name: "PostToolUse", tool_response: `private words ${SECRET}` },
      { rewrite: { toolResponse: "private words" } },
      { event: "PostToolUse", command: "cat a", rewrites: ["toolResponse"], sizes: { input: 49, output: 54 } },
    ],
    [
      "a tool that failed",
      "claude-code",
      { ...shell("false"), hook_event_name: "PostToolUseFailure", error: "private words" },
      {},
      { error: true, canonical: ["tool_response_transform", "post_tool_use"], sizes: { input: 49, output: 13 } },
    ],
    [
      "a file that is written",
      "claude-code",
      { hook_event_name: "PreToolUse", tool_name: "Write", tool_input: { file_path: "a", content: "private words" } },
      {},
      { tool: "Write", sizes: { input: 43 } },
    ],
    [
      "a prompt",
      "gemini-cli",
      { hook_event_name: "BeforeAgent", prompt: "private words" },
      { verdict: { kind: "block", reason: "No." } },
      { event: "BeforeAgent", verdict: "block", reason: "No.", sizes: { prompt: 13 } },
    ],
    [
      "a round of the model",
      "docker-agent",
      { hook_event_name: "after_llm_call", usage: { input_tokens: 5, note: "private words" }, cost: 0 },
      {},
      { usage: { input_tokens: 5 }, cost: 0 },
    ],
    [
      "a secret in the place of a name",
      "docker-agent",
      {
        hook_event_name: "on_tool_approval_decision",
        session_id: `s ${SECRET}`,
        tool_name: SECRET,
        approval_decision: SECRET,
        approval_source: SECRET,
        usage: { [SECRET]: 5, input_tokens: 5 },
      },
      {},
      { session: "s [REDACTED]", tool: "[REDACTED]", approval: "[REDACTED]", usage: { input_tokens: 5 } },
    ],
    [
      "the same of another agent",
      "gemini-cli",
      { hook_event_name: "AfterModel", llm_response: { usageMetadata: { totalTokenCount: 8 }, text: "private words" } },
      {},
      { usage: { totalTokenCount: 8 } },
    ],
    [
      "an approval",
      "docker-agent",
      { hook_event_name: "on_tool_approval_decision", approval_decision: "allow", approval_source: "user" },
      {},
      { approval: "allow", approval_source: "user" },
    ],
    [
      "a tool of docker-agent that failed, and messages",
      "docker-agent",
      { hook_event_name: "post_tool_use", tool_error: true, messages: [{ role: "user", content: "private words" }] },
      {},
      { error: true, sizes: { messages: 43 } },
    ],
    ["an event that nobody knows", "codex", { hook_event_name: "New", a: "private words" }, {}, { event: "New" }],
  ])("%s", async (_what, agent, raw, outcome, expected) => {
    const line = await entry(agent, raw, outcome);
    expect(line).toMatchObject({ time: "1970-01-01T00:00:00.000Z", agent, ...expected });
    const text = JSON.stringify(line);
    for (const word of ["private words", SECRET, SECRET.slice(5, 15)]) expect(text).not.toContain(word);
  });

  test("200 characters of a command, whole ones, cut after the secrets are out", async () => {
    expect((await entry("codex", shell("🙂".repeat(300)))).command).toBe("🙂".repeat(200));
    for (let before = 150; before < 205; before += 1) {
      const { command } = await entry("codex", shell(`echo ${"x ".repeat(before).slice(0, before)} ${SECRET} && ls`));
      expect(command!.length).toBeLessThanOrEqual(200);
      expect(command).not.toContain(SECRET.slice(0, 4));
    }
  });

  test("what cannot be searched in time, or is nested too deep, is left out and the line stays", async () => {
    const late = { ...ioWith(""), timeLeft: () => 0 };
    expect(await entry("codex", shell(`x ${SECRET} `.repeat(9)), {}, late)).toMatchObject({
      command: expect.stringMatching(/^\[left out/) as string,
    });
    let deep: JsonObject = {};
    for (let depth = 0; depth < 20_000; depth += 1) deep = { a: deep };
    const line = await entry("codex", { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: deep });
    expect(line).toMatchObject({ event: "PreToolUse", tool: "Bash" });
  });
});

describe("the file", () => {
  const io = ioWith("");
  const file = () => join(world.data, "log/events.jsonl");

  test("is the owner's alone, also one that was there before", async () => {
    await appendLine(io, file(), "a\n");
    expect([statSync(join(world.data, "log")).mode & 0o777, statSync(file()).mode & 0o777]).toEqual([0o700, 0o600]);
    for (const mode of [0o644, 0o640, 0o620]) {
      chmodSync(file(), mode);
      await appendLine(io, file(), "b\n");
      expect(statSync(file()).mode & 0o777).toBe(0o600);
    }
    expect(readFileSync(file(), "utf8")).toBe("a\nb\nb\nb\n");
  });

  test("gives way to a new one when it is full, and the one before it stays", async () => {
    for (let at = 0; at < 10; at += 1) await appendLine(io, file(), `${at}\n`, 8);
    expect(readFileSync(olderLog(file()), "utf8")).toBe("4\n5\n6\n7\n");
    expect(readFileSync(file(), "utf8")).toBe("8\n9\n");
    expect(existsSync(`${file()}.lock`)).toBe(false);
  });

  test("waits for who renames it, and not for one that was killed", async () => {
    await appendLine(io, file(), "a\n");
    writeFileSync(`${file()}.lock`, "");
    await appendLine(io, file(), "b\n", 1);
    expect([existsSync(olderLog(file())), existsSync(`${file()}.lock`)]).toEqual([false, true]);
    utimesSync(`${file()}.lock`, 0, 0);
    await appendLine(io, file(), "c\n", 1); // takes the old lock away
    await appendLine(io, file(), "d\n", 1);
    expect(readFileSync(olderLog(file()), "utf8")).toBe("a\nb\nc\nd\n");
  });

  test("is no pipe, no folder and no link", async () => {
    world.sh('mkdir -p "$OF/log/folder" && cd "$OF/log" && mkfifo pipe && echo mine > rc && ln -s rc link', {
      OF: world.data,
    });
    for (const name of ["pipe", "folder", "link"])
      await expect(appendLine(io, join(world.data, "log", name), "a\n")).rejects.toThrow();
    expect(readFileSync(join(world.data, "log/rc"), "utf8")).toBe("mine\n");
  });

  test.each([
    [[], undefined],
    [["/a/log.jsonl"], undefined],
    [["~/log.jsonl"], undefined],
    [["a.jsonl"], /absolute, or beginning with/],
    [[""], /absolute, or beginning with/],
    [["/a/"], /absolute, or beginning with/],
    [["~"], /absolute, or beginning with/],
    [["/a\0b"], /absolute, or beginning with/],
    [["/a", "/b"], /takes one path/],
  ])("that %j names", (args, fault) => {
    if (fault) expect(faultInLogFile(args)).toMatch(fault);
    else expect(faultInLogFile(args)).toBeUndefined();
    const named = { "/a/log.jsonl": "/a/log.jsonl", "~/log.jsonl": "/home/me/log.jsonl" }[args[0] ?? ""];
    const place = ioWith("", { HOME: "/home/me", SNAPVEIL_DATA_DIR: "/data" });
    expect(logFileOf(args, place)).toBe(fault ? undefined : (named ?? "/data/log/events.jsonl"));
  });
});

describe("reading", () => {
  const STOP = { agent: "codex", event: "Stop", canonical: ["stop"] };
  const line = (at: number, more: object = {}) =>
    `${JSON.stringify({ time: `2026-01-0${at}T00:00:00.000Z`, ...STOP, ...more })}\n`;
  const timesOf = (reader: LogReader, filter = {}) => reader.read(filter).map(({ time }) => Number(time.slice(8, 10)));

  test("in the order of time, without what is no entry, by session, event and time", () => {
    const files = ["a", "b"].map((name) => join(world.tmp, name));
    writeFileSync(files[0]!, line(3, { session: "x" }) + line(5, { event: "PreToolUse", canonical: ["pre_tool_use"] }));
    writeFileSync(olderLog(files[0]!), line(1));
    writeFileSync(files[1]!, `{"time":"2\n${line(4)}${line(6, { tool: 7 })}[]\n${line(2, { canonical: [1] })}{"half`);
    expect(timesOf(new LogReader(files))).toEqual([1, 3, 4, 5]);
    expect(timesOf(new LogReader(files), { session: "x" })).toEqual([3]);
    for (const event of ["pre_tool_use", "PreToolUse"]) expect(timesOf(new LogReader(files), { event })).toEqual([5]);
    expect(timesOf(new LogReader(files), { since: new Date("2026-01-04") })).toEqual([4, 5]);
  });

  test("goes on where it was, through halves of lines, a new file and an emptied one", async () => {
    const file = join(world.tmp, "a");
    const reader = new LogReader([file]);
    expect(timesOf(reader)).toEqual([]);
    appendFileSync(file, line(1) + line(2).slice(0, 20));
    expect(timesOf(reader)).toEqual([1]);
    appendFileSync(file, line(2).slice(20));
    expect(timesOf(reader)).toEqual([2]);
    await appendLine(ioWith(""), file, line(3), 1);
    expect(timesOf(reader)).toEqual([3]);
    await appendLine(ioWith(""), file, line(4));
    expect(timesOf(reader)).toEqual([4]);
    appendFileSync(file, line(5));
    await appendLine(ioWith(""), file, line(6), 1);
    await appendLine(ioWith(""), file, line(7));
    expect(timesOf(reader)).toEqual([5, 6, 7]);
    writeFileSync(file, "");
    expect(timesOf(reader)).toEqual([]);
    appendFileSync(file, line(8));
    expect(timesOf(reader)).toEqual([8]);
  });

  test("the files are the usual one and those that the user's settings name", () => {
    const io = ioWith("", { HOME: "/home/me", SNAPVEIL_DATA_DIR: "/data" });
    const settings = {
      ...DEFAULT_SETTINGS,
      builtins: { "*": [use(NAME, ["~/a"]), use(NAME)], stop: [use(NAME, ["/b"]), use("add_date", ["/c"])] },
      added: { stop: [use(NAME, ["/d"], { origin: "project" })] },
    };
    expect(logFiles(io, settings)).toEqual(["/data/log/refusals.jsonl", "/data/log/events.jsonl", "/home/me/a", "/b"]);
  });
});

describe('entries of "*"', () => {
  const names = (event: string, settings: object) =>
    planned(event, { ...DEFAULT_SETTINGS, ...settings }).map(({ name, args }) => [name, ...args].join(" "));

  test("come beside what runs at an event anyway, and once", () => {
    const everywhere = { "*": [use(NAME), use("redact_secrets"), use("add_date")] };
    expect(names("before_llm_call", { builtins: everywhere })).toEqual(["redact_secrets", NAME, "add_date"]);
    expect(names("unknown", { builtins: everywhere })).toEqual([NAME, "redact_secrets", "add_date"]);
    expect(names("stop", { builtins: { ...everywhere, stop: [use(NAME, ["/a"])] } })).toContain(`${NAME} /a`);
    expect(names("stop", { builtins: everywhere, switches: { [NAME]: false } })).not.toContain(NAME);
  });

  test("of a project are added, too", () => {
    expect(names("stop", { added: { "*": [use(NAME, [], { origin: "project" })] } })).toEqual([NAME]);
  });

  test("guard only where what they name guards", () => {
    const guarded = (...entries: PlannedBuiltin[]) =>
      isGuarded("stop", { ...DEFAULT_SETTINGS, builtins: { "*": entries } });
    expect([guarded(use(NAME)), guarded(use(NAME), use("redact_secrets"))]).toEqual([false, true]);
  });
});

test("an entry that stands in both logs is read once, and entries without an id all are", () => {
  const line = (more: object) =>
    `${JSON.stringify({ time: "2026-01-01T00:00:00Z", agent: "codex", event: "e", canonical: [], ...more })}\n`;
  const files = ["refusals", "events"].map((name) => world.write(`${name}.jsonl`, line({ id: "3f2a" }) + line({})));
  const reader = new LogReader(files);
  expect(reader.read().map(({ id }) => id)).toEqual(["3f2a", undefined, undefined]);
  appendFileSync(files[1]!, line({ id: "3f2a" }) + line({ id: "9c1b" }));
  expect(reader.read().map(({ id }) => id)).toEqual(["9c1b"]);
});

test("a refusal that comes in the last moment is kept with its command, searched as any other", async () => {
  const agent = await loadAgent("claude-code");
  const events = agent.decode({ ...shell(`rm -rf ~ # ${SECRET}`), cwd: world.cwd }, "PreToolUse");
  const late = { ...ioWith("", world.env), timeLeft: () => 0, workLeft: () => 0 };
  const answered = { outcome: { verdict: { kind: "deny", reason: "No." } }, id: "3f2a9c1b" } as const;
  await keepRefusal(events, late, DEFAULT_SETTINGS, answered);
  const [kept] = new LogReader(logFiles(late, DEFAULT_SETTINGS)).read();
  expect(kept).toMatchObject({ id: "3f2a9c1b", verdict: "deny", command: "rm -rf ~ # [REDACTED]" });
});
