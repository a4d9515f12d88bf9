import { join } from "node:path";
import type { Worker } from "node:worker_threads";

import manifest from "../package.json" with { type: "json" };
import type { ScanSettings } from "../audit/scan/scan-pieces.ts";
import { loadBuiltin } from "../kit/load-builtin.ts";

/** The package's version. */
export const VERSION: string = manifest.version;

/** The folder of this program's files: its chunks, the page, and the files that `install` copies. */
export const PROGRAM_FOLDER: string = import.meta.dirname;

/**
 * A thread is the whole program again with `audit` as its one argument: the bundle has no other entry, and needs none.
 */
export function startScanThread(settings: ScanSettings): Worker {
  // Only one command of many starts a thread.
  const threads = loadBuiltin<typeof import("node:worker_threads")>("node:worker_threads");
  return new threads.Worker(join(PROGRAM_FOLDER, "snapveil.cjs"), { argv: ["audit"], workerData: settings });
}
