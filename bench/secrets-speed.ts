import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { detector } from "../redactors/redactor.ts";
import type { SampleText } from "./secrets-texts.ts";

/** CPU milliseconds of one warm search through `length` characters of code; the least of some runs. */
export function searchTime(texts: readonly SampleText[], length: number): number {
  const text = joined(texts, "sources", length);
  return least(Math.max(3, Math.round(2_000_000 / length)), () => detector.find(text)) * (length / text.length);
}

/** Megabytes a CPU second, one text of a megabyte. */
export function searchRate(texts: readonly SampleText[], kind: SampleText["class"]): number {
  const text = joined(texts, kind, 1_000_000);
  return text.length / 1000 / least(7, () => detector.find(text));
}

/** CPU milliseconds that loading the built redactor adds to `node -e 0`, without bytecode; the median of pairs. */
export function importTime(rounds: number): number {
  const extra: number[] = [];
  for (let round = 0; round < rounds; round++)
    extra.push(processTime(`${LOADER} load("redactor.cjs")`) - processTime("0"));
  return extra.sort((a, b) => a - b)[rounds >> 1] as number;
}

/** What `bin/load.ts` does, without bytecode. */
const LOADER = `const dist = ${JSON.stringify(join(import.meta.dirname, "../dist/"))}, loaded = new Map();
function load(name) {
  if (!loaded.has(name)) {
    const module = { exports: {} };
    loaded.set(name, module);
    const text = require("fs").readFileSync(dist + name, "utf8");
    const code = "(function (exports, require, module, __dirname) {" + text + "\\n})";
    const chunk = require("vm").runInThisContext(code, dist + name);
    chunk(module.exports, (id) => (id.startsWith("./") ? load(id.slice(2)) : require(id)), module, dist);
  }
  return loaded.get(name).exports;
}`;

function joined(texts: readonly SampleText[], kind: SampleText["class"], length: number): string {
  let text = "";
  for (const one of texts) if (one.class === kind && text.length < length) text += one.text;
  // A flat copy: what is put together piece by piece is searched more slowly.
  return Buffer.from(text.slice(0, length)).toString("utf8");
}

function least(runs: number, work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs + 3; run++) {
    detector.find(String(run)); // of the text that was searched last a part is remembered
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    if (run >= 3) best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/** The process tells what it used itself, just before it ends. */
function processTime(code: string): number {
  const script = `${code}; const { user, system } = process.cpuUsage(); process.stdout.write(String(user + system))`;
  const { stdout, status } = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" });
  if (status !== 0) throw new Error("The built redactor could not be loaded; run npm run build first.");
  return Number(stdout) / 1000;
}
