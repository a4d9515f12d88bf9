import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { prepareUninstall } from "../../../install/install.ts";
import { installWorld, treeOf, type InstallWorld } from "./install-world.ts";

let world: InstallWorld;
beforeEach(() => {
  world = installWorld();
});
afterEach(() => world.remove());

const settings = () => join(world.home, ".claude/settings.json");
const put = (text: string) => world.write(world.home, { ".claude/settings.json": text });

describe("a file comes back byte for byte, whatever it looks like", () => {
  test.each([
    ["empty", ""],
    ["blank", "\n\n"],
    ["empty brackets", "{}"],
    ["spaced brackets", "{ \n }\n"],
    ["a mark of its encoding", '\uFEFF{\n  "a": 1\n}\n'],
    ["CRLF", '{\r\n  "a": 1,\r\n  "hooks": {}\r\n}\r\n'],
    ["tabs", '{\n\t"hooks": {\n\t\t"Stop": [\n\t\t]\n\t}\n}\n'],
    ["one line", '{"a":[1,2],"hooks":{"Stop":[{"hooks":[]}]}}'],
    ["no last newline", '{\n "a": 1\n}'],
    ["a key that looks like a prototype", '{ "__proto__": { "x": 1 }, "constructor": 1 }\n'],
    ["numbers beyond doubles", '{ "n": 12345678901234567890123 }\n'],
  ])("%s", async (_name, text) => {
    put(text);
    await world.install(["claude-code"]);
    const installed = readFileSync(settings(), "utf8");
    expect(installed.startsWith("\uFEFF")).toBe(text.startsWith("\uFEFF"));
    if (text.includes("\r\n")) expect(installed.replaceAll("\r\n", "")).not.toContain("\n");
    expect(statSync(settings()).mode & 0o777).toBe(0o640);
    await world.uninstall(["claude-code"]);
    expect(readFileSync(settings(), "utf8")).toBe(text);
  });

  test.each([
    ["an integer of 64 bits", "seed = 9223372036854775807\nmask = 0xffff_ffff_ffff_fff\n"],
    ["numbers without an end", "a = inf\nb = -nan\n"],
    ["dates and times", "a = 1979-05-27T07:32:00Z\nb = 1979-05-27\nc = 07:32:00.5\n"],
    ["texts over several lines", "a = \"\"\"\n[[hooks]]\n\"\"\"\nb = '''\n# c\n'''\n"],
  ])("TOML with %s", async (_name, text) => {
    for (const [agent, file] of [
      ["kimi-cli", ".kimi/config.toml"],
      ["vibe", ".vibe/hooks.toml"],
    ] as const) {
      world.write(world.home, { [file]: text });
      await world.install([agent]);
      const installed = readFileSync(join(world.home, file), "utf8");
      expect(installed.startsWith(text)).toBe(true);
      // Edited since, so that the file before is not simply put back.
      world.write(world.home, { [file]: `# mine\n${installed}` });
      await world.uninstall([agent]);
      expect(readFileSync(join(world.home, file), "utf8")).toBe(`# mine\n${text}`);
    }
  });

  test.each([
    ["comments everywhere", '// a\n{ // b\n  /* c */ "hooks": /* d */ { // e\n    // f\n  } // g\n} // h\n'],
    ["trailing commas", '{\n  "a": [1,],\n  "hooks": { "Stop": [ ], },\n}\n'],
  ])("%s, of an agent whose bounds nobody knows", async (_name, text) => {
    world.write(world.home, { ".letta/settings.json": text });
    await world.install(["letta"]);
    await world.uninstall(["letta"]);
    expect(readFileSync(join(world.home, ".letta/settings.json"), "utf8")).toBe(text);
  });

  test("nothing at all: the folders that were made go too", async () => {
    await world.install(["claude-code", "kimi-code", "hermes", "goose"]);
    await world.uninstall(["claude-code", "kimi-code", "hermes", "goose"]);
    expect(readdirSync(world.home)).toEqual([".gitconfig"]);
  });

  test("folders that several agents needed go with the last of them, in any order", async () => {
    const agents = ["docker-agent", "opencode", "crush"];
    for (const order of [agents, agents.toReversed()]) {
      for (const agent of agents) await world.install([agent]);
      for (const agent of order) await world.uninstall([agent]);
      expect(readdirSync(world.home)).toEqual([".gitconfig"]);
    }
  });

  test("a folder that others used meanwhile stays", async () => {
    await world.install(["goose"]);
    writeFileSync(join(world.home, ".agents/mine"), "x");
    await world.uninstall(["goose"]);
    expect(readdirSync(join(world.home, ".agents"))).toEqual(["mine"]);
  });
});

