import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { GITHUB as SECRET } from "../support/made-up.ts";
import { COMMITTED, worldOfEachTest } from "../support/temporary-world.ts";

const ROOT = join(import.meta.dirname, "../..");
const SHIM = readFileSync(join(ROOT, "dist/shims/pi.ts"), "utf8");

type Handler = (event: object, context: object) => Promise<unknown>;

let aborted: number;
const world = worldOfEachTest(COMMITTED);
beforeEach(() => {
  aborted = 0;
  // an extension's processes inherit its host's
  for (const [name, value] of Object.entries(world.env)) vi.stubEnv(name, value);
});
afterEach(() => void vi.unstubAllEnvs());

/** The extension as an installer leaves it, in a host that hands it events. */
async function load(
  program: readonly string[],
  patience = 20_000,
): Promise<(event: string, fields?: object) => Promise<unknown>> {
  const file = join(world.tmp, "extension.ts");
  world.write(file, SHIM.replace('["snapveil"]', JSON.stringify(program)).replace("20_000", String(patience)));
  const handlers = new Map<string, Handler>();
  const { default: register } = (await import(file)) as { default(host: object): void };
  register({ on: (event: string, handler: Handler) => handlers.set(event, handler) });
  const context = {
    cwd: world.cwd,
    hasUI: false,
    sessionManager: { getSessionId: () => "s1" },
    abort: () => (aborted += 1),
  };
  return (event, fields = {}) => handlers.get(event)!({ type: event, ...fields }, context);
}

describe("a command of the extension", () => {
  type Run = (typed: string, context: object) => Promise<void>;
  const commandsOf = async (program: readonly string[]) => {
    const file = world.write(join(world.tmp, "commands.ts"), SHIM.replace('["snapveil"]', JSON.stringify(program)));
    const commands = new Map<string, Run>();
    const { default: register } = (await import(file)) as { default(host: object): void };
    register({
      on: () => {},
      registerCommand: (name: string, { handler }: { handler: Run }) => commands.set(name, handler),
    });
    return commands;
  };
  const recorded = async () => {
    const turn = { hook_event_name: "turn_start" };
    await world.hook(["snapshot"], turn);
    world.write("file.txt", "two\n");
    await world.hook(["snapshot"], { ...turn, hook_event_name: "turn_end" });
  };

  test.each([
    [true, "one\n"],
    [false, "two\n"],
  ])("shows what an undo would change, and does it only after a yes: %s", async (answer, left) => {
    await recorded();
    const undo = (await commandsOf([process.execPath, join(ROOT, "dist/snapveil.cjs")])).get("snapveil:undo")!;
    const asked: string[] = [];
    const ui = {
      notify: () => {},
      confirm: async (_title: string, message: string) => asked.push(message) > 0 && answer,
    };
    await undo(" 1", { cwd: world.cwd, hasUI: true, ui });
    expect(asked).toEqual([expect.stringContaining("would overwrite file.txt")]);
    expect(world.read("file.txt")).toBe(left);
  });

  test("does nothing where nobody can be asked", async () => {
    await recorded();
    const undo = (await commandsOf([process.execPath, join(ROOT, "dist/snapveil.cjs")])).get("snapveil:undo")!;
    await undo("", { cwd: world.cwd, hasUI: false });
    expect(world.read("file.txt")).toBe("two\n");
  });

  test("is there only where the program takes commands", async () => {
    expect([...(await commandsOf(["/data/runtime/snapveil-hook"])).keys()]).toEqual([]);
  });
});

const conversation = (secret: string) => [
  { role: "user", content: `use ${secret}` },
  {
    role: "user",
    content: [
      { type: "text", text: secret },
      { type: "image", data: "AAAA", mimeType: "image/png" },
    ],
  },
  {
    role: "assistant",
    content: [
      { type: "text", text: secret },
      { type: "toolCall", id: "c", name: "bash", arguments: { command: `echo ${secret}`, list: [secret] } },
    ],
  },
  { role: "toolResult", toolCallId: "c", toolName: "bash", content: [{ type: "text", text: secret }], isError: true },
  { role: "bashExecution", command: `echo ${secret}`, output: secret },
];

