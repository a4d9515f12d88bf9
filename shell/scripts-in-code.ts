import { inShell } from "../kit/in-shell.ts";
import { pattern } from "../kit/word-pattern.ts";
import { withPlainPaths } from "./plain-paths.ts";

const QUOTED = /"((?:[^"\\\n]|\\.){0,2000})"|'((?:[^'\\\n]|\\.){0,2000})'|`((?:[^`\\]|\\.){0,2000})`/g;
/** Functions that start a program or a shell, and the backquotes of Ruby and Perl, which do the same. */
const STARTS = pattern("g")`
  \b(?:system|os\.execute|popen|exec(?:Sync|File|FileSync)?|spawn(?:Sync)?|run|call|check_(?:call|output)|Popen
  |getoutput|shell_exec|passthru|do shell script|exec[lv]p?e?)\s{0,4}\(?\s{0,4}(?=[["'\x60])|(?<![\w"'])(?:%x|qx)?(?=\x60)
`;
/** Functions that delete a file, or a folder with its content. */
const REMOVES = pattern("g")`
  \b(?:rmtree|rm_rf|rm_r|rmSync|rmdirSync|removeSync|rimraf(?:\.sync)?|remove_entry(?:_secure)?|remove_tree
  |remove_dir_all|emptyDirSync|Deno\.remove(?:Sync)?|fs\.rm|promises\.rm|os\.(?:remove|unlink)|(?:fs\.|promises\.)?unlink(?:Sync)?
  |File\.delete|array_map\(["']unlink["'],)\s{0,4}\(?\s{0,4}(?:glob\s{0,4}\(?\s{0,4})?(?=["'\x60])
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

/**
 * Finds shell scripts that code of Python, Node, Perl, Ruby or PHP runs, and deletions by functions of the language,
 * written as commands: `os.system('rm -r x')` and `shutil.rmtree('x')` both give `rm -r x`. Only quoted texts are
 * found.
 */
export function scriptsInCode(code: string): string[] {
  const text = withPlainPaths(code);
  const scripts: string[] = [];
  for (const { index, 0: match } of text.matchAll(STARTS)) {
    const words = quotedIn(text, index + match.length);
    if (words.length > 0) scripts.push(words[0]!);
    if (words.length > 1) scripts.push(words.map(inShell).join(" "));
  }
  for (const { index, 0: match } of text.matchAll(REMOVES)) {
    const [path] = quotedIn(text, index + match.length);
    if (path !== undefined) scripts.push(`rm -rf -- ${pathInScript(path)}`);
  }
  for (const { index } of text.matchAll(REMOVED_PATH))
    scripts.push(`rm -rf -- ${pathInScript(quotedIn(text, index)[0]!)}`);
  return [...scripts, ...requestsIn(text), ...statementsIn(text)];
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
