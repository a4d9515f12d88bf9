#!/usr/bin/env node
import { load } from "./load.ts";

const { main } = load("main.cjs") as typeof import("./main.ts");

void main().then((code) => {
  // A hook has nothing left to do, and leaving at once is cheaper than waiting for Node to take its heap down.
  if (process.argv[2] === "hook") process.exit(code);
  process.exitCode = code;
});
