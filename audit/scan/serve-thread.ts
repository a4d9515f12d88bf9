import { parentPort, workerData } from "node:worker_threads";

import { batchScanner, type Batch } from "./batch.ts";
import type { ScanSettings } from "./scan-settings.ts";

/** The life of a thread: it gets its settings once, then one batch after another, and answers each in turn. */
export function serveThread(): void {
  const scan = batchScanner(workerData as ScanSettings);
  let turn = Promise.resolve();
  parentPort?.on("message", (batch: Batch) => {
    turn = turn.then(async () => parentPort?.postMessage(await scan(batch), []));
  });
}
