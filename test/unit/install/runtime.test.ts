import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { commandLine } from "../../../agents/formats/command-line.ts";
import { hasLineByHand, npxIn, ownerOf } from "../../../agents/formats/own-line.ts";
import { runtimePlace, type RuntimePlace } from "../../../agents/formats/runtime-place.ts";
import { stableNode } from "../../../install/stable-node.ts";
import { isCodeCacheDamaged, isStaged, stageRuntime } from "../../../install/stage-runtime.ts";
import { writtenTwice } from "../../../kit/twice.ts";
import { splitWords } from "../../../doctor/start-line.ts";
import { run } from "../../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../../support/temporary-world.ts";

let world: TemporaryWorld;
let place: RuntimePlace;
let source: string;
beforeEach(() => {
  world = temporaryWorld();
  place = runtimePlace(world.data, process.execPath, "linux");
  source = join(world.tmp, "dist");
  mkdirSync(join(source, "shims"), { recursive: true });
  program("console.log('one', ...process.argv.slice(2), JSON.stringify(process.env.NODE_OPTIONS))");
  writeFileSync(join(source, "shims/opencode.ts"), "export {};\n");
});
afterEach(() => world.remove());

const program = (text: string) => writeFileSync(join(source, "snapveil.cjs"), `${text}\n`);
const stage = (version = "1.0.0") => stageRuntime(place, source, version, 1);

describe("the copy of the program", () => {
  test("is all of it, for its owner alone, behind a link that names the version", () => {
    expect(stage()).toEqual({ name: "1.0.0", isNew: true });
    expect(readlinkSync(place.current)).toBe("1.0.0");
    expect(readFileSync(place.script, "utf8")).toContain("one");
    expect(existsSync(join(place.current, "shims/opencode.ts"))).toBe(true);
    expect(statSync(place.folder).mode & 0o777).toBe(0o700);
    expect(statSync(place.launcher).mode & 0o777).toBe(0o700);
    expect(isStaged(place, source)).toBe(true);
  });

  test("is made once; another build of the version gets a folder of its own, and the old one is not touched", () => {
    stage();
    expect(stage()).toEqual({ name: "1.0.0", isNew: false });
    program("console.log('two')");
    expect(isStaged(place, source)).toBe(false);
    expect(stage()).toEqual({ name: expect.stringMatching(/^1\.0\.0-[0-9a-f]{12}$/), isNew: true });
    expect(readFileSync(place.script, "utf8")).toContain("two");
    expect(readFileSync(join(place.folder, "1.0.0/snapveil.cjs"), "utf8")).toContain("one");
  });

  test.each<[string, () => void]>([
    ["another content of a file below", () => writeFileSync(join(source, "shims/opencode.ts"), "export { };\n")],
    ["another name of a file", () => renameSync(join(source, "shims/opencode.ts"), join(source, "shims/pi.ts"))],
    ["another folder of a file", () => renameSync(join(source, "shims/opencode.ts"), join(source, "opencode.ts"))],
    ["one file more, though it is empty", () => writeFileSync(join(source, "shims/pi.ts"), "")],
    ["one file less", () => rmSync(join(source, "shims/opencode.ts"))],
    [
      "the contents of two files exchanged",
      () => {
        renameSync(join(source, "snapveil.cjs"), join(source, "x"));
        renameSync(join(source, "shims/opencode.ts"), join(source, "snapveil.cjs"));
        renameSync(join(source, "x"), join(source, "shims/opencode.ts"));
      },
    ],
  ])("is another build with %s", (_what, change) => {
    stage();
    change();
    expect(isStaged(place, source)).toBe(false);
    expect(stage()).toMatchObject({ isNew: true });
  });

  test("keeps the version before, and no older one", () => {
    // By the time of each, whatever its number says.
    for (const [at, version] of ["1.0.0", "1.2.0", "1.1.0", "1.3.0"].entries()) {
      program(`// ${version}`);
      stage(version);
      utimesSync(join(place.folder, version), at, at);
    }
    expect(readdirSync(place.folder).filter((name) => /^\d/.test(name))).toEqual(["1.1.0", "1.3.0"]);
    expect(readlinkSync(place.current)).toBe("1.3.0");
  });

  test("a copy that was damaged is made anew beside it", () => {
    stage();
    writeFileSync(join(place.folder, "1.0.0/snapveil.cjs"), "damaged");
    expect(stage()).toMatchObject({ name: expect.stringMatching(/^1\.0\.0-/), isNew: true });
    expect(readFileSync(place.script, "utf8")).toContain("one");
  });

  test("what is made beside it for one Node does not make it another build", () => {
    stage();
    mkdirSync(join(place.current, "code-cache/v1"), { recursive: true });
    writeFileSync(join(place.current, "code-cache/v1/a.bin"), "x");
    expect(stage()).toEqual({ name: "1.0.0", isNew: false });
  });

  test("damaged bytecode makes it none that is staged, and is taken away by the next installation", () => {
    stage();
    const file = join(place.current, "code-cache/v1/a.bin");
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, writtenTwice(Buffer.from("bytecode")));
    expect(isStaged(place, source)).toBe(true);
    writeFileSync(file, "bytecodebytecodf");
    expect(isCodeCacheDamaged(place.current)).toBe(true);
    expect(isStaged(place, source)).toBe(false);
    expect(stage()).toEqual({ name: "1.0.0", isNew: false });
    expect(existsSync(file)).toBe(false);
    expect(isStaged(place, source)).toBe(true);
  });

  test("bytecode that is damaged before it is copied is not taken along", () => {
    mkdirSync(join(source, "code-cache/v1"), { recursive: true });
    writeFileSync(join(source, "code-cache/v1/a.bin"), "damaged");
    stage();
    expect(existsSync(join(place.current, "code-cache"))).toBe(false);
  });

  test("a copy that was damaged under both of its names gets a third one", () => {
    for (const name of ["1.0.0", stage().name]) {
      stage();
      writeFileSync(join(place.folder, name, "snapveil.cjs"), "damaged");
    }
    writeFileSync(join(place.current, "snapveil.cjs"), "damaged");
    expect(stage()).toMatchObject({ name: expect.stringMatching(/^1\.0\.0-[0-9a-f]{12}/), isNew: true });
    expect(readFileSync(place.script, "utf8")).toContain("one");
    expect(isStaged(place, source)).toBe(true);
  });

  test("is started from itself", () => {
    stage();
    expect(stageRuntime(place, place.current, "1.0.0", 1)).toEqual({ name: "1.0.0", isNew: false });
  });
});

