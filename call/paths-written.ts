import { homeOf, type Io } from "../kit/io.ts";
import { isReadWhole, type CallCommand } from "../shell/doors/script.ts";
import { filesChanged } from "../shell/doors/effects.ts";
import { pathIn } from "../shell/doors/values.ts";
import { printsOnly } from "../shell/doors/looks-only.ts";
import { columnOf, isElsewhere } from "../shell/doors/programs.ts";
import { followCall } from "./follow-call.ts";
import { type CallFacts } from "./call-view.ts";

/**
 * The folders in which commands of a shell call run and may write, and the files that these commands change, as far as
 * both follow from the script: each path once.
 */
export function pathsWritten(event: CallFacts, env: Io["env"]): string[] {
  const paths = new Set<string>();
  const command = (one: CallCommand) => {
    if (!one.all.some(isElsewhere)) for (const path of placesOf(one, homeOf(env))) paths.add(path);
    return [];
  };
  isReadWhole(() => followCall(event, env, { command }));
  return [...paths];
}

/** The folder of a command that may write in it, and the files that it changes. */
function placesOf(command: CallCommand, home: string | undefined): string[] {
  const { words, redirects, known, folder } = command;
  const [name = "", ...own] = words;
  const into = redirects.flatMap(({ file, errors }) => (errors ? [] : file));
  const changed = Object.values(filesChanged(name, own)).flat();
  const isLook = printsOnly({ ...command, redirects: [] }) || columnOf(name, "moves") === true;
  // An unknown program may change each path in its arguments: `make -C folder`, `touch folder/file`.
  const given = isLook || changed.length > 0 ? [] : own.map((word) => word.replace(/^-[\w-]+=/, "")).filter(isPath);
  const files = [...into, ...changed, ...given].map((file) => pathIn(folder, file, home));
  return isLook || known === undefined ? files : [...files, known];
}

function isPath(word: string): boolean {
  return word === ".." || (word.includes("/") && !word.startsWith("-"));
}
