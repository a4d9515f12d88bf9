import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";

import { progressLine } from "../terminal/progress-line.ts";
import { ProgressBoard } from "./progress-board.ts";

/** Work that ends within this time is not worth a line (milliseconds). */
const QUIET = 500;
const EVERY = 100;

/** Draws how far the main thread has come, which itself waits for git most of the time. */
const board = new ProgressBoard(workerData as SharedArrayBuffer);
setInterval(() => {
  board.draw(Date.now(), QUIET, (step, seconds, columns) => {
    try {
      writeSync(2, `\r${progressLine(step, seconds, columns - 1)}\u001b[K`);
    } catch {
      // The terminal is gone or does not take more: a line about progress is not worth an error.
    }
  });
}, EVERY);
