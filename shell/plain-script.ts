import { parseOnce } from "./parse-once.ts";
import type { Command } from "./parse-shell.ts";
import type { Program } from "./program.ts";
import { columnOf, kindOf, rowsOf } from "./programs.ts";

/** Columns of programs that run scripts or change the folder, so that later commands depend on theirs. */
const COLUMNS: readonly (keyof Program)[] = [
  "runs",
  "isShell",
  "moves",
  "recipes",
  "runsLine",
  "runsWord",
  "runsText",
  "wordsAreCode",
  "readsCommands",
  "sets",
];
/** Programs that do the same, though no column says so. */
const OTHERS = new Set(
  ". source git hub trap mapfile readarray tar alias unalias exec ssh sftp popd read apply_patch applypatch".split(" "),
);
/** Program → whether it is plain. */
const PLAIN = new Map<string, boolean>();

/**
 * The commands of a script in which each command stands for itself: the script has no expansions, and no command runs a
 * script or changes the folder. `undefined` for any other script, which must be followed command by command.
 */
export function plainCommands(script: string): readonly Command[] | undefined {
  const commands = parseOnce(script)?.flat();
  return commands?.every(isPlain) ? commands : undefined;
}

function isPlain({ words, all, fed, reads, assigned, found, readsWords }: Command): boolean {
  const [name = ""] = words;
  return (
    all === words &&
    fed.length + reads.length + assigned.length === 0 &&
    found === undefined &&
    readsWords === undefined &&
    isPlainProgram(name) &&
    // A word with the program's name behind a folder may be the file that runs.
    !words.some((word) => word.endsWith(`/${name}`) || word.endsWith(`\\${name}`))
  );
}

function isPlainProgram(name: string): boolean {
  let isPlainOne = PLAIN.get(name);
  if (isPlainOne === undefined) {
    const kind = kindOf(name);
    isPlainOne =
      rowsOf(name).length > 0 &&
      kind !== "code" &&
      kind !== "query" &&
      !OTHERS.has(name.toLowerCase()) &&
      COLUMNS.every((column) => columnOf(name, column) === undefined);
    if (rowsOf(name).length > 0) PLAIN.set(name, isPlainOne);
  }
  return isPlainOne;
}
