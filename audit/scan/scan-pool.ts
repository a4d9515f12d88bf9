import { availableParallelism } from "node:os";
import { parentPort, workerData, type Worker } from "node:worker_threads";

import {
  pieceScanner,
  type PieceFinding,
  type ScanPieces,
  type ScanSettings,
  type SourcePiece,
} from "./scan-pieces.ts";

/** Starts a thread that runs `serveThread` with these settings. */
export type StartThread = (settings: ScanSettings) => Worker;

/** Searches pieces on several threads, in any order. */
export interface ScanPool {
  /** Adds a piece; waits if the threads are behind. `tell` is called with the piece's findings. */
  add(piece: SourcePiece, tell: (findings: readonly PieceFinding[]) => void): Promise<void>;
  /** Waits until all pieces are searched, and stops the threads. */
  finish(): Promise<void>;
}

/** A batch is sent when it holds this many UTF-16 units or this many pieces. */
const BATCH_LENGTH = 1 << 18;
const BATCH_PIECES = 256;
const MAX_THREADS = 8;
/** How many batches may wait for each thread. */
const AHEAD = 2;

/**
 * Creates a pool. The first batch is searched on this thread, which suffices for small audits; for more, one thread is
 * started for each CPU but the first, up to `MAX_THREADS`. This thread searches as well while the others have enough to
 * do: each thread takes some 60 MB.
 */
export function scanPool(settings: ScanSettings, startThread?: StartThread): ScanPool {
  const scanHere = pieceScanner(settings);
  const count = Math.min(availableParallelism(), MAX_THREADS) - 1;
  const open = new Set<Promise<void>>();
  let threads: ScanThread[] = [];
  let isFirst = true;
  let batch: Parameters<ScanPool["add"]>[] = [];
  let length = 0;

  const send = async () => {
    const sent = batch;
    batch = [];
    length = 0;
    if (!isFirst && startThread && threads.length === 0)
      threads = Array.from({ length: count }, () => scanThread(startThread(settings)));
    isFirst = false;
    const idle = threads.find((one) => one.waiting() < AHEAD);
    const done = (idle?.scan ?? scanHere)(sent.map(([piece]) => piece)).then((found) => {
      sent.forEach(([, tell], at) => tell(found[at] ?? []));
      open.delete(done);
    });
    done.catch(() => {}); // the promise stays in `open`, where `finish` reports its error
    open.add(done);
    if (!idle) await done;
  };

  return {
    async add(piece, tell) {
      batch.push([piece, tell]);
      length += piece.text.length;
      if (length >= BATCH_LENGTH || batch.length >= BATCH_PIECES) await send();
    },
    async finish() {
      if (batch.length > 0) await send();
      await Promise.all(open);
      await Promise.all(threads.map(({ stop }) => stop()));
    },
  };
}

interface ScanThread {
  readonly scan: ScanPieces;
  /** The number of batches that the thread has not answered yet. */
  waiting(): number;
  stop(): Promise<unknown>;
}

function scanThread(worker: Worker): ScanThread {
  const waiting: { resolve: (found: PieceFinding[][]) => void; reject: (error: unknown) => void }[] = [];
  let failure: unknown;
  worker.on("message", (found: PieceFinding[][]) => waiting.shift()?.resolve(found));
  worker.on("error", (error) => {
    failure = error;
    for (const { reject } of waiting) reject(error);
  });
  return {
    scan: (pieces) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        waiting.push({ resolve, reject });
        worker.postMessage(pieces, []);
      }),
    waiting: () => waiting.length,
    stop: () => worker.terminate(),
  };
}

/** Runs in a thread: searches one batch after the other and answers each in order. */
export function serveThread(): void {
  const scan = pieceScanner(workerData as ScanSettings);
  let turn = Promise.resolve();
  parentPort?.on("message", (pieces: SourcePiece[]) => {
    turn = turn.then(async () => parentPort?.postMessage(await scan(pieces), []));
  });
}
