#!/usr/bin/env node
import { refuseUnread } from "./refuse-unread.ts";
import { load } from "./load.ts";

const isHook = process.argv[2] === "hook";

void start().then((code) => {
  // A hook has nothing left to do, and leaving at once is cheaper than waiting for Node to take its heap down.
  if (isHook) process.exit(code);
  process.exitCode = code;
});

async function start(): Promise<number> {
  let program;
  try {
    program = load("main.cjs") as typeof import("./main.ts");
  } catch (error) {
    // A file of the program is damaged or gone. Node would end with 1, which many agents take for consent.
    if (!isHook) throw error;
    return refuseUnread();
  }
  return program.main();
}
