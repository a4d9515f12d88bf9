import { readFileSync } from "node:fs";
import { join } from "node:path";

import { sharedFile } from "./shared-folder.ts";

/** A text with made-up secrets or look-alikes, and what is a secret in it. */
export interface Vector {
  readonly id: string;
  readonly text: string;
  readonly label: "secret" | "clean";
  readonly rule: string;
  readonly secrets?: readonly string[];
}

/** Stands within every long word of the files, so that no scanner takes them for a leak. */
const CUT = "⋮";

/** The vectors of a set: the project's own lie in `test/vectors`, those of other scanners beside the project, if at all. */
export function vectorsOf(set: string): readonly Vector[] {
  const isOwn = set === "agent-leaks" || set === "hard-negatives";
  const file = isOwn ? join(import.meta.dirname, `../vectors/${set}.jsonl`) : sharedFile(`corpus/${set}.jsonl`);
  const lines = file === undefined ? [] : readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line.replaceAll(CUT, "")) as Vector);
}
