import { join } from "node:path";
import { isatty, WriteStream } from "node:tty";
import type { Worker } from "node:worker_threads";

import type { Io } from "../kit/io.ts";
import { loadBuiltin } from "../kit/load-builtin.ts";
import { ProgressBoard } from "./progress-board.ts";

/** The world for what a person types: where standard error is a terminal, a line there tells about long work. */
export function commandIo(io: Io): Io {
  const world: Io = { ...io, interactive: isatty(0) && isatty(1) };
  if (!isatty(2) || io.env["TERM"] === "dumb") return world;
  const board = new ProgressBoard();
  let thread: Worker | undefined;
  const start = () => {
    board.begin((process.stderr as WriteStream).columns || 80);
    // most commands end before there is anything to tell
    const threads = loadBuiltin<typeof import("node:worker_threads")>("node:worker_threads");
    thread = new threads.Worker(join(import.meta.dirname, "progress-thread.cjs"), { workerData: board.shared });
    thread.on("error", () => {}); // no thread can be started: no line
    thread.unref();
  };
  const hide = () => {
    if (thread && board.hide()) io.writeStderr("\r\u001b[K");
  };
  process.on("exit", hide);
  return {
    ...world,
    progress(step) {
      if (!thread) start();
      board.report(step, io.now().getTime());
    },
    writeStdout(text) {
      hide();
      io.writeStdout(text);
    },
    writeStderr(text) {
      hide();
      io.writeStderr(text);
    },
  };
}