describe("what somebody did after the installation stays", () => {
  test("another hook behind ours, one in our group, and our line moved into theirs", async () => {
    put('{\n  "hooks": {\n    "Stop": [\n      { "hooks": [] }\n    ]\n  }\n}\n');
    await world.install(["claude-code"]);
    const value = JSON.parse(readFileSync(settings(), "utf8")) as { hooks: Record<string, { hooks: unknown[] }[]> };
    value.hooks["PreToolUse"]!.push({ hooks: [{ type: "command", command: "later" }] });
    value.hooks["PostToolUse"]![0]!.hooks.push({ type: "command", command: "beside" });
    value.hooks["Stop"]![0]!.hooks.push(...value.hooks["Stop"]!.pop()!.hooks);
    writeFileSync(settings(), JSON.stringify(value, null, 4));
    await world.uninstall(["claude-code"]);
    expect(JSON.parse(readFileSync(settings(), "utf8"))).toEqual({
      hooks: {
        Stop: [{ hooks: [] }],
        PreToolUse: [{ hooks: [{ type: "command", command: "later" }] }],
        PostToolUse: [{ matcher: "*", hooks: [{ type: "command", command: "beside" }] }],
      },
    });
  });

  test("a changed timeout is set right by the next installation, and nothing else is", async () => {
    put('{ "a": 1 }');
    await world.install(["claude-code"]);
    const installed = readFileSync(settings(), "utf8");
    writeFileSync(settings(), installed.replace('"timeout":30', '"timeout":1').replace('"a": 1', '"a": 2'));
    await world.install(["claude-code"]);
    expect(readFileSync(settings(), "utf8")).toBe(installed.replace('"a": 1', '"a": 2'));
    await world.uninstall(["claude-code"]);
    expect(readFileSync(settings(), "utf8")).toBe('{ "a": 2 }');
  });

  test("a file that is gone is forgotten, and the program goes with it", async () => {
    await world.install(["copilot-cli"]);
    rmSync(join(world.home, ".copilot"), { recursive: true });
    await world.uninstall(["copilot-cli"]);
    expect(existsSync(join(world.data, "runtime"))).toBe(false);
    expect(existsSync(join(world.data, "installed"))).toBe(false);
  });
});

