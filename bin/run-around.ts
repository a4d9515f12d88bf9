import { constants } from "node:os";

import type { Io } from "../kit/io.ts";
import { loadBuiltin } from "../kit/load-builtin.ts";
import { watchFolder } from "../kit/watch-folder.ts";

/** Signals that end or inform a program. Ctrl-C and Ctrl-\ reach it from the terminal by themselves. */
const PASSED = ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const;
const FROM_TERMINAL: ReadonlySet<string> = new Set(["SIGINT", "SIGQUIT"]);

/** The longest burst in quiet times: a burst that does not settle is recorded after so many. */
const LONGEST = 10;

/** A shell's exit codes for a program that does not exist, and for one that cannot be started. */
const NOT_THERE = 127;
const NOT_STARTED = 126;

export interface ProgramEnd {
  readonly code: number;
  readonly signal?: NodeJS.Signals;
  /** The reason why the program could not be started. */
  readonly error?: string;
}

export interface Around {
  /** The folder whose changes are recorded. */
  readonly root: string;
  /** Milliseconds without a change after which a burst has settled. */
  readonly every: number;
  /** Records the present; never throws. */
  record(): Promise<void>;
}

/**
 * Runs a program on this process's streams, with a state after each burst of changes that has settled, until the
 * program ends.
 */
export async function runAround(
  io: Pick<Io, "platform">,
  [file = "", ...args]: readonly string[],
  { root, every, record }: Around,
): Promise<ProgramEnd> {
  const { spawn } = loadBuiltin<typeof import("node:child_process")>("node:child_process");
  const bursts = followBursts(io, { root, every, record });
  // Before the start: the program may run, and be ended, before `spawn` returns.
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

/** Records one state at a time; changes during a recording are a burst of their own. */
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
    // First the new folders, so that later changes in them are noticed, then the state.
    const isWatched = watcher.renew();
    recording = recording.then(record).then(() => {
      if (!isWatched) changed(); // nobody tells, so it is looked at again and again
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

/** Names that no state holds, or that are nobody's work. */
const OUTSIDE: ReadonlySet<string> = new Set([".git", "node_modules"]);