describe("the extension for Pi", () => {
  test("cleans a prompt, a conversation, arguments and output", async () => {
    const send = await load([process.execPath, join(ROOT, "dist/snapveil.cjs")]);
    expect(await send("input", { text: `log in with ${SECRET}` })).toEqual({
      action: "transform",
      text: "log in with [REDACTED]",
    });
    expect(await send("input", { text: "hello" })).toEqual({ action: "continue" });
    expect(await send("context", { messages: conversation(SECRET) })).toEqual({ messages: conversation("[REDACTED]") });
    const input = { command: `echo ${SECRET}` };
    expect(await send("tool_call", { toolName: "bash", toolCallId: "c", input })).toBeUndefined();
    expect(input).toEqual({ command: "echo [REDACTED]" });
    const result = { toolName: "bash", toolCallId: "c", input: {}, isError: true };
    expect(await send("tool_result", { ...result, content: [{ type: "text", text: SECRET }] })).toEqual({
      content: [{ type: "text", text: "[REDACTED]" }],
    });
    expect(await send("tool_result", { ...result, content: [{ type: "text", text: "clean" }] })).toBeUndefined();
  });

  test("puts the text for a turn behind the system prompt, and takes the secrets out of that", async () => {
    const send = await load([process.execPath, join(ROOT, "dist/snapveil.cjs")]);
    const { systemPrompt } = (await send("before_agent_start", {
      prompt: "hello",
      systemPrompt: `Instructions: ${SECRET}`,
    })) as { systemPrompt: string };
    expect(systemPrompt).toMatch(/^Instructions: \[REDACTED\]\n\nHere is useful[^]*Current git status:/);
  });

  test("records what a call and a turn did, by their session and call", async () => {
    const send = await load([process.execPath, join(ROOT, "dist/snapveil.cjs")]);
    const call = { toolName: "write", toolCallId: "call_1", input: { path: "new.txt" } };
    await send("before_agent_start", { prompt: "write", systemPrompt: "You are an agent." });
    await send("tool_call", call);
    world.write("new.txt", "new\n");
    await send("tool_result", { ...call, content: [{ type: "text", text: "written" }], isError: false });
    await send("agent_end");
    expect(await world.json(["checkpoints"])).toMatchObject({
      checkpoints: [
        { scope: "tool", session_id: "s1", tool_use_id: "call_1" },
        { scope: "turn", session_id: "s1" },
      ],
    });
  });

  /** A program that answers so; a shell starts in a tenth of the time of a Node. */
  const bash = (script: string) => ["bash", "-c", script];
  const FAILING: Readonly<Record<string, readonly string[]>> = {
    "is not there": ["/nowhere/snapveil"],
    "ends with code 1 and an answer": bash("printf {}; exit 1"),
    "prints half an answer": bash("printf '{\"output\":'"),
    "never ends": bash("exec sleep 60"),
  };
  test.each(Object.entries(FAILING))(
    "throws nothing and lets nothing through unchecked where the program %s",
    async (_why, program) => {
      const send = await load(program, 1_000);
      const [prompt, start, context, call, result, end] = await Promise.all([
        send("input", { text: SECRET }),
        send("before_agent_start", { prompt: "x", systemPrompt: SECRET }),
        send("context", { messages: conversation(SECRET) }),
        send("tool_call", { toolName: "bash", toolCallId: "c", input: { command: SECRET } }),
        send("tool_result", {
          toolName: "bash",
          toolCallId: "c",
          input: {},
          content: [{ type: "text", text: SECRET }],
          details: { output: SECRET },
          isError: false,
        }),
        send("agent_end"),
      ]);
      expect(prompt).toEqual({ action: "handled" });
      expect(call).toEqual({ block: true, reason: expect.stringContaining("not let through") });
      expect(JSON.stringify([start, context, result])).not.toContain(SECRET);
      expect(result).toMatchObject({ content: [{ type: "text", text: expect.stringContaining("withheld") }] });
      expect(start).toMatchObject({ systemPrompt: expect.stringContaining("withheld") });
      expect(aborted).toBe(1);
      expect(end).toBeUndefined();
    },
  );
});