describe("what cannot be used is refused with a sentence, and nothing changes", () => {
  const refused = async (sentence: RegExp, agent = "claude-code", scope: "user" | "project" = "user") => {
    const before = { home: treeOf(world.home), cwd: treeOf(world.cwd) };
    await expect(world.prepare([agent], scope)).rejects.toThrow(sentence);
    expect({ home: treeOf(world.home), cwd: treeOf(world.cwd) }).toEqual(before);
    expect(existsSync(world.data)).toBe(false);
  };

  test.each([
    [
      "broken JSON",
      '{ "a": }',
      /settings\.json cannot be used: it is not valid JSON \(ValueExpected in line 1\)\. Nothing was changed\./,
    ],
    [
      "a comment behind the hooks",
      '{\n  "hooks": {},\n  // mine\n  "model": "x"\n}',
      /there is a comment in line 3\. /,
    ],
    ["a list", "[]", /it is not an object/],
    ["hooks that are no object", '{ "hooks": [] }', /the key "hooks" is not an object/],
    ["an event that is no list", '{ "hooks": { "Stop": {} } }', /the key "hooks.Stop" is not a list/],
    ["a key twice", '{ "hooks": {}, "hooks": {} }', /the key "hooks" stands there twice/],
  ])("%s", async (_name, text, sentence) => {
    put(text);
    await refused(sentence);
  });

  test("a sentence never quotes the file", async () => {
    const secret = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");
    for (const [agent, file] of [
      ["claude-code", ".claude/settings.json"],
      ["kimi-code", ".kimi-code/config.toml"],
      ["hermes", ".hermes/config.yaml"],
    ] as const) {
      world.write(world.home, { [file]: `{ "a" ${secret}: ${secret}` });
      const error = await world.prepare([agent]).catch((caught: unknown) => caught);
      expect(String(error)).toMatch(/is not valid/);
      expect(String(error)).not.toContain(secret);
    }
  });

  test("broken YAML, several documents, a list", async () => {
    for (const [text, sentence] of [
      ["a: [", /it is not valid YAML/],
      ["a: 1\n---\nb: 2\n", /it is not valid YAML/],
      ["- a\n", /it is not a mapping/],
      ["hooks: text\n", /the key "hooks" is not a mapping/],
      ["hooks:\n  pre_tool_call: x\n", /the key "hooks.pre_tool_call" is not a list/],
    ] as const) {
      world.write(world.home, { ".hermes/config.yaml": text });
      await refused(sentence, "hermes");
    }
  });

  test("broken TOML, and hooks written inline", async () => {
    for (const [text, sentence] of [
      ["a = ", /it is not valid TOML \(line 1\)/],
      [
        'hooks = [{ event = "Stop", command = "x" }]\n',
        /its hooks are written in a way that entries cannot be added to/,
      ],
    ] as const) {
      world.write(world.home, { ".kimi-code/config.toml": text });
      await refused(sentence, "kimi-code");
    }
  });

  test("a block of ours that stands in somebody's text in TOML", async () => {
    const file = ".kimi/config.toml";
    world.write(world.home, { [file]: "a = 1\n" });
    await world.install(["kimi-cli"]);
    world.write(world.home, { [file]: `a = """\n${readFileSync(join(world.home, file), "utf8")}"""\n` });
    await expect(world.prepare(["kimi-cli"])).rejects.toThrow(/written in a way that entries cannot be added to/);
  });

  test("a read-only file, a folder, a pipe, text in another encoding", async () => {
    put("{}");
    chmodSync(settings(), 0o444);
    await refused(/it is read-only/);
    mkdirSync(join(world.home, ".codex/hooks.json"), { recursive: true });
    await refused(/it is not a file/, "codex");
    world.write(world.home, { ".qwen/settings.json": "" });
    writeFileSync(join(world.home, ".qwen/settings.json"), Buffer.from([0x7b, 0xff, 0xfe, 0x7d]));
    await refused(/it is not UTF-8/, "qwen-code");
  });

  test("a file of ours that somebody else wrote", async () => {
    world.write(world.home, {
      ".copilot/hooks/snapveil.json": '{"version":1}',
      ".cline/hooks/PreToolUse": "#!/bin/sh\ntrue\n",
    });
    await refused(/it was not written by snapveil/, "copilot-cli");
    await refused(/it was not written by snapveil/, "cline");
  });

  test("one broken file of several agents", async () => {
    put("{");
    await expect(world.prepare(["codex", "claude-code"])).rejects.toThrow(/settings\.json/);
    expect(existsSync(join(world.home, ".codex"))).toBe(false);
  });

  test("an agent that is not known, a scope that it has not, no file that would do", async () => {
    await expect(world.prepare(["clod"])).rejects.toThrow(/no agent named "clod".*claude-code/);
    await expect(world.prepare(["vscode-copilot"])).rejects.toThrow(/install claude-code/);
    await expect(world.prepare(["kimi-code"], "project")).rejects.toThrow(/no hooks of a project/);
    await expect(world.prepare(["kiro"])).rejects.toThrow(/there is none yet/);
    await expect(world.prepare([])).rejects.toThrow(/No agent was found/);
  });

  test("an uninstallation from a file that was broken since", async () => {
    await world.install(["claude-code"]);
    writeFileSync(settings(), "{ broken");
    await expect(world.uninstall(["claude-code"])).rejects.toThrow(/not valid JSON/);
    expect(readFileSync(settings(), "utf8")).toBe("{ broken");
    expect(existsSync(join(world.data, "runtime/current/snapveil.cjs"))).toBe(true);
  });
});

describe("a link", () => {
  test("of the user's is followed: the link stays, the file that it names is written", async () => {
    world.write(world.home, { "dotfiles/claude.json": '{ "a": 1 }\n' });
    mkdirSync(join(world.home, ".claude"));
    symlinkSync("../dotfiles/claude.json", settings());
    await world.install(["claude-code"]);
    expect(lstatSync(settings()).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(world.home, "dotfiles/claude.json"), "utf8")).toContain("SessionStart");
    await world.uninstall(["claude-code"]);
    expect(readFileSync(join(world.home, "dotfiles/claude.json"), "utf8")).toBe('{ "a": 1 }\n');
    expect(lstatSync(settings()).isSymbolicLink()).toBe(true);
  });

  test("to nothing, or to itself, is refused", async () => {
    mkdirSync(join(world.home, ".claude"));
    symlinkSync("nowhere", settings());
    await expect(world.prepare(["claude-code"])).rejects.toThrow(/a link to a file that is not there/);
    mkdirSync(join(world.home, ".codex"));
    symlinkSync("hooks.json", join(world.home, ".codex/hooks.json"));
    await expect(world.prepare(["codex"])).rejects.toThrow(/a link to itself/);
  });

  test("of a project's that leads out of it is refused", async () => {
    world.write(world.home, { "private.json": "{}" });
    mkdirSync(join(world.cwd, ".claude"));
    symlinkSync(join(world.home, "private.json"), join(world.cwd, ".claude/settings.local.json"));
    await expect(world.prepare(["claude-code"], "project")).rejects.toThrow(/a link out of the project/);
    symlinkSync(world.home, join(world.cwd, ".codex"));
    await expect(world.prepare(["codex"], "project")).rejects.toThrow(/a link out of the project/);
  });
});

