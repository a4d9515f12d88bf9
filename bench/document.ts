import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";

import { withSection } from "../scripts/with-section.ts";

const DOCUMENT = join(import.meta.dirname, "../docs/benchmarks.md");

/** What the figures were taken on. */
export function machine(): string {
  const git = spawnSync("git", ["--version"], { encoding: "utf8" }).stdout.trim();
  return `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown processor"}, Node ${process.versions.node}, ${git}`;
}

/** Puts a text between `<!-- name -->` and `<!-- /name -->` of docs/benchmarks.md. */
export function replaceSection(name: string, text: string): void {
  writeFileSync(DOCUMENT, withSection(readFileSync(DOCUMENT, "utf8"), name, text));
}