describe("the launcher", () => {
  const launch = (...words: string[]) =>
    run(place.launcher, words, { env: { ...world.env, NODE_OPTIONS: "--no-warnings" }, cwd: world.cwd });

  test("starts the program with its words, and without variables that slow Node down", async () => {
    stage();
    expect((await launch("--agent", "codex", "it's")).stdout).toBe('one hook --agent codex it\'s ""\n');
    expect((await launch("hook", "--agent", "opencode")).stdout).toBe('one hook --agent opencode ""\n');
  });

  test.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 2],
    [139, 2],
  ])("ends with %i as %i: an end that is none of the program's is a refusal", async (end, exitCode) => {
    program(`process.exitCode = ${end}`);
    stage();
    const input = JSON.stringify({ hook_event_name: "PreToolUse", tool_name: "Bash" });
    const ended = await run(place.launcher, ["--agent", "codex"], { env: world.env, cwd: world.cwd, input });
    expect(ended).toMatchObject({ exitCode, stdout: "", stderr: end > 2 ? expect.stringContaining("doctor") : "" });
  });

  test.each(["Stop", "AfterAgent", "sessionEnd"])(
    "refuses nothing for a broken program at %s: the agent would go on for ever",
    async (hook_event_name) => {
      program("process.exitCode = 139");
      stage();
      const input = JSON.stringify({ hook_event_name });
      const ended = await run(place.launcher, ["--agent", "codex"], { env: world.env, cwd: world.cwd, input });
      expect(ended).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("doctor") });
    },
  );

  test("gives the program its input", async () => {
    program("process.stdout.write(require('fs').readFileSync(0))");
    stage();
    const ended = await run(place.launcher, ["--agent", "codex"], { env: world.env, cwd: world.cwd, input: '{"a":1}' });
    expect(ended).toEqual({ stdout: '{"a":1}', stderr: "", exitCode: 0 });
  });

  test("refuses for a program that is killed", async () => {
    program("require('fs').readFileSync(0); process.kill(process.pid, 'SIGKILL')");
    stage();
    const ended = await run(place.launcher, ["--agent", "codex"], { env: world.env, cwd: world.cwd, input: "{}" });
    expect(ended).toMatchObject({ exitCode: 2 });
  });

  test("takes any node where its own is gone", async () => {
    place = { ...place, node: "/opt/gone/node" };
    stage();
    expect((await launch("--agent", "codex")).stdout).toContain("one hook --agent codex");
  });
});

