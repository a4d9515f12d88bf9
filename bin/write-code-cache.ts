import { closeSync, mkdirSync, mkdtempSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

import type { Io } from "../kit/io.ts";
import { Bare, cacheFolder, loadChunk, sampleSum, scripts } from "./chunks.ts";
import { rehearsal, VARIABLES } from "./rehearsal.ts";

/**
 * Writes the code cache: the hook is run through the events that agents send most, in a throw-away folder, and the
 * bytecode that came about is kept beside the chunks. The build and the installer run this, never a hook.
 * Without the cache everything works as well, and some milliseconds slower.
 */
async function writeCodeCache(): Promise<void> {
  const restoreFlags = keepToBytecode();
  const folder = mkdtempSync(join(tmpdir(), "snapveil-rehearsal-"));
  try {
    const { main } = loadChunk("main.cjs") as typeof import("./main.ts");
    const cwd = join(folder, "project");
    for (const { argv, event, before } of rehearsal(folder, cwd)) {
      before?.();
      const code = await main(silentIo(folder, cwd, argv, JSON.stringify(event)));
      if (code !== 0) throw new Error(`The rehearsal of ${argv.join(" ")} ended with ${code}.`);
    }
    await throughFiles(folder, main);
    restoreFlags();
    tryBareScript();
    for (const [name, script] of scripts) keep(`${cacheFolder}/${name}.bin`, withSum(script.createCachedData()));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Compiles a script as hooks do. A Node that takes other arguments for it ends here: then there is no bytecode, and hooks take the documented way. */
function tryBareScript(): void {
  const code = "(() => 1)";
  const run = Bare && (new Bare(code, "try.cjs", 0, 0, new Script(code).createCachedData(), false, undefined, Symbol()).runInContext(null, -1, true, false, false) as () => number);
  if (run !== undefined && run() !== 1) throw new Error("A script that was compiled as hooks do it does not run.");
}

/** A hook as it is started: with the real standard input and output, which are files from here on. */
async function throughFiles(folder: string, main: typeof import("./main.ts").main): Promise<void> {
  const event = join(folder, "event.json");
  writeFileSync(event, JSON.stringify({ hook_event_name: "turn_start", session_id: "rehearsal", cwd: folder }));
  for (const [descriptor, file, flags] of [[0, event, "r"], [1, join(folder, "answer.json"), "w"]] as const) {
    closeSync(descriptor);
    openSync(file, flags); // takes the lowest number that is free
  }
  Object.assign(process.env, { HOME: folder, SNAPVEIL_DATA_DIR: join(folder, "state") });
  process.argv.splice(2, Infinity, "hook", "--agent", "docker-agent", "add_date");
  await main();
}

/**
 * Has V8 make bytecode only, until the returned function is called. A function that it once made into machine code is
 * marked so in the cache, and would be made into machine code again by every hook that calls it once.
 */
function keepToBytecode(): () => void {
  const asStarted = new Script("0").createCachedData();
  setFlagsFromString("--no-sparkplug");
  return () => {
    setFlagsFromString("--sparkplug");
    // V8 takes a cache only under the flags that it was made with, and a hook starts with those that this process did.
    if (new Script("0", { cachedData: asStarted }).cachedDataRejected === true) setFlagsFromString("--no-sparkplug");
  };
}

/** The bytecode, which V8 makes a multiple of four bytes long, and behind it the sum that is looked at before it is used. */
function withSum(bytecode: Buffer): Uint8Array {
  const words = new Int32Array(bytecode.length / 4 + 1);
  new Uint8Array(words.buffer).set(bytecode);
  words[words.length - 1] = sampleSum(words);
  return new Uint8Array(words.buffer);
}

/** A hook that starts meanwhile finds the whole file or none, also after a power cut: V8 would run a torn one. */
function keep(file: string, bytes: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, bytes, { flush: true });
  renameSync(draft, file);
}

function silentIo(folder: string, cwd: string, argv: readonly string[], stdin: string): Io {
  return {
    argv,
    env: { PATH: process.env["PATH"], HOME: folder, USER: "rehearsal", SNAPVEIL_DATA_DIR: join(folder, "state"), ...VARIABLES },
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
