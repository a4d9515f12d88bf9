#!/usr/bin/env node
import { loadChunk } from "./chunks.ts";

const { main } = loadChunk("core.cjs") as typeof import("./main.ts");

void main().then((code) => {
  // A hook has nothing left to do, and leaving at once is cheaper than taking the heap down.
  if (process.argv[2] === "hook") process.exit(code);
  process.exitCode = code;
});