describe("the path of Node that lasts", () => {
  const binary = () => {
    const real = join(world.tmp, "Cellar/node/24.1.0/bin/node");
    mkdirSync(join(real, ".."), { recursive: true });
    writeFileSync(real, "");
    chmodSync(real, 0o755);
    return real;
  };
  const link = (folder: string, target: string) => {
    mkdirSync(join(world.tmp, folder), { recursive: true });
    symlinkSync(target, join(world.tmp, folder, "node"));
    return join(world.tmp, folder);
  };

  test("is the first on PATH that is the running one", () => {
    const real = binary();
    const other = join(world.tmp, "other");
    writeFileSync(other, "");
    const path = [link("a", other), link("b", real), link("c", real)].join(":");
    expect(stableNode(real, path, "linux")).toBe(join(world.tmp, "b/node"));
  });

  test("is not one that goes with a shell or a package", () => {
    const real = binary();
    const path = [link("run/fnm_multishells/1_2/bin", real), link("p/node_modules/.bin", real), "relative", ""].join(
      ":",
    );
    expect(stableNode(real, path, "linux")).toBe(real);
    expect(stableNode(real, undefined, "linux")).toBe(real);
    rmSync(real);
    expect(stableNode(real, path, "linux")).toBe(real);
  });
});

describe("the registered line", () => {
  const parts = { agent: "codex", via: "shell" } as const;

  test.each([
    "/home/u/data",
    "/home/it's me/da ta",
    "/Users/u/Library/Application Support/snapveil",
    '/d/$HOME/`x`/"y"',
    "/d/ü/*?",
  ])("survives a shell, and a reader without one: %s", async (data) => {
    const odd = runtimePlace(data, "/bin/echo", "linux");
    const line = commandLine(odd, { ...parts, event: "PreToolUse", builtin: "redact_secrets" });
    const { stdout } = await run("/bin/sh", ["-c", line], { env: world.env, cwd: world.cwd });
    expect(stdout).toBe(`${odd.script} hook --agent codex --event PreToolUse redact_secrets\n`);
    const launched = commandLine(odd, { ...parts, via: "launcher" });
    expect(splitWords(launched)).toEqual([odd.launcher, "--agent", "codex"]);
    for (const one of [line, launched]) expect(ownerOf(one)).toBe("install");
  });

  test("names no version, and Node only where certificates are to be kept", () => {
    const line = (more: object) => commandLine(place, { ...parts, ...more });
    expect(line({ via: "shell" })).toBe(`${place.node} ${place.script} hook --agent codex`);
    expect(line({ via: "launcher" })).toBe(`${place.launcher} --agent codex`);
    for (const one of [line({ via: "shell" }), line({ via: "launcher" })])
      expect(one.replaceAll(process.execPath, "")).not.toMatch(/\d+\.\d+\.\d+|npx/);
  });

  test.each([
    ["snapveil hook --agent codex", "hand", false],
    ["npx -y snapveil@0.1.0 hook add_date", "hand", true],
    ['"/usr/bin/node" "/x/snapveil.cjs" hook', "hand", false],
    ["/usr/local/bin/npx snapveil hook", "hand", true],
    ["npm exec snapveil hook", "hand", true],
    ["snapveil undo", undefined, false],
    ["echo hook", undefined, false],
    ["/x/my-snapveil-notes.sh", undefined, false],
  ])("%s is written by %s", (line, owner, isNpx) => {
    expect(ownerOf(line)).toBe(owner);
    expect(npxIn(line)).toBe(isNpx);
    expect(hasLineByHand(line)).toBe(owner === "hand");
    expect(hasLineByHand(commandLine(place, parts))).toBe(false);
  });
});
