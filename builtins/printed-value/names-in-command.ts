import { oneOf } from "../../kit/word-pattern.ts";
import { parseShell, type Command, type Pipeline } from "../shell/parse-shell.ts";
import { programKind } from "../shell/program-kind.ts";
import { isShell } from "../shell/unwrap-command.ts";
import { namesInCode, namesInQuery, variablesIn, wordsOf } from "./names-in-code.ts";
import { namesAmong, namesInPath, UNNAMED } from "./names-in-path.ts";
import { fieldOf, namesInSelector, selectorOf, tellsOf } from "./names-in-selector.ts";
import { isStore, keptName } from "./stores.ts";

/** Characters. A longer script does more than to print a value. */
const LONGEST = 32 * 1024;
/** Scripts in scripts. */
const DEEPEST = 3;
/** More names than one command has. */
const MOST_NAMES = 16;
/** Characters of a variable's value: it may be put together from itself again and again. */
const LONGEST_VALUE = 1000;

/** A command at its place. */
interface Asked {
  readonly command: Command;
  readonly program: string;
  /** The words behind the program. */
  readonly own: readonly string[];
  /** The command that feeds it. */
  readonly before: Command | undefined;
  /** Whether it is fed by another one, maybe from outside of the script. */
  readonly isFed: boolean;
  readonly isLast: boolean;
  readonly nested: Nested;
}

/** What is known of scripts in the script. */
interface Nested {
  readonly namesIn: (script: string, isFed?: boolean) => string[] | undefined;
  /** The names of what each `$(…)` prints: in words it stands as `$(0)`, `$(1)`, … */
  readonly outputs: string[][];
}

/**
 * The names of the secrets that a script would print: `DB_PASSWORD` of `echo "$DB_PASSWORD"`, `master.key` of `cat
 * config/master.key`.
 */
export function namesInCommand(script: string): string[] {
  return namesInScript(script, 0, false) ?? [];
}

/** `undefined` where it passes on what it is fed. */
function namesInScript(script: string, depth: number, isFed: boolean): string[] | undefined {
  if (script.length > LONGEST || depth > DEEPEST) return [];
  const variables = new Map<string, string>();
  const keep = (name: string, value: string) => variables.set(name, value.slice(0, LONGEST_VALUE));
  const note = ({ words, assigned }: Command) => {
    if (words[0] === "for" && words[2] === "in") keep(words[1]!, words.slice(3).join(" "));
    for (const assignment of assigned) {
      const [, name, value] = /^(\w{1,80})=(.*)$/s.exec(assignment) ?? [];
      if (name !== undefined) keep(name, value!);
    }
  };
  // The name of a variable may tell as much as what it holds.
  const variable = (name: string) => (variables.has(name) ? `$${name} ${variables.get(name)}` : undefined);
  const outputs: string[][] = [];
  const namesIn = (inner: string, innerIsFed = false) => namesInScript(inner, depth + 1, innerIsFed);
  const output = (inner: string) => `$(${outputs.push(namesIn(inner) ?? []) - 1})`;
  const pipelines = parseShell(script, { variable, output }, note);
  const found = pipelines.map((pipeline) => namesInPipeline(pipeline, isFed, { namesIn, outputs }));
  const names = [...new Set(found.flatMap((some) => some ?? []))].slice(0, MOST_NAMES);
  return names.length === 0 && found.includes(undefined) ? undefined : names;
}

/** What a pipeline prints is named by its last command, or by what feeds that one. */
function namesInPipeline(pipeline: Pipeline, isFed: boolean, nested: Nested): string[] | undefined {
  if (pipeline.at(-1)?.redirects.some(({ errors }) => !errors)) return [];
  for (let at = pipeline.length - 1; at >= 0; at -= 1) {
    const command = pipeline[at]!;
    const [program = "", ...own] = command.words;
    const place = { before: pipeline[at - 1], isFed: isFed || at > 0, isLast: at === pipeline.length - 1 };
    const names = namesOf({ command, program, own, ...place, nested });
    if (names !== undefined) return names;
  }
  return isFed ? undefined : [];
}

