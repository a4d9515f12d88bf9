import { PROGRAMS } from "../../shell/programs.ts";

/**
 * Names of the programs that change files or their rights, or send them away, with the verbs of those that do so only with one, as a
 * part of a pattern. The build puts the text in the place of this file: most calls name none of them, and load no
 * table.
 */
export function changers(): string {
  const rows = PROGRAMS.filter(
    // Those that mostly print stand in the gate's own pattern, with the words that make them write.
    ({ kind, writes, empties, deletes, carries, rights, sends, options }) =>
      kind !== "part" && (writes ?? empties ?? deletes ?? carries ?? rights ?? sends ?? options?.output) !== undefined,
  );
  const words = rows.flatMap(({ names, readsIf, options }) =>
    readsIf && options?.output === undefined ? [readsIf.source.replace(/^\^|\$$/g, "")] : names.split(" "),
  );
  return [...new Set(words)].join("|");
}
