import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { writeExcludes } from "../../../install/write-exclude.ts";
import { atCall } from "../../support/at-call.ts";
import { installWorld, type InstallWorld } from "./install-world.ts";

let world: InstallWorld;
beforeEach(() => {
  world = installWorld();
});
afterEach(() => world.remove());

const settings = () => join(world.home, ".claude/settings.json");
const put = (text: string) => world.write(world.home, { ".claude/settings.json": text });

describe("between the plan and the yes", () => {
  const EDITS: readonly (readonly [what: string, before: string | undefined, edit: () => void])[] = [
    ["edited", '{ "a": 1 }', () => writeFileSync(settings(), '{ "a": 2 }')],
    ["edited to the same length", '{ "a": 1 }', () => writeFileSync(settings(), '{ "b": 1 }')],
    ["made", undefined, () => put('{ "theirs": true }')],
    ["deleted", '{ "a": 1 }', () => rmSync(settings())],
  ];

  test.each(EDITS)("a file that is %s is not written over, and no other file is", async (_, before, edit) => {
    if (before !== undefined) put(before);
    const preparation = await world.prepare(["claude-code", "codex"]);
    edit();
    const now = existsSync(settings()) ? readFileSync(settings(), "utf8") : undefined;
    expect(() => preparation.run()).toThrow(/Somebody else changed .* in the meantime/);
    expect(existsSync(settings()) ? readFileSync(settings(), "utf8") : undefined).toBe(now);
    expect(existsSync(join(world.home, ".codex/hooks.json"))).toBe(false);
  });
});

describe("a new file of the user's", () => {
  test("is for its owner alone, whatever the process's mask says, and so is its folder", async () => {
    const mask = process.umask(0);
    try {
      await world.install(["claude-code", "codex", "gemini-cli"]);
    } finally {
      process.umask(mask);
    }
    const files = [".claude/settings.json", ".codex/hooks.json", ".gemini/settings.json"].map((one) =>
      join(world.home, one),
    );
    expect(files.map((file) => (statSync(file).mode & 0o777).toString(8))).toEqual(["600", "600", "600"]);
    expect(files.map((file) => (statSync(dirname(file)).mode & 0o777).toString(8))).toEqual(["700", "700", "700"]);
  });
});

test("nothing that install keeps of the user's files can be read by others, whatever the process's mask says", async () => {
  put('{ "apiKeyHelper": "x" }');
  const mask = process.umask(0);
  try {
    await world.install(["claude-code"]);
  } finally {
    process.umask(mask);
  }
  const kept = readdirSync(world.data, { recursive: true, encoding: "utf8" }).filter(
    (path) => !path.startsWith("runtime/"),
  );
  expect(kept).toEqual(
    expect.arrayContaining([expect.stringMatching(/^backups\/.+\//), expect.stringMatching(/\.original$/)]),
  );
  expect(kept.filter((path) => (statSync(join(world.data, path)).mode & 0o077) !== 0)).toEqual([]);
});

describe("uninstall", () => {
  test("leaves no line of ours in a file in which the user copied one", async () => {
    const theirs = Array.from(
      { length: 20 },
      (_, n) => `      { "hooks": [{ "type": "command", "command": "a${n}" }] }`,
    );
    put(`{\n  "hooks": {\n    "Notification": [\n${theirs.join(",\n")}\n    ]\n  }\n}\n`);
    await world.install(["claude-code"]);
    const text = readFileSync(settings(), "utf8");
    const { hooks } = JSON.parse(text) as { hooks: Record<string, { hooks: unknown[] }[]> };
    const own = JSON.stringify(hooks["PreToolUse"]![0]!.hooks[0]);
    expect(own).toContain("snapveil");
    // Far from the lines of the installation, which can still be taken back as a patch.
    writeFileSync(settings(), text.replace(theirs[5]!, `${theirs[5]},\n      { "hooks": [${own}] }`));
    await world.uninstall(["claude-code"]);
    const left = readFileSync(settings(), "utf8");
    expect(left).not.toContain("snapveil");
    const { hooks: kept } = JSON.parse(left) as { hooks: Record<string, { hooks: unknown[] }[]> };
    expect(kept["Notification"]!.flatMap((group) => group.hooks)).toHaveLength(theirs.length);
  });
});

describe("the copy of the program", () => {
  const runtime = () => existsSync(join(world.data, "runtime/current"));

  test("stays as long as any line names it, one included of which nothing is remembered, and goes with the last", async () => {
    await world.install(["claude-code", "codex"]);
    await world.install(["gemini-cli"], "project");
    rmSync(join(world.data, "installed"), { recursive: true });
    await world.uninstall(["claude-code"]);
    expect(runtime()).toBe(true);
    await world.uninstall(["codex"]);
    expect(runtime()).toBe(true);
    await world.uninstall(["gemini-cli"], "project");
    expect(runtime()).toBe(false);
  });
});

describe("lines of info/exclude", () => {
  const exclude = () => join(world.cwd, ".git/info/exclude");
  const change = (action: "add" | "remove") =>
    ({ action, file: join(world.cwd, "own.json"), exclude: exclude(), line: "/own.json", isMade: false }) as const;
  const write = (action: "add" | "remove") => writeExcludes(world.io, world.data, [change(action)]);

  test("are added behind what another program writes at that moment", () => {
    world.write(world.cwd, { ".git/info/exclude": "one\n" });
    let opened = 0;
    const isToWrite = (path?: string) => path === exclude() && (opened += 1) === 2;
    atCall("openSync", "before", isToWrite, () => appendFileSync(exclude(), "theirs, a longer line\n"));
    expect(write("add")).toEqual([]);
    expect(readFileSync(exclude(), "utf8")).toBe("one\ntheirs, a longer line\n/own.json\n");
  });

  test("are not taken out where another program writes at that moment: its line stays, and this is said", () => {
    world.write(world.cwd, { ".git/info/exclude": "one\n" });
    write("add");
    const isTemporary = (path?: string) => path?.startsWith(`${exclude()}.`) === true;
    atCall("chmodSync", "after", isTemporary, () => appendFileSync(exclude(), "theirs\n"));
    expect(write("remove")).toEqual([expect.stringContaining("it was changed in the meantime")]);
    expect(readFileSync(exclude(), "utf8")).toBe("one\n/own.json\ntheirs\n");
    expect(readdirSync(dirname(exclude()))).toEqual(["exclude"]);
  });

  test("go with the last uninstallation, and no earlier", () => {
    world.write(world.cwd, { ".git/info/exclude": "one\n", "own.json": "{}", "other/own.json": "{}" });
    const other = { ...change("add"), file: join(world.cwd, "other/own.json") };
    writeExcludes(world.io, world.data, [change("add"), other]);
    write("remove");
    expect(readFileSync(exclude(), "utf8")).toBe("one\n/own.json\n");
    writeExcludes(world.io, world.data, [{ ...other, action: "remove" }]);
    expect(readFileSync(exclude(), "utf8")).toBe("one\n");
  });
});
