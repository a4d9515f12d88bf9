import { oneOf } from "../../kit/word-pattern.ts";
import { bareWords } from "./bare-words.ts";
import { parseShell, type Pipeline, type ShellCommand } from "../shell/parse-shell.ts";
import { isStore } from "./is-store.ts";
import { keptName } from "./kept-name.ts";
import { namesInCode, namesInQuery, variablesIn, wordsOf } from "./names-in-code.ts";
import { namesAmong, namesInPath, UNNAMED } from "./names-in-path.ts";
import { namesInSearch } from "./names-in-search.ts";
import { fieldOf, namesInSelector, selectorOf, tellsOf } from "./names-in-selector.ts";
import { innerCommand, SHELLS } from "./unwrap.ts";

/** Print files as they are or in another encoding; without one, what they are fed. */
const FILES = oneOf(
  `
    cat tac nl head tail less more bat batcat type gc get-content strings base64 base32 xxd hexdump od rev sort uniq
    tee fold column dos2unix convertfrom-json out-string select-object
  `,
  "i",
);

/** Take a part of each line. */
const PARTS = /^(?:cut|tr|g?sed|g?awk|mawk|crudini|xmllint|xmlstarlet|tomlq)$/;

const SELECTORS = /^(?:jq|yq|gojq|jaq|dasel)$/;
const SEARCHES = /^(?:[efz]?grep|rg|ag|ack|select-string|findstr)$/i;
const ECHOES = /^(?:echo|print|printf|write-(?:output|host))$/i;
const INTERPRETERS =
  /^(?:node|deno|bun|tsx|ts-node|python[\d.]*|ruby|perl|php|rails|tinker|mongosh|mongo|irb|elixir|iex)$/;
const CODE = /^(?:-\w{0,3}[cepr]|--(?:eval|execute|print|command)(?:=.*)?|eval|runner|r|-rsecurerandom)$/s;
const DATABASES = /^(?:psql|mysql|mariadb|sqlite3|duckdb|sqlcmd|usql|clickhouse-client)$/;

/** Characters. A longer script does more than to print a value. */
const LONGEST = 32 * 1024;

/** More names than one command has. */
const MOST_NAMES = 16;

/** Of a loop and of assignments: name → what it stands for. */
type Variables = Map<string, string>;

/**
 * The names of the secrets that a script would print: `DB_PASSWORD` of `echo "$DB_PASSWORD"`, `master.key` of `cat
 * config/master.key`.
 */
export function namesInCommand(script: string, depth = 0, variables: Variables = new Map()): string[] {
  if (script.length > LONGEST || depth > 3) return [];
  return [...new Set(parseShell(script).flatMap((pipeline) => namesIn(pipeline, depth, variables)))].slice(
    0,
    MOST_NAMES,
  );
}

/** What a pipeline prints is named by its last command, or by what feeds that one. */
function namesIn(pipeline: Pipeline, depth: number, variables: Variables): string[] {
  for (const { words } of pipeline) note(words, variables);
  if (pipeline.at(-1)?.redirects.some(({ errors }) => !errors)) return [];
  for (let at = pipeline.length - 1; at >= 0; at -= 1) {
    const names = namesOf(pipeline, at, depth, variables);
    if (names !== undefined) return names;
  }
  return [];
}

function note(words: readonly string[], variables: Variables): void {
  if (words[0] === "for" && words[2] === "in") variables.set(words[1] as string, words.slice(3).join(" "));
  const [, name, value] = /^([A-Za-z_]\w{0,80})=(.*)$/s.exec(words[0] ?? "") ?? [];
  if (name !== undefined) variables.set(name, value as string);
}

