"use strict";
// Preloaded into a process under test: ends it with SIGKILL at the Nth call that touches the disk or starts a process.
// SNAPVEIL_KILL_AT=N[:half] — `half` lets a write put down half of its bytes first, as a crash in the middle does.
// SNAPVEIL_KILL_COUNT=FILE — never kills, and writes down how many such calls there were.
const fs = require("node:fs");
const childProcess = require("node:child_process");

const [at, how] = (process.env.SNAPVEIL_KILL_AT || "0").split(":");
const countFile = process.env.SNAPVEIL_KILL_COUNT;
const { appendFileSync, writeSync } = fs;
let calls = 0;

const CHANGES = ["openSync", "writeSync", "writeFileSync", "appendFileSync", "renameSync", "linkSync", "unlinkSync", "rmSync", "rmdirSync", "mkdirSync", "symlinkSync", "chmodSync", "fchmodSync", "fsyncSync", "closeSync", "copyFileSync", "utimesSync", "ftruncateSync"];
for (const name of CHANGES) wrap(fs, name);
for (const name of ["spawnSync", "spawn", "execFileSync"]) wrap(childProcess, name);
wrap(process.binding("spawn_sync"), "spawn"); // how a hook starts git
if (countFile) {
  process.on("exit", () => appendFileSync(countFile, `${calls}\n`));
  require("../../support/run-at-exit.cjs");
}

function wrap(owner, name) {
  const original = owner[name];
  owner[name] = function wrapped(...args) {
    calls += 1;
    if (calls === Number(at)) {
      if (how === "half" && name === "writeSync" && args[0] > 2) writeHalf(args);
      process.kill(process.pid, "SIGKILL");
      for (;;); // until the signal arrives
    }
    return original.apply(this, args);
  };
}

function writeHalf([descriptor, content, offset = 0, length, position = null]) {
  const bytes = Buffer.from(content);
  writeSync(descriptor, bytes, offset, (length ?? bytes.length - offset) >> 1, position);
}
