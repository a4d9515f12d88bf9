import { followScript, TooMuchScript, type Command } from "../../shell/doors/script.ts";
import { columnOf, hasFlag, kindOf } from "../../shell/doors/programs.ts";
import { ShellVariables } from "../../shell/doors/values.ts";
import { namesInCode, namesInQuery, variablesIn, likelyNames } from "./names-in-code.ts";
import { namesAmong, namesInPath, UNNAMED } from "./names-in-path.ts";
import { fieldOf, namesInSelector, selectorOf, tellsOf } from "./names-in-selector.ts";
import { keptName, printsBare } from "./stores.ts";

/** The most characters of a script: a longer one does more than print a value. */
const LONGEST = 32 * 1024;
/** The most names of one script. */
const MOST_NAMES = 16;
/** The marks that stand around a secret's name in a text, in the place of the secret's value. */
const [OPEN, CLOSE] = ["\uE001", "\uE002"];

/** A command with its place in the pipeline. */
interface Asked {
  readonly command: Command;
  readonly program: string;
  /** The words behind the program. */
  readonly own: readonly string[];
  /**
   * The command before this one in the pipeline. `isFed` says whether the command has input, from a pipeline or a file.
   */
  readonly before: Command | undefined;
  readonly isFed: boolean;
  readonly isLast: boolean;
}

/**
 * The names of the secrets that a script would print: `DB_PASSWORD` for `echo "$DB_PASSWORD"`, `master.key` for `cat
 * config/master.key`.
 */
export function namesInCommand(script: string): string[] {
  if (script.length > LONGEST) return [];
  try {
    const prints = followScript(script, new NamedVariables(), {
      command(command, fed, pipeline) {
        const [program = "", ...own] = command.words;
        const at = pipeline.indexOf(command);
        const [before, isLast] = [pipeline[at - 1], at === pipeline.length - 1];
        const names = namesOf({ command, program, own, before, isFed: fed.length > 0, isLast });
        return names?.map((name) => OPEN + name + CLOSE) ?? fed;
      },
    });
    return [...new Set(prints.flatMap(namesInText))].slice(0, MOST_NAMES);
  } catch (error) {
    if (error instanceof TooMuchScript) return [];
    throw error;
  }
}

/** Shell variables of which each value begins with the variable's name, since the name may be that of a secret. */
class NamedVariables extends ShellVariables {
  override get(name: string): string | undefined {
    const value = super.get(name);
    return value === undefined ? undefined : `$${name} ${value}`;
  }
}

/** The names between marks in a text, and the variables in it that are named like secrets. */
function namesInText(text: string): string[] {
  const printed = Array.from(text.matchAll(/\uE001([^\uE002]{1,80})\uE002/g), ([, name]) => name!);
  return [...printed, ...namesAmong(variablesIn(text))];
}

/** The names of the secrets in a command's output; `undefined` if the command passes on its input. */
function namesOf(asked: Asked): string[] | undefined {
  const { command, program, own } = asked;
  if (printsBare(command.words)) return tellsOf(fieldOf(command.words)) ? [] : [UNNAMED];
  switch (kindOf(program)) {
    case "show":
      return ofFiles(asked);
    case "part":
      return ofParts(asked);
    case "select":
      return ofSelector(asked);
    case "search":
      return ofSearch(asked);
    case "echo":
      return own.flatMap(namesInText);
    case "query":
      return namesInQuery(own.join(" "));
    case "code":
      return ofCode(asked);
    case "send":
      return ofRequest(asked);
    default:
      return ofOthers(asked);
  }
}

function ofOthers(asked: Asked): string[] | undefined {
  const { command, program, own } = asked;
  if (/^\$env:/i.test(program)) return namesAmong(variablesIn(program));
  // `(Get-Item a).Value`
  if (command.all[0] === ")" && program.startsWith(".")) return namesInSelector(program) ?? [];
  if (program === "tee") return ofFiles(asked);
  if (/^(?:printenv|.*getenvironmentvariable)$/i.test(program)) return namesAmong(own);
  if (/^(?:manage\.py|django-admin)$/.test(program) && own[0] === "shell") return ofCode(asked);
  if (program === "git" && /^(?:show|cat-file)$/.test(own[0] ?? ""))
    return own.flatMap((word) => (word.includes(":") ? namesInPath(word.slice(word.indexOf(":") + 1)) : []));
  if (/^(?:unzip|tar|bsdtar|7z)$/.test(program))
    return own.some((word) => /^-?(?:p|-to-stdout|-so|\w*O\w*)$/.test(word)) ? own.flatMap(namesInPath) : [];
  if (/^(?:get-item|gi)$/i.test(program))
    return own.flatMap((word) => (/^env:/i.test(word) ? namesAmong([word.slice(4)]) : []));
  const kept = keptName(command.words);
  if (kept !== undefined) return namesAmong([kept]);
  const selector = selectorOf(command.words);
  return selector === undefined ? [] : (namesInSelector(selector) ?? []);
}

