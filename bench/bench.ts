import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";

import { hookCases, type HookCase } from "./hook-cases.ts";
import { measure, type Summary } from "./measure.ts";

/**
 * The hook path against `node -e 0`, in one paired run. Prints a table; with `--write` the table also goes into
 * docs/benchmarks.md. A benchmark and no test: it judges nothing.
 */
const DOCUMENT = join(import.meta.dirname, "../docs/benchmarks.md");
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
    return `| ${name} | ${ratio.toFixed(2)} | ${goal?.toFixed(2) ?? ""} | ${verdict} | ${cpuMs.toFixed(1)} | ${(rssOverKb / 1024).toFixed(1)} |`;
  });
  return ["| what | CPU ratio | goal | | CPU ms | MiB over node |", "|---|---:|---:|---|---:|---:|", ...rows].join("\n");
}

function machine(): string {
  const git = spawnSync("git", ["--version"], { encoding: "utf8" }).stdout.trim();
  return `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown processor"}, Node ${process.versions.node}, ${git}`;
}

/** Puts a text between `<!-- name -->` and `<!-- /name -->` of the document. */
function replaceSection(name: string, text: string): void {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const before = readFileSync(DOCUMENT, "utf8");
  const from = before.indexOf(start) + start.length;
  const to = before.indexOf(end);
  if (from < start.length || to < from) throw new Error(`${DOCUMENT} has no section "${name}".`);
  writeFileSync(DOCUMENT, `${before.slice(0, from)}\n${text}${before.slice(to)}`);
}
