import { closeSync, mkdirSync, mkdtempSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import type { Io } from "../kit/io.ts";
import { writtenTwice } from "../kit/twice.ts";
import { cacheFolder } from "./code-cache.ts";
import { load, scripts } from "./load.ts";
import { rehearsal } from "./rehearsal.ts";
import { VARIABLES } from "./rehearsal-texts.ts";

/**
 * Writes the code cache: runs hooks with frequent events in a temporary folder and saves the resulting bytecode beside
 * the chunks. The build and `install` run this, never a hook. Without the cache everything works, a few milliseconds
 * slower. The bytecode for usual events leaves out functions that only rare events call, because V8 reads the whole
 * file and they would cost each hook 1 to 2 ms.
 */
async function writeCodeCache(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "snapveil-rehearsal-"));
  try {
    const { main } = load("main.cjs") as typeof import("./main.ts");
    const cwd = join(folder, "project");
    const { usual, rare } = rehearsal(folder, cwd);
    const kept = new Set<string>();
    for (const steps of [usual, rare]) {
      for (const { argv, event, before } of steps) {
        before?.();
        const code = await main(silentIo(folder, cwd, argv, JSON.stringify(event)));
        if (code !== 0) throw new Error(`The rehearsal of ${argv.join(" ")} ended with ${code}.`);
      }
      if (steps === usual) await throughFiles(folder, main);
      const fresh = [...scripts].filter(([name]) => !kept.has(name));
      for (const [name, script] of fresh) keep(`${cacheFolder}/${name}.bin`, writtenTwice(script.createCachedData()));
      fresh.forEach(([name]) => kept.add(name));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a hook as agents start it, with the real standard input and output, which are files from now on. */
async function throughFiles(folder: string, main: typeof import("./main.ts").main): Promise<void> {
  const event = join(folder, "event.json");
  writeFileSync(event, JSON.stringify({ hook_event_name: "turn_start", session_id: "rehearsal", cwd: folder }));
  for (const [descriptor, file, flags] of [
    [0, event, "r"],
    [1, join(folder, "answer.json"), "w"],
  ] as const) {
    closeSync(descriptor);
    openSync(file, flags); // opens the lowest free descriptor, which was just closed
  }
  Object.assign(process.env, { HOME: folder, SNAPVEIL_DATA_DIR: join(folder, "state") });
  process.argv.splice(2, Infinity, "hook", "--agent", "docker-agent", "add_date");
  await main();
}

/**
 * Writes a file of bytecode atomically, so that a hook finds the whole file or none, even after a power failure. V8
 * would run a truncated file.
 */
function keep(file: string, bytes: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, bytes, { flush: true });
  renameSync(draft, file);
}

function silentIo(folder: string, cwd: string, argv: readonly string[], stdin: string): Io {
  return {
    argv,
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      USER: "rehearsal",
      SNAPVEIL_DATA_DIR: join(folder, "state"),
      ...VARIABLES,
    },
    cwd,
    platform: process.platform,
    arch: process.arch,
    pid: process.pid,
    now: () => new Date(),
    readStdin: () => stdin,
    writeStdout: () => {},
    writeStderr: () => {},
    interactive: false,
  };
}

void writeCodeCache();
