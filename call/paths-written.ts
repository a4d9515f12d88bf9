import { homeOf, type Io } from "../kit/io.ts";
import { isReadWhole, type CallCommand } from "../shell/doors/script.ts";
import { filesChanged, mayChangeFiles } from "../shell/doors/effects.ts";
import { pathIn } from "../shell/doors/values.ts";
import { printsApartFromOutput } from "../shell/doors/looks-only.ts";
import { columnOf, isElsewhere } from "../shell/doors/programs.ts";
import { followCall } from "./follow-call.ts";
import { type CallFacts } from "./call-view.ts";

/**
 * The folders in which commands of a shell call run and may write, and the files that these commands change, as far as
 * both follow from the script: each path once.
 */
export function pathsWritten(event: CallFacts, env: Io["env"]): string[] {
  const paths = new Set<string>();
  const home = homeOf(env);
  const command = (one: CallCommand) => {
    if (!one.all.some(isElsewhere)) for (const path of placesOf(one, home)) paths.add(path);
    return NONE;
  };
  isReadWhole(() => followCall(event, env, { command }));
  return [...paths];
}

const NONE: readonly string[] = [];

/** The folder of a command that may write in it, and the files that it changes. */
function placesOf(command: CallCommand, home: string | undefined): readonly string[] {
  const { words, redirects, known, folder } = command;
  const name = words[0] ?? "";
  const isLook = printsApartFromOutput(command) || columnOf(name, "moves") === true;
  if (isLook && redirects.length === 0 && !mayChangeFiles(name)) return NONE;
  const own = words.slice(1);
  const into = redirects.flatMap(({ file, errors }) => (errors ? [] : file));
  const changed = mayChangeFiles(name) ? Object.values(filesChanged(name, own)).flat() : NONE;
  // An unknown program may change each path in its arguments: `make -C folder`, `touch folder/file`.
  const given = isLook || changed.length > 0 ? [] : own.map((word) => word.replace(/^-[\w-]+=/, "")).filter(isPath);
  const files = [...into, ...changed, ...given].map((file) => pathIn(folder, file, home));
  return isLook || known === undefined ? files : [...files, known];
}

function isPath(word: string): boolean {
  return word === ".." || (word.includes("/") && !word.startsWith("-"));
}
