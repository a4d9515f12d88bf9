import { inShell } from "../kit/in-shell.ts";
import { pattern } from "../kit/word-pattern.ts";
import { OR } from "./code-tokens.ts";
import type { CodeContext } from "./code-context.ts";
import { withPlainPaths } from "./plain-paths.ts";

const QUOTED = /"((?:[^"\\\n]|\\[^]){0,2000})"|'((?:[^'\\\n]|\\.){0,2000})'|`((?:[^`\\]|\\.){0,2000})`/g;
/** Functions that start a program or a shell, and the backquotes of Ruby and Perl, which do the same. */
const STARTS = pattern("g")`
  \b(?:system|os\.execute|popen|exec(?:Sync|File|FileSync)?|spawn(?:Sync)?|run|call|check_(?:call|output)|Popen
  |sh|execaCommand(?:Sync)?|execa(?:Sync)?|execFile(?:Sync)?
  |getoutput|shell_exec|passthru|do shell script|exec[lv]p?e?)\s{0,4}\(?\s{0,4}(?=[["'\x60])|(?<![\w"'])(?:%x|qx)?(?=\x60)
`;
/** Functions that delete a file, or a folder with its content. */
const REMOVES = pattern("g")`
  \b(?:rmtree|rm_rf|rm_r|rmSync|rmdirSync|removeSync|rimraf(?:\.sync)?|remove_entry(?:_secure)?|remove_tree
  |remove_dir_all|emptyDirSync|Deno\.remove(?:Sync)?|fs\.rm|promises\.rm|os\.(?:remove|unlink)|(?:fs\.|promises\.)?unlink(?:Sync)?
  |File\.(?:delete|unlink)|(?:shutil|os)\.rmdir|FileUtils\.(?:rm|remove_dir)\w{0,9}|fs\.(?:rmdir|remove|emptyDir|truncate)|os\.truncate
  |array_map\(["']unlink["'],)\s{0,4}\(?\s{0,4}(?:glob\s{0,4}\(?\s{0,4})?\[?\s{0,4}(?=["'\x60])
`;
/** Methods of a path that delete its file. */
const REMOVED_PATH = /(?=["'`])(?:"[^"\n]{1,500}"|'[^'\n]{1,500}')\.(?:unlink|rmdir|rmtree|delete)\b/g;
/**
 * `DELETES_AT` matches calls that send a DELETE request, `FETCHES` calls of `fetch`, whose options may name the method.
 */
const DELETES_AT = /(?:\bdelete|\brequest\(\s?["']DELETE["']\s?,|\bDELETE)\s{0,4}\(?\s{0,4}(?=["'\x60]https?:)/g;
const FETCHES = /\b(?:fetch|Request)\(\s{0,4}(?=["'\x60]https?:)/g;
/** Calls that pass a changing statement to a database. */
const QUERIES = pattern("gi")`
  (?:\b(?:execute(?:script|Sql)?|query|raw|exec|run)\(|\$(?:execute|query)Raw(?:Unsafe)?\(?)
  \s{0,4}(?=["'\x60]{1,3}\s{0,9}(?:drop|truncate|delete|alter|update)\s+[\w"])
`;
/** Methods by which drivers of MongoDB and Redis empty a database or a collection. */
const EMPTIES = /\.(?:drop_?database\(|flush_?(?:all|db)\(|(?:drop|delete_?many)\(\s{0,4}(?:\{\s{0,4}\})?\s{0,4}\))/i;
const DRIVERS = /mongo|redis|valkey/i;

/** The patterns of code that deletes something; the gate of `block_destructive` takes its words from them. */
export const REMOVALS_IN_CODE: readonly RegExp[] = [REMOVES, REMOVED_PATH, DELETES_AT, QUERIES, EMPTIES];

/** Functions that change the folder of the process, and options that set the folder of a program that is started. */
const CHANGES_FOLDER = /\b(?:chdir|(?:shell|sh)\.cd)\s{0,4}\(?\s{0,4}(?=["'\x60])/g;
const STARTS_IN = /\bcwd["']?\s{0,4}[:=]\s{0,4}(?=["'\x60])/;
/** The most characters of a call in which its options are searched. */
const LONGEST_CALL = 400;

/**
 * Finds shell scripts that code of Python, Node, Perl, Ruby or PHP runs, and deletions by functions of the language,
 * written as commands: `os.system('rm -r x')` and `shutil.rmtree('x')` both give `rm -r x`. Only quoted texts are
 * found.
 */
export function scriptsInCode(code: string, context?: CodeContext): string[] {
  const text = withPlainPaths(code, context);
  const scripts = [...startsIn(text), ...commandsIn(text), ...deletionsIn(text)];
  const inFolder = foldersIn(text);
  return [...scripts.flatMap(({ at, script }) => inFolder(at, script)), ...requestsIn(text), ...statementsIn(text)];
}

/** A script at its place in code. */
export interface PlacedScript {
  readonly at: number;
  readonly script: string;
}

function startsIn(text: string): PlacedScript[] {
  return [...text.matchAll(STARTS)].flatMap(({ index: at, 0: match }) => {
    const words = quotedIn(text, at + match.length);
    if (words.length === 0) return [];
    const end = text.slice(at + match.length, at + LONGEST_CALL);
    const option = STARTS_IN.exec(end);
    const [folder] = option ? quotedIn(end, option.index + option[0].length) : [];
    const start = folder === undefined ? "" : `cd ${pathInScript(folder.split(OR)[0]!)}\n`;
    const scripts = [...choicesOf(words.slice(0, 1)), ...(words.length > 1 ? choicesOf(words) : [])];
    return scripts.map((one) => ({
      at,
      script: start + (one.length === 1 ? one[0]! : one.map(pathInScript).join(" ")),
    }));
  });
}

/** Functions of shelljs, which take the words of a shell's command. */
const OF_SHELLJS = /\bshell(?:js)?\.(rm|mv|cp)\(\s{0,4}(?=["'\x60])/g;

/** Commands that code writes as functions: `shell.rm('-rf', 'x')`. */
function commandsIn(text: string): PlacedScript[] {
  return [...text.matchAll(OF_SHELLJS)].flatMap(({ index: at, 0: match, 1: name }) =>
    choicesOf(quotedIn(text, at + match.length)).map((words) => ({
      at,
      script: [name, ...words.map(pathInScript)].join(" "),
    })),
  );
}

function deletionsIn(text: string): PlacedScript[] {
  const removals = [...text.matchAll(REMOVES)].flatMap(({ index: at, 0: match }) => {
    const paths = quotedIn(text, at + match.length);
    // A list in square brackets names several paths; else the other arguments are options.
    return (match.endsWith("[") ? paths : paths.slice(0, 1)).map((path) => ({ at, path }));
  });
  const removed = [...text.matchAll(REMOVED_PATH)].map(({ index: at }) => ({ at, path: quotedIn(text, at)[0]! }));
  return [...removals, ...removed].flatMap(({ at, path }) =>
    path.split(OR).map((one) => ({ at, script: `rm -rf -- ${pathInScript(one)}` })),
  );
}

/** Each choice of one text for each word that may be one of several texts. */
function choicesOf(words: readonly string[]): readonly string[][] {
  let choices: string[][] = [[]];
  for (const word of words)
    choices = choices.flatMap((choice) => word.split(OR).map((one) => [...choice, one])).slice(0, MOST_CHOICES);
  return choices;
}

/** The most scripts that are made of one call whose words may be several texts. */
const MOST_CHOICES = 24;

/** Returns a function that puts the changes of the folder in front of a script that stands behind these in code. */
export function foldersIn(text: string): (at: number, script: string) => string[] {
  const changes = [...text.matchAll(CHANGES_FOLDER)].flatMap(({ index: at, 0: match }) => {
    const folders = quotedIn(text, at + match.length)[0]?.split(OR) ?? [];
    return folders.length === 1 ? [{ at, script: `cd ${pathInScript(folders[0]!)}\n` }] : [];
  });
  return (at, script) => [changes.flatMap((change) => (change.at < at ? change.script : [])).join("") + script];
}

/** The DELETE requests of code, written as `curl` commands. */
function requestsIn(text: string): string[] {
  const fetched = [...text.matchAll(FETCHES)].filter(({ index }) =>
    /\bmethod["']?\s?:\s?["']DELETE["']/i.test(
      text
        .slice(index, index + 400)
        .split(/\bfetch\(/, 2)
        .join(""),
    ),
  );
  return [...text.matchAll(DELETES_AT), ...fetched].flatMap(({ index, 0: match }) => {
    const [address] = quotedIn(text, index + match.length);
    return address === undefined ? [] : [`curl -X DELETE ${inShell(address)}`];
  });
}

/** Statements for a database, written as commands, with other quoted words of the code, which may name the database. */
function statementsIn(text: string): string[] {
  const found = [...text.matchAll(QUERIES)];
  const isEmptied = EMPTIES.test(text) && DRIVERS.test(text);
  if ((found.length === 0 && !isEmptied) || text.includes(":memory:")) return [];
  const named = [...quotesIn(text)].map((one) => one.text).filter((one) => /^[^\s]{1,80}$/.test(one));
  const names = named.slice(0, 8);
  const statements = found.flatMap(({ index, 0: match }) => quotedIn(text, index + match.length).slice(0, 1));
  return [
    ...statements.map((statement) => ["sql", statement, ...names]),
    ...(isEmptied ? [["mongosh", ...names, "--eval", "db.all.drop()"]] : []),
  ].map((words) => words.map(inShell).join(" "));
}

/** A path quoted for a shell; a leading `~` stays unquoted. */
export function pathInScript(path: string): string {
  return path.startsWith("~/") && path !== "~/" ? `~/${inShell(path.slice(2))}` : path === "~" ? path : inShell(path);
}

/** The quoted texts from `from` up to the end of the call or of the line. */
export function quotedIn(text: string, from: number): string[] {
  const words: string[] = [];
  let end = from;
  for (const quote of quotesIn(text, from)) {
    const between = text.slice(end, quote.start);
    if (words.length === 64 || between.length > 20 || /[);\n]/.test(between)) break;
    words.push(quote.text);
    end = quote.end;
  }
  return words;
}

/** All quoted texts of code in Python, Node, Perl, Ruby or PHP, from offset `from` on. */
export function* quotesIn(code: string, from = 0): Generator<{ start: number; end: number; text: string }> {
  QUOTED.lastIndex = from; // `matchAll` works on a copy that keeps `lastIndex`
  for (const { index, 0: whole, 1: double, 2: single, 3: back } of code.matchAll(QUOTED)) {
    const text = (double ?? single ?? back ?? "").replace(/\\(.)/gs, "$1");
    yield { start: index, end: index + whole.length, text };
  }
}
