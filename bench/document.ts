import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";

const DOCUMENT = join(import.meta.dirname, "../docs/benchmarks.md");

/** What the figures were taken on. */
export function machine(): string {
  const git = spawnSync("git", ["--version"], { encoding: "utf8" }).stdout.trim();
  return `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown processor"}, Node ${process.versions.node}, ${git}`;
}

/** Puts a text between `<!-- name -->` and `<!-- /name -->` of docs/benchmarks.md. */
export function replaceSection(name: string, text: string): void {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const before = readFileSync(DOCUMENT, "utf8");
  const from = before.indexOf(start) + start.length;
  const to = before.indexOf(end);
  if (from < start.length || to < from) throw new Error(`${DOCUMENT} has no section "${name}".`);
  writeFileSync(DOCUMENT, `${before.slice(0, from)}\n${text}${before.slice(to)}`);
}
