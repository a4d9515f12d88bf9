import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";

import { batchScanner, toBatch, type Batch, type ScanBatch } from "./batch.ts";
import type { Piece } from "./piece.ts";
import type { PieceFinding } from "./scan-piece.ts";
import type { ScanSettings } from "./scan-settings.ts";
import type { Source } from "../source.ts";

/** Starts a thread that runs `serveThread` with these settings. */
export type StartThread = (settings: ScanSettings) => Worker;

/** Takes pieces from one side and gives findings on the other. */
export interface ScanPool {
  /** Waits where the threads are behind. */
  add(source: Source, piece: Piece): Promise<void>;
  /** Waits until everything is searched, and stops the threads. */
  finish(): Promise<void>;
}

/** What a piece came to; pieces of one source in their order, but sources in any. */
export type OnScanned = (source: Source, findings: readonly PieceFinding[], bytes: number) => void;

/** A batch goes out when it holds as many bytes or pieces. */
const BATCH_BYTES = 1 << 20;
const BATCH_PIECES = 256;
/** Below this many bytes a thread costs more than it saves. */
const SMALL_JOB = 4 << 20;
const MAX_THREADS = 8;
/** Batches that lie ready for each thread. */
const AHEAD = 2;

/** Searches small jobs on this thread, and large ones on as many as the machine runs at once. */
export function scanPool(settings: ScanSettings, onScanned: OnScanned, startThread?: StartThread): ScanPool {
  const threads = availableParallelism() > 1 && startThread ? Math.min(availableParallelism(), MAX_THREADS) : 0;
  let pending: [Piece, Source][] = [];
  let pendingBytes = 0;
  let ready: Job[] = [];
  let readyBytes = 0;
  let crew: Crew | undefined;
  let here: ScanBatch | undefined;

  const close = () => {
    if (pending.length === 0) return;
    ready.push({
      batch: toBatch(pending.map(([piece, source]) => [piece, source])),
      sources: pending.map(([, source]) => source),
    });
    readyBytes += pendingBytes;
    pending = [];
    pendingBytes = 0;
  };
  const send = async (everything: boolean) => {
    if (crew === undefined && threads > 0 && readyBytes > SMALL_JOB)
      crew = startCrew(threads, () => (startThread as StartThread)(settings), onScanned);
    if (crew === undefined && threads > 0 && !everything) return;
    for (const job of ready.splice(0)) {
      if (crew) await crew.take(job);
      else deliver(job, await (here ??= batchScanner(settings))(job.batch), onScanned);
    }
  };

  return {
    async add(source, piece) {
      pending.push([piece, source]);
      pendingBytes += piece.bytes.length;
      if (pendingBytes < BATCH_BYTES && pending.length < BATCH_PIECES) return;
      close();
      await send(false);
    },
    async finish() {
      close();
      await send(true);
      await crew?.dismiss();
    },
  };
}

interface Job {
  readonly batch: Batch;
  readonly sources: readonly Source[];
}

function deliver({ batch, sources }: Job, found: readonly PieceFinding[][], onScanned: OnScanned): void {
  batch.parts.forEach(({ from, to, lead, trail }, at) =>
    onScanned(sources[at] as Source, found[at] ?? [], to - from - lead - trail),
  );
}

/** Threads at work. */
interface Crew {
  take(job: Job): Promise<void>;
  dismiss(): Promise<void>;
}

function startCrew(count: number, start: () => Worker, onScanned: OnScanned): Crew {
  const workers = Array.from({ length: count }, () => ({ thread: start(), jobs: [] as Job[] }));
  let failure: Error | undefined;
  let wake = () => {};
  for (const { thread, jobs } of workers) {
    thread.on("message", (found: PieceFinding[][]) => {
      deliver(jobs.shift() as Job, found, onScanned);
      wake();
    });
    thread.on("error", (error) => {
      failure = error instanceof Error ? error : new Error(String(error));
      wake();
    });
  }
  const until = async (condition: () => boolean) => {
    while (!condition()) {
      if (failure) throw failure;
      await new Promise<void>((resolve) => (wake = resolve));
    }
    if (failure) throw failure;
  };
  const idlest = () => workers.reduce((best, one) => (one.jobs.length < best.jobs.length ? one : best));
  return {
    async take(job) {
      await until(() => idlest().jobs.length < AHEAD);
      const { thread, jobs } = idlest();
      jobs.push({ ...job, batch: { ...job.batch, memory: new ArrayBuffer(0) } });
      thread.postMessage(job.batch, [job.batch.memory]);
    },
    async dismiss() {
      await until(() => workers.every(({ jobs }) => jobs.length === 0));
      await Promise.all(workers.map(({ thread }) => thread.terminate()));
    },
  };
}
