import { namesOfKind, namesWith } from "../../shell/programs.ts";

/**
 * Names of shells and of programs that run code or lines, behind which a file to run may stand, as a part of a pattern.
 * The build puts the text in the place of this file: most calls start no file, and load no table.
 */
export function interpreters(): string {
  return `${namesWith("isShell")} ${namesOfKind("code")} ${namesWith("runsLine")}`
    .replaceAll(".", String.raw`\.`)
    .replaceAll(" ", "|");
}
