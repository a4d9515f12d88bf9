import { beforeEach, describe, expect, test, vi } from "vitest";

import { worldOfEachTest } from "../support/temporary-world.ts";

const TOKEN = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");
const world = worldOfEachTest();

describe("the program, asked by the mod", () => {
  const ask = async (event: object) => (await world.hook(["--agent", "claude-mod"], event)).stdout;

  test("takes secrets out of a prompt and of rows, and is silent otherwise", async () => {
    const prompt = { hook_event_name: "prompt.submit", prompt: `log in with ${TOKEN}` };
    expect(JSON.parse(await ask(prompt))).toEqual({ prompt: "log in with [REDACTED]" });
    expect(JSON.parse(await ask({ ...prompt, hook_event_name: "command.run" }))).toEqual({
      prompt: "log in with [REDACTED]",
    });
    const rows = { hook_event_name: "session.append", messages: ["fine", `key ${TOKEN}`] };
    expect(JSON.parse(await ask(rows))).toEqual({ messages: ["fine", "key [REDACTED]"] });
    expect(await ask({ ...rows, messages: ["fine"] })).toBe("");
  });

  test("runs nothing else there: the command hooks do", async () => {
    world.configure({
      builtins: {
        "*": [
          ["max_iterations", "1"],
          ["add_context", "told twice"],
        ],
      },
    });
    const row = { hook_event_name: "session.append", messages: ["fine"] };
    for (let round = 0; round < 3; round += 1) expect(await ask(row)).toBe("");
    expect(await ask({ hook_event_name: "prompt.submit", prompt: "fine" })).toBe("");
  });
});

describe("Claude Code's hook for a failed tool", () => {
  const failed = { hook_event_name: "PostToolUseFailure", tool_name: "Bash", tool_input: {}, error: `key ${TOKEN}` };
  const says = async (session_id: string, event: object = failed) =>
    (await world.hook(["--agent", "claude-code"], { session_id, ...event })).stdout;
  const modAsks = (session_id: string) =>
    world.hook(["--agent", "claude-mod"], { session_id, hook_event_name: "session.append", messages: ["fine"] });

  test("warns of a secret unless the mod, which takes it out, was heard of in this session lately", async () => {
    expect(await says("with")).toContain("it reaches the model");
    await modAsks("with");
    expect(await says("with")).toBe("");
    expect(await says("without")).toContain("it reaches the model");
    world.sh(`find '${world.data}/mods' -type f -exec touch -d '11 minutes ago' {} +`);
    expect(await says("with")).toContain("it reaches the model");
    await modAsks("with");
    expect(await says("with")).toBe("");
  });

  test("ends no turn in strict mode for what the mod takes out", async () => {
    world.configure({ strict: true });
    const call = { tool_name: "Bash", tool_use_id: "id", tool_input: {}, tool_response: `key ${TOKEN}` };
    const batch = { hook_event_name: "PostToolBatch", tool_calls: [call] };
    expect(await says("s", batch)).toContain('"continue":false');
    await modAsks("s");
    expect(await says("s", batch)).toBe("");
  });
});

type Event = Record<string, unknown>;
type Hook = ($: unknown, event: Event, next: (event: Event) => unknown) => unknown;

/** The mod in a world like Claude Code's, with a program that answers as it is told. */
describe("the mod", () => {
  let hooks: Record<string, { hook: Hook; failed?: Hook }>;
  let asked: Event[];
  let program: (event: Event) => { exitCode: number; stdout: string };

  beforeEach(async () => {
    vi.resetModules();
    const { register } = await import("../../agents/shims/claude-mod.ts");
    hooks = {};
    asked = [];
    program = () => ({ exitCode: 0, stdout: "" });
    register((event, hook) => {
      const entry: { hook: Hook; failed?: Hook } = { hook: hook as Hook };
      hooks[event] = entry;
      return { catch: (failed) => void (entry.failed = failed as Hook) };
    });
  });

  const host = {
    plugin: { root: "/plugin" },
    session: { id: () => "s", cwd: () => "/work" },
    process: {
      run: async (argv: readonly string[], { stdin }: { stdin: string }) => {
        const [file, ...words] = argv;
        expect(file).toBe("/plugin/dist/snapveil");
        if (words[0] === "mod-state") return { exitCode: 1, stdout: "" }; // it asks about each row then
        expect(words).toEqual(["hook", "--agent", "claude-mod"]);
        asked.push(JSON.parse(stdin) as Event);
        return program(asked.at(-1)!);
      },
    },
  };

  /** What goes on, or what the mod decided alone; where it fails, what its own catch says. */
  const send = async (name: string, event: Event) => {
    const { hook, failed } = hooks[name]!;
    try {
      return await hook(host, event, (after) => after);
    } catch {
      return failed!(host, event, (after) => after);
    }
  };
  const row = (content: unknown, more: Event = {}) => ({
    door: "tool-result",
    message: { role: "user", content },
    ...more,
  });

  test("puts the program's texts in the place of a row's, in whatever form they come", async () => {
    program = ({ messages }) => ({
      exitCode: 0,
      stdout: JSON.stringify({ messages: (messages as string[]).map((text) => text.toUpperCase()) }),
    });
    expect(await send("session.append", row("a"))).toMatchObject(row("A"));
    const nested = (text: string) => [
      { type: "tool_result", content: text, tool_use_id: "id" },
      {
        type: "tool_result",
        content: [
          { type: "text", text },
          { type: "image", source: { data: "raw" } },
        ],
      },
    ];
    expect(await send("session.append", row(nested("b")))).toMatchObject(row(nested("B")));
  });

  test("puts the program's text in the place of what is typed behind a command", async () => {
    program = ({ prompt }) => ({ exitCode: 0, stdout: JSON.stringify({ prompt: String(prompt).toUpperCase() }) });
    expect(await send("command.run", { command: "leak", args: "a" })).toEqual({ command: "leak", args: "A" });
  });

  test("asks once about a prompt, and about no row of the model's or of Claude Code's own words", async () => {
    await send("prompt.submit", { text: "please" });
    await send("session.append", row([{ type: "text", text: "please" }]));
    await send("session.append", row([{ type: "text", text: "mine" }], { door: "response" }));
    const date = { type: "attachment", name: "date", content: [{ type: "text", text: "Today" }] };
    await send("session.append", { door: "attachment", message: date });
    expect(asked).toHaveLength(1);
    const file = { ...date, name: "file" };
    await send("session.append", { door: "attachment", message: file });
    expect(asked).toHaveLength(2);
  });

  test.each([
    ["ends badly", { exitCode: 1, stdout: "" }],
    ["says half an answer", { exitCode: 0, stdout: '{"messages": ["' }],
    ["answers with too few texts", { exitCode: 0, stdout: '{"messages": []}' }],
    ["says no object", { exitCode: 0, stdout: "[1]" }],
    ["refuses", { exitCode: 0, stdout: '{"block": "no"}' }],
  ])("lets nothing through where the program %s", async (_what, answer) => {
    program = () => answer;
    const after = JSON.stringify(await send("session.append", row(`key ${TOKEN}`)));
    expect(after).not.toContain(TOKEN);
    expect(after).toContain("withheld");
    if (answer.stdout.includes("messages") && answer.stdout.endsWith("}")) return; // no answer about a prompt
    expect(await send("prompt.submit", { text: `key ${TOKEN}` })).toEqual({ drop: expect.any(String) });
  });
});
