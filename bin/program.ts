import { join } from "node:path";
import type { Worker } from "node:worker_threads";

import manifest from "../package.json" with { type: "json" };
import type { ScanSettings } from "../audit/scan/scan-pieces.ts";
import { loadBuiltin } from "../kit/load-builtin.ts";

/** The version of the package. */
export const VERSION: string = manifest.version;

/** The folder of the program's files: chunks, the page, and what `install` copies. */
export const PROGRAM_FOLDER: string = import.meta.dirname;

/** In MB. Without a limit a thread grows to twice the memory, and is no faster; it needs some 40. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };

/**
 * Starts a thread for an audit. The thread runs the whole program with the argument `audit`, because the bundle has no
 * other entry.
 */
export function startScanThread(settings: ScanSettings): Worker {
  // The module is loaded here, because few commands need threads.
  const threads = loadBuiltin<typeof import("node:worker_threads")>("node:worker_threads");
  return new threads.Worker(join(PROGRAM_FOLDER, "snapveil.cjs"), {
    argv: ["audit"],
    workerData: settings,
    resourceLimits: THREAD_MEMORY,
  });
}
