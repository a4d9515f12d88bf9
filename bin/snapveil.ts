#!/usr/bin/env node
import { loadChunk } from "./chunks.ts";

const { main } = loadChunk("main.cjs") as typeof import("./main.ts");

void main().then((code) => {
  // A hook has nothing left to do, and leaving at once is cheaper than taking the heap down. `process.exit` comes down to this, and would be compiled first.
  if (process.argv[2] === "hook") ((process as unknown as { reallyExit?: (code: number) => never }).reallyExit ?? process.exit)(code);
  process.exitCode = code;
});
