#!/usr/bin/env node
import { loadChunk } from "./chunks.ts";

const { main } = loadChunk("core.cjs") as typeof import("./main.ts");

void main().then((code) => {
  process.exitCode = code;
});
