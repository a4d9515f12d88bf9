import { constants } from "node:os";

import type { Io } from "../kit/io.ts";
import { loadBuiltin } from "../kit/load-builtin.ts";
import { watchFolder } from "../kit/watch-folder.ts";

/**
 * Signals that are passed to the program. Ctrl-C and Ctrl-\ in a terminal are sent to the program by the terminal
 * itself.
 */
const PASSED = ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const;
const FROM_TERMINAL: ReadonlySet<string> = new Set(["SIGINT", "SIGQUIT"]);

/** A burst that does not end is recorded after this many times `every`. */
const LONGEST = 10;

/** A shell's exit codes for a program that does not exist or cannot be started. */
const NOT_THERE = 127;
const NOT_STARTED = 126;

export interface ProgramEnd {
  readonly code: number;
  readonly signal?: NodeJS.Signals;
  /** Why the program could not be started, as an error code or a message. */
  readonly error?: string;
}

export interface Around {
  /** The folder that is watched and recorded. */
  readonly root: string;
  /** The quiet time in milliseconds: a burst ends if nothing changes for so long. */
  readonly every: number;
  /** Records the present state. Never throws. */
  record(): Promise<void>;
}

/**
 * Runs a program on the streams of this process and records a state after each burst of changes, until the program
 * ends.
 */
export async function runAround(
  io: Pick<Io, "platform">,
  [file = "", ...args]: readonly string[],
  { root, every, record }: Around,
): Promise<ProgramEnd> {
  const { spawn } = loadBuiltin<typeof import("node:child_process")>("node:child_process");
  const bursts = followBursts(io, { root, every, record });
  // The handlers are set before the start, since a signal may arrive before `spawn` returns.
  const back = passSignals((signal) => child.kill(signal));
  const child = spawn(file, args, { stdio: "inherit" });
  const ended = await new Promise<ProgramEnd>((resolve) => {
    child.on("error", (error: NodeJS.ErrnoException) =>
      resolve({ code: error.code === "ENOENT" ? NOT_THERE : NOT_STARTED, error: error.code ?? error.message }),
    );
    child.on("exit", (code, signal) =>
      resolve(signal === null ? { code: code ?? 1 } : { code: 128 + constants.signals[signal], signal }),
    );
  });
  await bursts.stop();
  back();
  return ended;
}

function passSignals(send: (signal: NodeJS.Signals) => void): () => void {
  const isTerminal = process.stdin.isTTY;
  const pass = (signal: NodeJS.Signals) => {
    if (!(isTerminal && FROM_TERMINAL.has(signal))) send(signal);
  };
  for (const signal of PASSED) process.on(signal, pass);
  return () => PASSED.forEach((signal) => process.off(signal, pass));
}

/** Records a state after each burst of changes, one at a time. Changes during a recording begin a new burst. */
function followBursts(io: Pick<Io, "platform">, { root, every, record }: Around): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let began: number | undefined;
  let recording = Promise.resolve();
  let isOver = false;
  const watcher = watchFolder(root, { platform: io.platform, without: OUTSIDE }, changed);

  function changed(): void {
    if (isOver) return;
    const now = performance.now();
    began ??= now;
    clearTimeout(timer);
    timer = setTimeout(settled, Math.max(0, Math.min(every, began + LONGEST * every - now)));
  }

  function settled(): void {
    began = undefined;
    // First watch new folders, so that later changes in them are noticed; then record.
    const isWatched = watcher.renew();
    recording = recording.then(record).then(() => {
      if (!isWatched) changed(); // without a watcher, record the state at each interval
    });
  }

  if (!watcher.renew()) changed();
  return {
    stop() {
      isOver = true;
      clearTimeout(timer);
      watcher.close();
      return recording;
    },
  };
}

/** Names of folders that are not watched, because no state contains them or they hold no work of the user. */
const OUTSIDE: ReadonlySet<string> = new Set([".git", "node_modules"]);