function ofFiles({ command, own, before, isFed }: Asked): string[] | undefined {
  const operands = own.filter((word) => !word.startsWith("-"));
  // The files are named by the words of `find`, or of the command whose output `xargs` passes on.
  const found = command.readsWords ? (before?.all ?? []) : /\bfind$/.test(command.all[0] ?? "") ? command.taken : [];
  const names = [...operands.flatMap(filesIn), ...command.reads.flatMap(filesIn), ...found].flatMap(namesInPath);
  if (names.length > 0) return names;
  if (command.fed.length > 0) return command.fed.flatMap(namesInText);
  return isFed ? undefined : [];
}

/**
 * The names of the files for which a word may stand: for a loop's variable the words of the loop, for `$KEY_FILE` the
 * name `KEY`.
 */
function filesIn(word: string): string[] {
  return word.split(" ").map((file) => file.replace(/^\$\{?(\w+?)(?:_FILE|_PATH)?\}?$/, "$1"));
}

function ofParts({ command, own, before, isFed }: Asked): string[] | undefined {
  if (own.some((word) => /^-i|^--in-place/.test(word))) return [];
  // If only the first field of each line is printed, the output has the searched name, but not the value behind it.
  const isFirstField = /-f ?1(?![\d,-])|^\{ ?print \$1 ?\}$/m.test(own.join("\n").replace("-f\n", "-f "));
  if (isFirstField && kindOf(before?.words[0] ?? "") === "search") return [];
  const names = [
    ...namesAmong(own.filter((word) => !isPath(word)).flatMap(likelyNames)),
    ...[...own.filter(isPath), ...command.reads].flatMap(namesInPath),
  ];
  return names.length > 0 || (!isFed && command.fed.length === 0) ? names : undefined;
}

function isPath(word: string): boolean {
  return (
    /^[\w.~@$%:+-]*[\\/][\w./\\~@$%:+-]*$|^[\w-]+(?:\.[\w-]+)*\.[a-z]{1,8}$/i.test(word) &&
    !/^s?\/|^s\W/.test(word.replace(/^\/(?:etc|run|var|opt|home|root|srv|proc|tmp|usr|app|dev)\//, "x/"))
  );
}

function ofSelector({ command, own, isFed }: Asked): string[] | undefined {
  const filter = own.find((word) => /^[.[{($"]/.test(word)) ?? own.find((word) => !word.startsWith("-")) ?? ".";
  const names = namesInSelector(filter);
  if (names !== undefined || isFed) return names;
  const files = own.filter((word) => word !== filter && !word.startsWith("-"));
  return [...files, ...command.reads].flatMap(filesIn).flatMap(namesInPath);
}

/**
 * The names of the secrets in the output of a search. A found line usually begins with the name of the value, so that
 * another detector finds the secret. The name is only returned if the search itself or a later command cuts it off.
 */
function ofSearch({ command, own, before, isFed, isLast }: Asked): string[] | undefined {
  const flags = own.filter((word) => /^-\w/.test(word)).join("");
  if (/[lLqc]/.test(flags.replace(/color/, ""))) return [];
  const [pattern = "", ...files] = own.filter((word) => !/^-./.test(word));
  if (isLast && !/[oAB]/.test(flags)) return isFed ? undefined : [];
  const [teller = "", ...words] = before?.all ?? [];
  if (files.length + command.reads.length === 0 && before && !hasFlag(words, columnOf(teller, "tells")))
    return undefined;
  return namesAmong(
    likelyNames(pattern.replace(/\\[A-Za-z]|\.\*|\(\?<?[=!:]/g, " ")).map((word) => word.replace(/^\.+|[.]+$/g, "")),
  );
}

const CODE = /^(?:-\w{0,3}[cepr]|--(?:eval|execute|print|command)(?:=.*)?|eval|runner|r|-rsecurerandom)$/s;

function ofCode({ command: { fed }, program, own }: Asked): string[] {
  const from = own.findIndex((word) => CODE.test(word));
  // With `-p` Perl and Ruby print the lines that they read.
  if (/^(?:perl|ruby)$/.test(program) && /^-\w*p/.test(own[from] ?? "")) return [];
  if (from !== -1) return namesInCode(own.slice(from).join("\n"));
  return own.some((word) => !word.startsWith("-")) && fed.length === 0 ? [] : fed.flatMap(namesInCode);
}

function ofRequest({ own, isLast }: Asked): string[] {
  if (!isLast || own.some((word) => /^-\w*I/.test(word))) return [];
  const addresses = own.filter((word) => /^\w+:\/\/|^localhost|^\d+\.\d+/.test(word));
  return addresses.flatMap((word) => namesInPath(word.replace(/[?#].*$/s, "")));
}
