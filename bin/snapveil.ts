#!/usr/bin/env node
import { refuseUnread } from "./refuse-unread.ts";
import { load } from "./load.ts";
import { acceptBytecode } from "./resident/small-heap.ts";

const isHook = process.argv[2] === "hook";

void start().then((code) => {
  // Exiting at once is cheaper than letting Node free its heap.
  if (isHook) process.exit(code);
  process.exitCode = code;
});

async function start(): Promise<number> {
  if (process.argv[2] === "resident") acceptBytecode();
  let program;
  try {
    program = load("main.cjs") as typeof import("./main.ts");
  } catch (error) {
    // A file of the program is damaged or missing. Node would exit with 1, after which many agents let the event go on.
    if (!isHook) throw error;
    return refuseUnread();
  }
  return program.main();
}
