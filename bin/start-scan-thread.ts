import { join } from "node:path";
import type { Worker } from "node:worker_threads";

import type { ScanSettings } from "../audit/scan/scan-pieces.ts";
import { loadBuiltin } from "../kit/load-builtin.ts";
import { UserError } from "../kit/user-error.ts";

/**
 * A thread is the whole program again with `audit` as its one argument: the bundle has no other entry, and needs none.
 */
export function startScanThread(settings: ScanSettings): Worker {
  const folder = import.meta.dirname;
  if (folder === undefined) throw new UserError("badArgument", ["The program's folder is not known."]);
  // one command of many starts any
  const threads = loadBuiltin<typeof import("node:worker_threads")>("node:worker_threads");
  return new threads.Worker(join(folder, "snapveil.cjs"), { argv: ["audit"], workerData: settings });
}
