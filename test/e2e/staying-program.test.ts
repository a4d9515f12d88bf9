import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";

import ts from "typescript";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { GITHUB as SECRET } from "../support/made-up.ts";
import { run } from "../support/run.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const DIST = join(import.meta.dirname, "../../dist");
const SHIM = readFileSync(join(DIST, "shims/opencode.ts"), "utf8");

type Plugin = Record<string, (input: object, output: { system: string[] }) => Promise<void>>;

const world = worldOfEachTest();
beforeEach(() => {
  for (const [name, value] of Object.entries(world.env)) vi.stubEnv(name, value);
});
afterEach(() => void vi.unstubAllEnvs());

/** A program that notes each of its starts. */
function noting(program: string): string {
  const script = `#!/bin/sh\necho $$ >> ${world.tmp}/starts\nexec ${process.execPath} ${program} "$@"\n`;
  return world.write(join(world.tmp, "program"), script, 0o700);
}

/** Until its parent takes notice it is a zombie. */
const expectGone = () =>
  expect.poll(() => world.sh(`ps -o stat= -p ${starts()[0]!} | grep -v Z || echo gone`)).toBe("gone\n");

const starts = () => world.read(join(world.tmp, "starts")).trim().split("\n").map(Number);

async function load(
  program = noting(join(DIST, "snapveil.cjs")),
  longestIdle = 300_000,
): Promise<(text: string) => Promise<string>> {
  const shim = SHIM.replace('["snapveil"]', JSON.stringify([program])).replace("300_000", String(longestIdle));
  const file = world.write(join(world.tmp, "plugin.ts"), shim);
  const { Snapveil } = (await import(file)) as { Snapveil(host: object): Promise<Plugin> };
  const plugin = await Snapveil({ directory: world.cwd });
  return async (text) => {
    const system = [text];
    await plugin["experimental.chat.system.transform"]!({ sessionID: "s" }, { system });
    return system[0]!;
  };
}

describe("the program of a plugin", () => {
  test("answers one event after another, and stands aside for events at the same time", async () => {
    const clean = await load();
    for (const text of ["one", `two ${SECRET}`, "three\nlines\n"])
      expect(await clean(text)).toBe(text.replace(SECRET, "[REDACTED]"));
    expect(starts()).toHaveLength(1);
    expect(await Promise.all([clean(`a ${SECRET}`), clean("b")])).toEqual(["a [REDACTED]", "b"]);
    expect(starts()).toHaveLength(2);
  });

  test("gets an event in one line, whatever a Node takes for the end of one", async () => {
    const script = `#!/bin/sh\ntee ${world.tmp}/input | ${process.execPath} ${DIST}/snapveil.cjs "$@"\n`;
    const clean = await load(world.write(join(world.tmp, "program"), script, 0o700));
    expect(await clean(`a\u2028b\u2029${SECRET}`)).toBe("a\u2028b\u2029[REDACTED]");
    expect(world.read(join(world.tmp, "input"))).toMatch(/^[^\u2028\u2029]+\n$/);
  });

  test("reads settings and known values anew for each event, and gets a changed environment", async () => {
    const clean = await load();
    const value = ["Tr0ub4dor", "3Correct"].join("&");
    expect(await clean(`it is ${value}`)).toBe(`it is ${value}`);
    world.write(".env", `DB_PASSWORD="${value}"\n`);
    expect(await clean(`it is ${value}`)).toBe("it is [REDACTED]");
    world.configure({ rules: [{ kind: "ticket", pattern: "TICKET-[0-9]+" }] });
    expect(await clean("see TICKET-12")).toBe("see [REDACTED]");
    expect(starts()).toHaveLength(1);
    vi.stubEnv("SNAPVEIL_DISABLE", "1");
    expect(await clean(SECRET)).toBe(SECRET);
  });

  test("ends when no event comes for long", async () => {
    const clean = await load(noting(join(DIST, "snapveil.cjs")), 200);
    await clean("one");
    await expectGone();
    expect(await clean(`two ${SECRET}`)).toBe("two [REDACTED]");
  });

  test("is started again after its end", async () => {
    const clean = await load();
    await clean("one");
    process.kill(starts()[0]!, "SIGKILL");
    await expectGone();
    // Its end may be told after the next event was handed to it, which is refused then.
    await clean("two").catch(() => {});
    expect(await clean(`three ${SECRET}`)).toBe("three [REDACTED]");
  });

  test("answers as the new one after an update", async () => {
    const folder = join(world.tmp, "dist");
    cpSync(DIST, folder, { recursive: true });
    const clean = await load(noting(join(folder, "snapveil.cjs")));
    expect(await clean("one")).toBe("one");
    world.sh(`rm '${folder}'/*.cjs`);
    const answer = `process.stdout.write(JSON.stringify({ messages: [process.argv.slice(2).join(" ")] }))`;
    world.write(join(folder, "snapveil.cjs"), answer);
    expect(await clean(`two ${SECRET}`)).toBe("hook --agent opencode");
  });

  test("keeps its agent from no end, and ends with it", async () => {
    noting(join(DIST, "snapveil.cjs"));
    const shim = SHIM.replace('["snapveil"]', JSON.stringify([join(world.tmp, "program")]));
    const { outputText } = ts.transpileModule(shim, { compilerOptions: { target: ts.ScriptTarget.ESNext } });
    const host = world.write(
      join(world.tmp, "host.mjs"),
      `${outputText}
        const plugin = await Snapveil({ directory: ${JSON.stringify(world.cwd)} });
        const system = ["${SECRET}"];
        await plugin["experimental.chat.system.transform"]({ sessionID: "s" }, { system });
        console.log(system[0]);`,
    );
    const { stdout } = await run(process.execPath, [host], { env: world.env, cwd: world.cwd });
    expect(stdout).toBe("[REDACTED]\n");
    await expectGone();
  });
});
