import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { GITHUB as SECRET } from "../support/made-up.ts";
import { runBash } from "../support/run.ts";
import { COMMITTED, worldOfEachTest } from "../support/temporary-world.ts";

const ROOT = join(import.meta.dirname, "../..");
const BINARY = join(ROOT, "dist/snapveil.cjs");
const SHIM = readFileSync(join(ROOT, "dist/shims/opencode.ts"), "utf8");

type Hook = (input: object, output: object) => Promise<void>;
type Plugin = Record<string, Hook> & { event(input: object): Promise<void> };

const world = worldOfEachTest(COMMITTED);
beforeEach(() => {
  // a plugin's processes inherit its host's
  for (const [name, value] of Object.entries(world.env)) vi.stubEnv(name, value);
});
afterEach(() => void vi.unstubAllEnvs());

/** The plugin as an installer leaves it, loaded as its host loads it. */
async function load(program: readonly string[], patience = 20_000): Promise<Plugin> {
  const file = join(world.tmp, "plugin.ts");
  world.write(file, SHIM.replace('["snapveil"]', JSON.stringify(program)).replace("20_000", String(patience)));
  const { Snapveil } = (await import(file)) as { Snapveil(host: object): Promise<Plugin> };
  return Snapveil({ directory: world.cwd });
}

const real = () => load([process.execPath, BINARY]);

describe("the commands of the plugin for OpenCode", () => {
  interface Config {
    readonly command?: Readonly<Record<string, { readonly description: string; readonly template: string }>>;
  }
  const configured = async (program: readonly string[]) => {
    const config: Config = { command: { mine: { description: "my own", template: "do it" } } };
    await (await load(program))["config"]!(config, {});
    return config.command!;
  };

  test("stand beside those of the person, and begin with a line that runs and changes nothing", async () => {
    await world.hook(["snapshot"], { hook_event_name: "turn_start" });
    world.write("file.txt", "two\n");
    await world.hook(["snapshot"], { hook_event_name: "turn_end" });
    const commands = await configured([process.execPath, BINARY]);
    const names = ["undo", "redo", "checkpoints", "explain"].map((name) => `snapveil:${name}`);
    expect(Object.keys(commands)).toEqual(["mine", ...names]);
    const [, line = ""] = /^!`(.*)`$/m.exec(commands["snapveil:undo"]!.template) ?? [];
    expect((await runBash(line, world)).stdout).toMatch(/overwrite +file\.txt/);
    expect(world.read("file.txt")).toBe("two\n");
  });

  test("are left out with the program of an installation, which knows none", async () => {
    expect(Object.keys(await configured(["/data/runtime/snapveil-hook"]))).toEqual(["mine"]);
  });
});

