import { homeOf, type Io } from "../kit/io.ts";
import { isReadWhole, plainCommands, type CallCommand, type Command, type Visitor } from "../shell/doors/script.ts";
import { filesChanged, mayChangeFiles } from "../shell/doors/effects.ts";
import { pathIn } from "../shell/doors/values.ts";
import { printsApartFromOutput } from "../shell/doors/looks-only.ts";
import { placesOfGit } from "../shell/doors/git.ts";
import { columnOf, isElsewhere } from "../shell/doors/programs.ts";
import { followCall } from "./follow-call.ts";
import { callView, type CallFacts } from "./call-view.ts";

/**
 * The folders in which commands of a shell call run and may write, and the files that these commands change, as far as
 * both follow from the script: each path once.
 */
export function pathsWritten(event: CallFacts, env: Io["env"]): string[] {
  const { folder, shell } = callView(event);
  if (folder === undefined) return [];
  const paths = new Set<string>();
  const home = homeOf(env);
  const note = (command: Command, here: Here) => {
    if (!command.all.some(isElsewhere)) for (const path of placesOf(command, here, home)) paths.add(path);
  };
  const plain = shell.scripts.map(plainCommands);
  if (plain.every((commands) => commands !== undefined))
    for (const one of plain.flat()) note(one, { folder, known: folder });
  else isReadWhole(() => followCall(event, env, commandsHere(note)));
  return [...paths];
}

const NONE: readonly string[] = [];

/** Passes on the commands that run on this machine, without those of a script that `ssh`, `docker` or their like run. */
function commandsHere(note: (command: CallCommand, here: Here) => void): Visitor {
  /** For the present script and each script that started it: whether it runs elsewhere. */
  const isFar: boolean[] = [];
  let nextIsFar = false;
  return {
    command(one) {
      if (isFar.at(-1) !== true) note(one, one);
      return NONE;
    },
    opens: ({ all }) => void (nextIsFar = all.some(isElsewhere)),
    inner(does) {
      if (does === "begin") isFar.push(nextIsFar || isFar.at(-1) === true);
      else isFar.pop();
      nextIsFar = false;
    },
  };
}

/** The folder in which a command runs. */
type Here = Pick<CallCommand, "folder" | "known">;

/** The folder of a command that may write in it, and the files that it changes. */
function placesOf(command: Command, { folder, known }: Here, home: string | undefined): readonly string[] {
  const { redirects } = command;
  const name = command.words[0] ?? "";
  const isLook = printsApartFromOutput(command) || columnOf(name, "moves") === true;
  if (isLook && redirects.length === 0 && !mayChangeFiles(name)) return NONE;
  const own = command.words.slice(1);
  const into = redirects.flatMap(({ file, errors }) => (errors ? [] : file));
  const changed = mayChangeFiles(name) ? Object.values(filesChanged(name, own)).flat() : NONE;
  // An unknown program may change each path in its arguments: `make -C folder`, `touch folder/file`.
  const words = name === "git" ? placesOfGit(own) : own;
  const given = isLook || changed.length > 0 ? [] : words.map((word) => word.replace(/^-[\w-]+=/, "")).filter(isPath);
  const files = [...into, ...changed, ...given].map((file) => pathIn(folder, file, home));
  return isLook || known === undefined ? files : [...files, known];
}

function isPath(word: string): boolean {
  return word === ".." || (word.includes("/") && !word.startsWith("-"));
}