/** `undefined` where a command passes on what it is fed. */
function namesOf(pipeline: Pipeline, at: number, depth: number, variables: Variables): string[] | undefined {
  const command = pipeline[at] as ShellCommand;
  const inner = unwrapped(command.words);
  if (typeof inner === "string") return namesInCommand(inner, depth + 1, variables);
  const words = bareWords(inner);
  const [program = "", ...rest] = words;
  const before = pipeline[at - 1]?.words ?? [];
  const isFed = at > 0 || command.fed.length > 0;

  if (/^\$env:/i.test(program)) return namesAmong(variablesIn(program));
  if (program === ")" && rest[0]?.startsWith(".")) return namesInSelector(rest[0]) ?? [];
  if (SHELLS.test(program))
    return [...rest.filter((word) => !/^[-/]/.test(word)), ...command.fed].flatMap((word) =>
      namesInCommand(word, depth + 1, variables),
    );
  if (isStore(words)) return tellsOf(fieldOf(words)) ? [] : [UNNAMED];
  if (SELECTORS.test(program)) return ofSelector(rest, command, variables, at);
  if (ECHOES.test(program)) return rest.flatMap((word) => namesInText(word, depth, variables));
  if (program.toLowerCase() === "printenv" || /getenvironmentvariable$/i.test(program)) return namesAmong(rest);
  if (SEARCHES.test(program))
    return namesInSearch(
      rest,
      command,
      at === pipeline.length - 1,
      at > 0 ? before.slice(0, before[0] === "git" ? 2 : 1).join(" ") : undefined,
    );
  if (FILES.test(program)) {
    const files = [...rest.filter((word) => !word.startsWith("-")), ...(command.reads ?? [])].flatMap((word) =>
      expanded(word, variables),
    );
    const listed = /^(?:xargs|find)$/.test(pipeline[at]!.words[0] ?? "") ? [...command.words, ...before] : [];
    const names = [...files, ...listed].flatMap(namesInPath);
    if (names.length > 0) return names;
    if (command.fed.length > 0) return command.fed.flatMap((text) => namesInText(text, depth, variables));
    return isFed ? undefined : [];
  }
  if (PARTS.test(program)) {
    if (rest.some((word) => /^-i|^--in-place/.test(word))) return [];
    // What was searched for stands before its value.
    if (
      SEARCHES.test(before[0] ?? "") &&
      /-f ?1(?![\d,-])|^\{ ?print \$1 ?\}$/m.test(rest.join("\n").replace("-f\n", "-f "))
    )
      return [];
    const names = [
      ...namesAmong(rest.filter((word) => !isPath(word)).flatMap(wordsOf)),
      ...[...rest.filter(isPath), ...(command.reads ?? [])].flatMap(namesInPath),
    ];
    return names.length > 0 || !isFed ? names : undefined;
  }
  if (DATABASES.test(program)) return namesInQuery(rest.join(" "));
  if (INTERPRETERS.test(program) || (/^(?:manage\.py|django-admin)$/.test(program) && rest[0] === "shell"))
    return ofInterpreter(program, rest, command);
  if (program === "git" && /^(?:show|cat-file)$/.test(rest[0] ?? ""))
    return rest.flatMap((word) => (word.includes(":") ? namesInPath(word.slice(word.indexOf(":") + 1)) : []));
  if (/^(?:unzip|tar|bsdtar|7z)$/.test(program))
    return rest.some((word) => /^-?(?:p|-to-stdout|-so|\w*O\w*)$/.test(word)) ? rest.flatMap(namesInPath) : [];
  if (/^(?:get-item|gi)$/i.test(program))
    return rest.flatMap((word) => (/^env:/i.test(word) ? namesAmong([word.slice(4)]) : []));
  if (/^(?:curl|wget|https?|xh)$/.test(program))
    return at < pipeline.length - 1 || rest.some((word) => /^-\w*I/.test(word))
      ? []
      : rest
          .filter((word) => /^\w+:\/\/|^localhost|^\d+\.\d+/.test(word))
          .flatMap((word) => namesInPath(word.replace(/[?#].*$/s, "")));
  const kept = keptName(words);
  if (kept !== undefined) return namesAmong([kept]);
  const selector = selectorOf(words);
  return selector === undefined ? [] : (namesInSelector(selector) ?? []);
}

/** A wrapper may run another one: `ssh host sudo docker exec web cat …`. */
function unwrapped(words: readonly string[], depth = 0): readonly string[] | string {
  const inner = depth < 5 ? innerCommand(words) : undefined;
  return inner === undefined || typeof inner === "string" ? (inner ?? words) : unwrapped(inner, depth + 1);
}

function ofSelector(
  rest: readonly string[],
  { reads }: ShellCommand,
  variables: Variables,
  at: number,
): string[] | undefined {
  const filter = rest.find((word) => /^[.[{($"]/.test(word)) ?? rest.find((word) => !word.startsWith("-")) ?? ".";
  const files = rest.filter((word) => word !== filter && !word.startsWith("-"));
  return (
    namesInSelector(filter) ??
    (at > 0
      ? undefined
      : [...files, ...(reads ?? [])].flatMap((word) => expanded(word, variables)).flatMap(namesInPath))
  );
}

function ofInterpreter(program: string, rest: readonly string[], { fed }: ShellCommand): string[] {
  const from = rest.findIndex((word) => CODE.test(word));
  // With `-p` it prints the lines that it reads.
  if (/^(?:perl|ruby)$/.test(program) && /^-\w*p/.test(rest[from] ?? "")) return [];
  if (from === -1)
    return rest.some((word) => !word.startsWith("-")) && fed.length === 0 ? [] : fed.flatMap(namesInCode);
  return namesInCode(rest.slice(from).join("\n"));
}

/** Of the variables in a text, and of what is put in its place that stands in `$(…)`. */
function namesInText(text: string, depth: number, variables: Variables): string[] {
  const inner = Array.from(text.matchAll(/\$\(([^()]*)\)/g), ([, script]) => script as string);
  const names = variablesIn(text);
  const values = names.flatMap((name) => variables.get(name) ?? []);
  return [
    ...namesAmong(names),
    ...[...inner, ...values.flatMap((value) => /^\$\((.*)\)$/s.exec(value)?.[1] ?? [])].flatMap((script) =>
      namesInCommand(script, depth + 1),
    ),
  ];
}

function expanded(word: string, variables: Variables): string[] {
  const [, name] = /^\$\{?(\w+)\}?$/.exec(word) ?? [];
  return name === undefined
    ? [word]
    : (variables.get(name)?.split(" ") ?? [word.replace(/[${}]/g, "").replace(/_(?:FILE|PATH)$/, "")]);
}

function isPath(word: string): boolean {
  return (
    /^[\w.~@$%:+-]*[\\/][\w./\\~@$%:+-]*$|^[\w-]+(?:\.[\w-]+)*\.[a-z]{1,8}$/i.test(word) &&
    !/^s?\/|^s\W/.test(word.replace(/^\/(?:etc|run|var|opt|home|root|srv|proc|tmp|usr|app|dev)\//, "x/"))
  );
}
