import { PROGRAMS } from "../../shell/programs.ts";

/**
 * Names of the programs that change files or send them away, as a part of a pattern. The build puts the text in the
 * place of this file: most calls name none of them, and load no table.
 */
export function changers(): string {
  const rows = PROGRAMS.filter(
    ({ writes, empties, deletes, carries, sends, readsIf }) =>
      (writes ?? empties ?? deletes ?? carries ?? sends) !== undefined && readsIf === undefined,
  );
  return [...new Set(rows.flatMap(({ names }) => names.split(" ")))].join("|");
}
