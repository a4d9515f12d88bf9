import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { machine, replaceSection } from "./document.ts";
import { hookCases, type HookCase } from "./hook-cases.ts";
import { measure, type Summary } from "./measure.ts";

/**
 * The hook path against `node -e 0`, in one paired run. Prints a table; with `--write` the table also goes into
 * docs/benchmarks.md. A benchmark and no test: it judges nothing.
 */
const rounds = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 40);

const folder = mkdtempSync(join(tmpdir(), "snapveil-bench-"));
try {
  const cases = hookCases(folder);
  const table = asTable(cases, measure(cases, rounds));
  const text = `${machine()}, ${rounds} rounds\n\n${table}\n`;
  process.stdout.write(text);
  if (process.argv.includes("--write")) replaceSection("hook", text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function asTable(cases: readonly HookCase[], summaries: readonly Summary[]): string {
  const rows = summaries.map(({ ratio, cpuMs, rssOverKb }, index) => {
    const { name, goal } = cases[index]!;
    const verdict = goal === undefined ? "" : ratio <= goal ? "holds" : "**missed**";
    return (
      `| ${name} | ${ratio.toFixed(2)} | ${goal?.toFixed(2) ?? ""} | ${verdict} | ${cpuMs.toFixed(1)} ` +
      `| ${(rssOverKb / 1024).toFixed(1)} |`
    );
  });
  return ["| what | CPU ratio | goal | | CPU ms | MiB over node |", "|---|---:|---:|---|---:|---:|", ...rows].join(
    "\n",
  );
}