describe("between looking and writing", () => {
  test("a file that was edited is left, and so are the others", async () => {
    put('{ "a": 1 }');
    const preparation = await world.prepare(["codex", "claude-code"]);
    writeFileSync(settings(), '{ "a": 2 }');
    expect(() => preparation.run()).toThrow(/Somebody else changed/);
    expect(readFileSync(settings(), "utf8")).toBe('{ "a": 2 }');
    expect(existsSync(join(world.home, ".codex"))).toBe(false);
  });

  test("a file that came or went is noticed too", async () => {
    const coming = await world.prepare(["codex"]);
    world.write(world.home, { ".codex/hooks.json": "{}" });
    expect(() => coming.run()).toThrow(/Somebody else changed/);
    const going = await world.prepare(["codex"]);
    rmSync(join(world.home, ".codex/hooks.json"));
    expect(() => going.run()).toThrow(/Somebody else changed/);
  });

  test("a link of the name that a half-written file is to have is not written through", async () => {
    put('{ "a": 1 }');
    world.write(world.home, { victim: "precious" });
    symlinkSync("../victim", `${settings()}.${world.io.pid}.tmp`);
    const preparation = await world.prepare(["codex", "claude-code"]);
    expect(() => preparation.run()).toThrow(/cannot be written/);
    expect(readFileSync(join(world.home, "victim"), "utf8")).toBe("precious");
    expect(readFileSync(settings(), "utf8")).toBe('{ "a": 1 }');
    expect(existsSync(join(world.home, ".codex"))).toBe(false);
  });

  test("where the second file cannot be written, the first is as it was", async () => {
    put('{ "a": 1 }');
    const preparation = await world.prepare(["claude-code", "codex"]);
    writeFileSync(join(world.home, ".codex"), "a file where a folder is needed");
    const before = treeOf(world.home);
    expect(() => preparation.run()).toThrow(/cannot be written|ENOTDIR|EEXIST/);
    expect(treeOf(world.home)).toEqual(before);
  });
});

describe("what is kept", () => {
  test("a dated copy, for its owner alone, outside of what agents read", async () => {
    put('{ "a": 1 }');
    const { written } = (await world.prepare(["claude-code"])).run();
    const backup = written[0]!.backup!;
    expect(backup).toContain(join(world.data, "backups/2026-01-02T03-04-05-000Z"));
    expect(readFileSync(backup, "utf8")).toBe('{ "a": 1 }');
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    expect(statSync(join(world.data, "backups")).mode & 0o777).toBe(0o700);
    for (const [name, entry] of Object.entries(treeOf(join(world.data, "installed"))))
      expect(entry, name).toMatch(/^file 600 /);
  });

  test("the newest thirty copies, and no more", async () => {
    const old = Array.from({ length: 35 }, (_, at) => `2025-01-01T00-00-${String(at).padStart(2, "0")}-000Z`);
    for (const name of old) world.write(join(world.data, "backups", name), { file: "x" });
    put('{ "a": 1 }');
    await world.install(["claude-code"]);
    expect(readdirSync(join(world.data, "backups"))).toEqual([...old.slice(-29), "2026-01-02T03-04-05-000Z"]);
  });

  test("the programs of an agent that another project still starts", async () => {
    await world.install(["auggie"]);
    await world.install(["auggie"], "project");
    const program = join(world.data, "runtime/wrappers/snapveil-auggie.sh");
    await world.uninstall(["auggie"], "project");
    expect(existsSync(program)).toBe(true);
    await world.uninstall(["auggie"]);
    expect(existsSync(program)).toBe(false);
  });

  test("a program whose agent takes a path and no line, and the program's copy as long as it is named", async () => {
    // macOS keeps data in such a folder.
    world.env["SNAPVEIL_DATA_DIR"] = join(world.tmp, "Application Support/snapveil");
    await world.install(["auggie"]);
    const { command } = JSON.parse(readFileSync(join(world.home, ".augment/settings.json"), "utf8")).hooks.PreToolUse[0]
      .hooks[0];
    expect(command).toBe(join(world.home, ".snapveil/runtime/wrappers/snapveil-auggie.sh"));
    expect(readFileSync(command, "utf8")).toContain(`${world.env["SNAPVEIL_DATA_DIR"]}/runtime/snapveil-hook'`);
    await world.uninstall(["auggie"]);
    expect(existsSync(join(world.home, ".snapveil"))).toBe(false);
  });

  test("nothing is left for uninstall to do after it is done", async () => {
    await world.install(["claude-code"]);
    await world.uninstall([]);
    const again = await prepareUninstall(world.io, {
      agents: [],
      all: true,
      scope: "user",
      execPath: process.execPath,
      program: { folder: join(world.tmp, "program"), version: "1.2.3" },
    });
    expect(again).toMatchObject({ isChange: false, plans: [] });
  });
});