/** `undefined` where a command passes on what it is fed. */
function namesOf(asked: Asked): string[] | undefined {
  const { command, program, own, isFed, nested } = asked;
  if (command.script !== undefined) {
    const files = command.reads.flatMap(namesInPath);
    return nested.namesIn(command.script, isFed || files.length > 0) ?? (files.length > 0 ? files : undefined);
  }
  if (isShell(program)) return command.fed.flatMap((script) => nested.namesIn(script) ?? []);
  if (isStore(command.words)) return tellsOf(fieldOf(command.words)) ? [] : [UNNAMED];
  switch (programKind(program)) {
    case "show":
      return ofFiles(asked);
    case "part":
      return ofParts(asked);
    case "select":
      return ofSelector(asked);
    case "search":
      return ofSearch(asked);
    case "echo":
      return own.flatMap((word) => namesInText(word, nested));
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

/** Of the variables in a text, and of what is put in its place that stands in `$(…)`. */
function namesInText(text: string, { outputs }: Nested): string[] {
  const printed = Array.from(text.matchAll(/\$\((\d{1,5})\)/g), ([, at]) => outputs[Number(at)] ?? []);
  return [...namesAmong(variablesIn(text)), ...printed.flat()];
}

function ofFiles({ command, own, before, isFed, nested }: Asked): string[] | undefined {
  const operands = own.filter((word) => !word.startsWith("-"));
  // What `find` and what feeds `xargs` say of files names them.
  const found = command.readsWords ? (before?.all ?? []) : /\bfind$/.test(command.all[0] ?? "") ? command.taken : [];
  const names = [...operands.flatMap(filesIn), ...command.reads.flatMap(filesIn), ...found].flatMap(namesInPath);
  if (names.length > 0) return names;
  if (command.fed.length > 0) return command.fed.flatMap((text) => namesInText(text, nested));
  return isFed ? undefined : [];
}

/** The files that a word may stand for: those of a loop, or one that is named by its variable. */
function filesIn(word: string): string[] {
  return word.split(" ").map((file) => file.replace(/^\$\{?(\w+?)(?:_FILE|_PATH)?\}?$/, "$1"));
}

function ofParts({ command, own, before, isFed }: Asked): string[] | undefined {
  if (own.some((word) => /^-i|^--in-place/.test(word))) return [];
  // What was searched for stands before its value.
  const isFirstField = /-f ?1(?![\d,-])|^\{ ?print \$1 ?\}$/m.test(own.join("\n").replace("-f\n", "-f "));
  if (isFirstField && programKind(before?.words[0] ?? "") === "search") return [];
  const names = [
    ...namesAmong(own.filter((word) => !isPath(word)).flatMap(wordsOf)),
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

/** Print texts, in which what is searched for may be a setting; those that list things print names. */
const TELLERS = oneOf(
  String.raw`
    env printenv set export cat gc get-content type tr strings curl docker docker-compose podman nerdctl kubectl oc
    helm heroku sops dotnet tmux ssh journalctl systemctl sudo git\x20(?:show|log|credential|config).*
  `,
  "is",
);

/** What a search prints has its name before it, unless that is cut off: by the search itself or by what follows. */
function ofSearch({ command, own, before, isFed, isLast }: Asked): string[] | undefined {
  const flags = own.filter((word) => /^-\w/.test(word)).join("");
  if (/[lLqc]/.test(flags.replace(/color/, ""))) return [];
  const [pattern = "", ...files] = own.filter((word) => !/^-./.test(word));
  if (isLast && !/[oAB]/.test(flags)) return isFed ? undefined : [];
  const teller = before?.all.slice(0, before.all[0] === "git" ? 2 : 1).join(" ");
  if (files.length + command.reads.length === 0 && teller !== undefined && !TELLERS.test(teller)) return undefined;
  return namesAmong(
    wordsOf(pattern.replace(/\\[A-Za-z]|\.\*|\(\?<?[=!:]/g, " ")).map((word) => word.replace(/^\.+|[.]+$/g, "")),
  );
}

const CODE = /^(?:-\w{0,3}[cepr]|--(?:eval|execute|print|command)(?:=.*)?|eval|runner|r|-rsecurerandom)$/s;

function ofCode({ command: { fed }, program, own }: Asked): string[] {
  const from = own.findIndex((word) => CODE.test(word));
  // With `-p` it prints the lines that it reads.
  if (/^(?:perl|ruby)$/.test(program) && /^-\w*p/.test(own[from] ?? "")) return [];
  if (from !== -1) return namesInCode(own.slice(from).join("\n"));
  return own.some((word) => !word.startsWith("-")) && fed.length === 0 ? [] : fed.flatMap(namesInCode);
}

function ofRequest({ own, isLast }: Asked): string[] {
  if (!isLast || own.some((word) => /^-\w*I/.test(word))) return [];
  const addresses = own.filter((word) => /^\w+:\/\/|^localhost|^\d+\.\d+/.test(word));
  return addresses.flatMap((word) => namesInPath(word.replace(/[?#].*$/s, "")));
}