describe("the plugin for OpenCode", () => {
  test("changes arguments in the object that it was handed", async () => {
    const plugin = await real();
    const args = { command: `curl -H ${SECRET}`, nested: { token: SECRET, count: 3 } };
    await plugin["tool.execute.before"]!({ tool: "bash", sessionID: "s", callID: "c" }, { args });
    expect(args).toEqual({ command: "curl -H [REDACTED]", nested: { token: "[REDACTED]", count: 3 } });
  });

  test("changes output in the object that it was handed, what is shown to the person too", async () => {
    const plugin = await real();
    const output = {
      title: "cat",
      output: `it is ${SECRET}\n`,
      metadata: { output: `it is ${SECRET}\n`, exit: 0 },
      content: [{ type: "text", text: SECRET }],
    };
    const { metadata, content } = output;
    await plugin["tool.execute.after"]!({ tool: "bash", sessionID: "s", callID: "c", args: {} }, output);
    expect(output).toEqual({
      title: "cat",
      output: "it is [REDACTED]\n",
      metadata: { output: "it is [REDACTED]\n", exit: 0 },
      content: [{ type: "text", text: "[REDACTED]" }],
    });
    expect(output.metadata).toBe(metadata);
    expect(output.content).toBe(content);
  });

  test("takes secrets out of every text of a conversation and leaves the rest as it is", async () => {
    const plugin = await real();
    const messages = (secret: string) => [
      {
        info: { id: "m1", role: "user", sessionID: "s" },
        parts: [
          { id: "p1", type: "text", text: `use ${secret}` },
          { id: "p2", type: "file", mime: "image/png", url: "data:image/png;base64,AAAA" },
        ],
      },
      {
        info: { id: "m2", role: "assistant", sessionID: "s" },
        parts: [
          { id: "p3", type: "reasoning", text: `hm, ${secret}` },
          {
            id: "p4",
            type: "tool",
            callID: "c",
            tool: "webfetch",
            state: {
              status: "completed",
              input: { url: `https://x.test/?key=${secret}`, list: [secret] },
              output: secret,
              time: { start: 1 },
            },
          },
          { id: "p5", type: "tool", callID: "d", tool: "bash", state: { status: "error", input: {}, error: secret } },
        ],
      },
    ];
    const output = { messages: messages(SECRET) };
    await plugin["experimental.chat.messages.transform"]!({}, output);
    expect(output.messages).toEqual(messages("[REDACTED]"));
    const clean = { messages: messages("nothing") };
    await plugin["experimental.chat.messages.transform"]!({}, clean);
    expect(clean.messages).toEqual(messages("nothing"));
  });

  test("gives the context of a turn with each of its model calls", async () => {
    const plugin = await real();
    await plugin["chat.message"]!({ sessionID: "s", messageID: "m" }, { parts: [{ type: "text", text: "hello" }] });
    for (let call = 0; call < 2; call += 1) {
      const system = ["You are an agent.", `Instructions: ${SECRET}`];
      await plugin["experimental.chat.system.transform"]!({ sessionID: "s" }, { system });
      expect(system).toEqual([
        "You are an agent.",
        "Instructions: [REDACTED]",
        expect.stringMatching(/Current user:[^]*Current git status:/),
      ]);
    }
    const other = ["You are an agent."];
    await plugin["experimental.chat.system.transform"]!({ sessionID: "other" }, { system: other });
    expect(other).toEqual(["You are an agent."]);
  });

  test("cleans a prompt, also one of several parts", async () => {
    const plugin = await real();
    const parts = [{ type: "text", text: `log in with ${SECRET}` }];
    await plugin["chat.message"]!({ sessionID: "s", messageID: "m" }, { parts });
    expect(parts).toEqual([{ type: "text", text: "log in with [REDACTED]" }]);
    const several = [
      { type: "text", text: "log in" },
      { type: "text", text: `with ${SECRET}` },
    ];
    await plugin["chat.message"]!({ sessionID: "s", messageID: "n" }, { parts: several });
    expect(several).toEqual([
      { type: "text", text: "log in" },
      { type: "text", text: "with [REDACTED]" },
    ]);
  });

  test("records what a call and a turn did, by their session and call", async () => {
    const plugin = await real();
    const call = { tool: "write", sessionID: "ses_1", callID: "call_1" };
    await plugin["chat.message"]!({ sessionID: "ses_1", messageID: "m" }, { parts: [{ type: "text", text: "write" }] });
    await plugin["tool.execute.before"]!(call, { args: { filePath: "new.txt" } });
    world.write("new.txt", "new\n");
    await plugin["tool.execute.after"]!(
      { ...call, args: { filePath: "new.txt" } },
      { title: "", output: "written", metadata: {} },
    );
    await plugin.event({ event: { type: "session.idle", properties: { sessionID: "ses_1" } } });
    expect((await world.json(["checkpoints"]))["checkpoints"]).toMatchObject([
      { scope: "tool", session_id: "ses_1", tool_name: "write", tool_use_id: "call_1" },
      { scope: "turn", session_id: "ses_1" },
    ]);
  });

  test("starts the program without a shell", async () => {
    const odd = world.write(
      join(world.tmp, "a b; touch shell-was-here $(touch shell-was-here)"),
      `#!${process.execPath}\n` +
        `process.stdin.once("data", () => process.stdout.end(JSON.stringify({ block: ` +
        `process.argv.slice(2).join(" ") }) + "\\n"));\n`,
      0o700,
    );
    const plugin = await load([odd, "$HOME;`id`"]);
    await expect(
      plugin["tool.execute.before"]!({ tool: "bash", sessionID: "s", callID: "c" }, { args: {} }),
    ).rejects.toThrow("$HOME;`id` hook --lines --agent opencode");
    expect(existsSync(join(world.cwd, "shell-was-here")) || existsSync("shell-was-here")).toBe(false);
  });

  /** A program that answers so; a shell starts in a tenth of the time of a Node. */
  const bash = (script: string) => ["bash", "-c", script];
  const FAILING: Readonly<Record<string, readonly string[]>> = {
    "is not there": ["/nowhere/snapveil"],
    "ends with code 1 and an answer": bash("printf {}; exit 1"),
    "ends with code 2": bash("exit 2"),
    "ends well and says nothing": bash("true"),
    "is killed": bash("kill -9 $$"),
    "prints half an answer": bash("printf '{\"output\":'"),
    "prints a list": bash("printf '[]'"),
    "prints text": bash("printf 'all is well'"),
    "never ends": bash("exec sleep 60"),
  };
  test.each(Object.entries(FAILING))("lets nothing through unchecked where the program %s", async (_why, program) => {
    const plugin = await load(program, 1_000);
    const refused = "so it was not let through";
    const call = { tool: "bash", sessionID: "s", callID: "c" };
    const output = {
      title: "t",
      output: SECRET,
      metadata: { output: SECRET, exit: 0 },
      content: [{ type: "text", text: SECRET }],
    };
    await Promise.all([
      expect(plugin["chat.message"]!({ sessionID: "s" }, { parts: [{ type: "text", text: SECRET }] })).rejects.toThrow(
        refused,
      ),
      expect(
        plugin["experimental.chat.messages.transform"]!(
          {},
          { messages: [{ info: {}, parts: [{ type: "text", text: SECRET }] }] },
        ),
      ).rejects.toThrow(refused),
      expect(plugin["experimental.chat.system.transform"]!({}, { system: [SECRET] })).rejects.toThrow(refused),
      expect(plugin["tool.execute.before"]!(call, { args: { command: SECRET } })).rejects.toThrow(refused),
      plugin["tool.execute.after"]!({ ...call, args: {} }, output),
      plugin.event({ event: { type: "session.idle", properties: { sessionID: "s" } } }),
    ]);
    expect(JSON.stringify(output)).not.toContain(SECRET);
    expect(output).toMatchObject({
      output: expect.stringContaining("withheld"),
      content: [{ type: "text", text: expect.stringContaining("withheld") }],
    });
  });

  test("refuses an answer for another number of texts", async () => {
    const plugin = await load([process.execPath, "-e", 'process.stdout.write(\'{"messages":["one"]}\')']);
    const messages = [
      {
        info: {},
        parts: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
      },
    ];
    await expect(plugin["experimental.chat.messages.transform"]!({}, { messages })).rejects.toThrow("not let through");
    expect(messages[0]!.parts.map(({ text }) => text)).toEqual(["a", "b"]);
  });

  test("says nothing and costs nothing but a start where the program is switched off", async () => {
    vi.stubEnv("SNAPVEIL_DISABLE", "1");
    const plugin = await real();
    const args = { command: SECRET };
    await plugin["tool.execute.before"]!({ tool: "bash", sessionID: "s", callID: "c" }, { args });
    expect(args).toEqual({ command: SECRET });
  });
});

test("the plugins that are built need nothing but Node, and name their own agent", () => {
  for (const agent of ["opencode", "kilo", "pi"]) {
    const text = readFileSync(join(ROOT, `dist/shims/${agent}.ts`), "utf8");
    expect([...text.matchAll(/from "([^"]+)"|import\("([^"]+)"\)|require\(/g)].map(([, name]) => name)).toEqual([
      "node:child_process",
    ]);
    expect(text).toContain(`const AGENT = "${agent}";`);
  }
});
