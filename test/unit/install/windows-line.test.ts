import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { commandLine, isBare, namesRuntime } from "../../../agents/formats/command-line.ts";
import { ownerOf } from "../../../agents/formats/own-line.ts";
import { runtimePlace, type RuntimePlace } from "../../../agents/formats/runtime-place.ts";
import { launchersOf } from "../../../install/launchers.ts";
import { bareFolder } from "../../../install/short-name.ts";
import { run } from "../../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../../support/temporary-world.ts";

let world: TemporaryWorld;
beforeEach(() => {
  world = temporaryWorld();
});
afterEach(() => world.remove());

const NODE = "C:\\Program Files\\nodejs\\node.exe";
/** As `join` makes it on Windows. */
function placeIn(data: string): RuntimePlace {
  const place = runtimePlace(data, NODE, "win32");
  const native = (path: string) => path.replaceAll("/", "\\");
  return { ...place, folder: native(place.folder), launcher: native(place.launcher), talker: native(place.talker) };
}
const PLAIN = "C:\\Users\\u\\AppData\\Local\\snapveil\\data";
const parts = { agent: "opencode", event: "chat.message", builtin: "redact_secrets" } as const;
const WORDS = "--agent opencode --event chat.message redact_secrets";

describe("a line for Windows", () => {
  test.each([PLAIN, "D:\\data", "C:\\Users\\JOHNDO~1\\x", "C:\\Users\\Jürgen\\x"])(
    "has nothing that cmd, PowerShell or sh reads in its own way: %s",
    (data) => {
      const line = commandLine(placeIn(data), { ...parts, via: "launcher" });
      expect(line).toBe(`${data.replaceAll("\\", "/")}/runtime/snapveil-hook.cmd ${WORDS}`);
      // What one of the three takes apart, expands, or ends a name with; a backslash is eaten by sh.
      expect(line).not.toMatch(/["'`\\$&|;<>()^%!,=@{}#*?[\]]/);
      expect(line).toMatch(/^[A-Z]:\//);
      expect(ownerOf(line)).toBe("install");
    },
  );

  test("is started by sh, which finds the words as they are", async () => {
    const line = commandLine(placeIn(PLAIN), { ...parts, via: "launcher" });
    const program = join(world.cwd, line.split(" ")[0]!);
    mkdirSync(dirname(program), { recursive: true });
    writeFileSync(program, '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
    expect(await run("/bin/sh", ["-c", line], { env: world.env, cwd: world.cwd })).toMatchObject({
      exitCode: 0,
      stdout: `${WORDS}\n`,
    });
  });

  test("starts another script where certificates are to be kept", () => {
    expect(commandLine(placeIn(PLAIN), { ...parts, via: "shell" })).toContain("/runtime/snapveil-hook-tls.cmd --agent");
  });

  test.each(["C:\\Users\\John Doe\\x", "C:\\Users\\R&D\\x", "\\\\server\\share\\x"])(
    "stands in quotes where the path is no plain word: %s",
    (data) => {
      const line = commandLine(placeIn(data), { ...parts, via: "launcher" });
      expect(line).toBe(`"${data.replaceAll("\\", "/")}/runtime/snapveil-hook.cmd" ${WORDS}`);
      expect(ownerOf(line)).toBe("install");
    },
  );

  test("names the runtime in each way in which a file may write it", () => {
    const place = {
      ...placeIn("C:\\Users\\John Doe\\x"),
      launcher: "C:\\Users\\JOHNDO~1\\x\\runtime\\snapveil-hook.cmd",
    };
    for (const text of [
      "C:/Users/JOHNDO~1/x/runtime/snapveil-hook.cmd --agent codex",
      '{ "command": "C:\\\\Users\\\\John Doe\\\\x\\\\runtime\\\\current\\\\snapveil.cjs" }',
    ])
      expect(namesRuntime(text, place), text).toBe(true);
    expect(namesRuntime("C:/Users/other/x/runtime/snapveil-hook.cmd", place)).toBe(false);
  });
});

describe("the scripts for Windows", () => {
  const [[, hook], [, talker]] = launchersOf(placeIn(PLAIN)) as [[string, string], [string, string]];

  test("clear what slows Node down, but for the one that talks", () => {
    expect(hook).toContain('set "NODE_OPTIONS="\r\n');
    expect(talker).not.toContain("NODE_OPTIONS");
  });

  test("find the program beside themselves, give all words on, and end as it ends, or refuse if it breaks", () => {
    for (const script of [hook, talker]) {
      expect(script.split("\r\n").slice(-11)).toEqual([
        `set "node=${NODE}"`,
        'if not exist "%node%" for %%I in (node.exe) do set "node=%%~$PATH:I"',
        '"%node%" "%~dp0current\\snapveil.cjs" hook %*',
        'set "status=%ERRORLEVEL%"',
        "if %status% GTR 2 goto broken",
        "if %status% LSS 0 goto broken",
        "exit /b %status%",
        ":broken",
        expect.stringContaining("1>&2"),
        "exit /b 2",
        "",
      ]);
      expect(script).not.toMatch(/[^\r]\n/);
    }
  });
});

describe("a data folder with a blank in its path", () => {
  const io = { env: {}, platform: "win32" } as const;

  test("goes by its short name, the parts that are not there yet behind it", () => {
    const folder = join(world.tmp, "John Doe");
    mkdirSync(folder);
    const asked: string[] = [];
    const ask = (_: unknown, there: string) => {
      asked.push(there);
      return "C:/Users/JOHNDO~1";
    };
    expect(bareFolder(io, join(folder, "snapveil/data"), ask)).toBe("C:/Users/JOHNDO~1/snapveil/data");
    expect(asked).toEqual([folder]);
  });

  test("stays as it is where the disk keeps no short names, and nobody is asked where none is needed", () => {
    const folder = join(world.tmp, "John Doe");
    expect(bareFolder(io, folder, (_, there) => there)).toBe(folder);
    expect(bareFolder(io, folder, () => undefined)).toBe(folder);
    const nobody = () => expect.fail("asked");
    expect(bareFolder(io, PLAIN, nobody)).toBe(PLAIN);
    expect(bareFolder({ ...io, platform: "linux" }, folder, nobody)).toBe(folder);
    expect(isBare(PLAIN)).toBe(true);
  });
});
