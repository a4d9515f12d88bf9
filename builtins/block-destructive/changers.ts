import type { Program } from "../../shell/program.ts";
import { PROGRAMS } from "../../shell/programs.ts";

/**
 * Names of the programs that change files or their rights, send them away, end others or destroy something with any
 * words, and the verbs of those that do so only with one, as a part of a pattern. The build puts the text in the place
 * of this file: most calls name none of them, and load no table.
 */
export function changers(): string {
  // Those that mostly print stand in the gate's own pattern, with the words that make them write.
  const rows = PROGRAMS.filter((row) => row.kind !== "part" && changes(row));
  const words = rows.flatMap(({ names, readsIf, options }) =>
    readsIf && options?.output === undefined ? [readsIf.source.replace(/^\^|\$$/g, "")] : names.split(" "),
  );
  return [...new Set(words)].join("|");
}

function changes({ writes, empties, deletes, carries, rights, sends, ends, wipes, options, destroys }: Program) {
  const effect = writes ?? empties ?? deletes ?? carries ?? rights ?? sends ?? ends ?? wipes ?? options?.output;
  const destroysAlways = /^(?:\^|\\S)$/.test((destroys?.verb ?? destroys?.words)?.source ?? "");
  return effect !== undefined || destroysAlways;
}
