import { filesChanged, mayChangeFiles } from "./effects.ts";
import { followAll } from "./follow-script.ts";
import { targetOf } from "./scripts-of-command.ts";
import type { Command } from "./parse-shell.ts";
import { isMadeToAct, onlyPrints } from "./programs.ts";
import { gitVerb } from "./programs/git-verbs.ts";
import { parseGit } from "./parse-git.ts";
import { hasOption } from "./parse-options.ts";

/** Options with which git writes a file or starts another program. */
const GIT_WRITES = /^(?:-o|-O|--output|--open-files|--ext-diff|--textconv|--filters|--exec|--upload-pack)/;
const REFLOG_CHANGES = /^(?:expire|delete|drop|write)$/;
const STARTS_PROGRAM = /^(?:difftool|archive|help)$/;
/** Words that close a group of commands. */
const CLOSERS = /^(?:[})]|done|fi|esac)$/;
/** Programs that run commands which a person types or an argument holds. */
const PAGERS = /^(?:less|more)$/;
/** Programs that may read their script from a file, which is not known here. */
const TAKES_SCRIPT = /^(?:[gm]?awk|g?sed)$/;

/** Whether scripts certainly change no file: all their commands are known and only print. */
export function looksOnly(scripts: readonly string[]): boolean {
  if (scripts.length === 0) return false;
  let [isSure, isAny] = [true, false];
  const doubt = () => {
    isSure = false;
  };
  const look = (command: Command) => {
    isAny = true;
    if (!printsOnly(command)) isSure = false;
  };
  const isRead = followAll(scripts, {
    command: (command) => (look(command), []),
    // A command that runs a script may change files, even if the command's own program only prints: `find -exec sh -c
    // …`.
    scripts: doubt,
    output: doubt,
  });
  return isRead && isSure && isAny;
}

/** Whether a command is known to change no file. */
function printsOnly(command: Command): boolean {
  const writesErrors = command.redirects.some(({ file, errors }) => errors && !/^(?:\/dev\/null|&?\d)$/.test(file));
  return !writesErrors && targetOf(command) === undefined && printsApartFromOutput(command);
}

/** Whether a command is known to change no file but those that its output is redirected to. */
export function printsApartFromOutput({ all, words, assigned }: Command): boolean {
  const name = words[0] ?? "";
  // A variable can name a program that the command starts, such as GIT_EXTERNAL_DIFF or LESSOPEN.
  if (assigned.length > 0 || all.some((word) => isOwn(word, name))) return false;
  const own = words.slice(1);
  if (own.length === 0 && CLOSERS.test(name || (all.at(-1) ?? ""))) return true;
  if (name === "git") return gitLooks(own);
  if (!onlyPrints(name) || isMadeToAct(name, own) || PAGERS.test(name)) return false;
  if (TAKES_SCRIPT.test(name) && hasOption(own, "f", "--file")) return false;
  return !mayChangeFiles(name) || Object.values(filesChanged(name, own)).every((files) => files.length === 0);
}

/** Whether a word is the path of a program that is not the system's, such as `./ls`. */
function isOwn(word: string, name: string): boolean {
  return word.includes("/") && word.endsWith(`/${name}`) && !/^\/(?:usr\/)?(?:local\/)?bin\/[^/]+$/.test(word);
}

function gitLooks(own: readonly string[]): boolean {
  const { options, verb, own: rest } = parseGit(own);
  const isPlain = options.every(([name]) => /^(?:-C|--no-pager|-P|--no-optional-locks)$/.test(name));
  return (
    isPlain &&
    gitVerb(verb)?.does === "look" &&
    !STARTS_PROGRAM.test(verb) &&
    !(verb === "reflog" && REFLOG_CHANGES.test(rest[0] ?? "")) &&
    !rest.some((word) => GIT_WRITES.test(word))
  );
}
