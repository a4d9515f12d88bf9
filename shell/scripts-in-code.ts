import { inShell } from "../kit/in-shell.ts";
import { pattern } from "../kit/word-pattern.ts";
import { withPlainPaths } from "./plain-paths.ts";

const QUOTED = /"((?:[^"\\\n]|\\.){0,2000})"|'((?:[^'\\\n]|\\.){0,2000})'|`((?:[^`\\]|\\.){0,2000})`/g;
/** Functions that start a program or a shell, and the quotes of Ruby and Perl that do. */
const STARTS = pattern("g")`
  \b(?:system|os\.execute|popen|exec(?:Sync|File|FileSync)?|spawn(?:Sync)?|run|call|check_(?:call|output)|Popen
  |getoutput|shell_exec|passthru|do shell script|exec[lv]p?e?)\s{0,4}\(?\s{0,4}(?=[["'\x60])|(?<![\w"'])(?:%x|qx)?(?=\x60)
`;
/** Functions that remove a file, or a folder with everything in it. */
const REMOVES = pattern("g")`
  \b(?:rmtree|rm_rf|rm_r|rmSync|rmdirSync|removeSync|rimraf(?:\.sync)?|remove_entry(?:_secure)?|remove_tree
  |remove_dir_all|emptyDirSync|fs\.rm|promises\.rm|os\.(?:remove|unlink)|(?:fs\.|promises\.)?unlink(?:Sync)?
  |File\.delete|array_map\(["']unlink["'],)\s{0,4}\(?\s{0,4}(?:glob\s{0,4}\(?\s{0,4})?(?=["'\x60])
`;
/** Methods of a path by which its file is removed. */
const REMOVED_PATH = /(?=["'`])(?:"[^"\n]{1,500}"|'[^'\n]{1,500}')\.(?:unlink|rmdir|rmtree|delete)\b/g;
/** Requests that delete, and requests of `fetch` with any method. */
const DELETES_AT = /(?:\bdelete|\brequest\(\s?["']DELETE["']\s?,|\bDELETE)\s{0,4}\(?\s{0,4}(?=["'\x60]https?:)/g;
const FETCHES = /\b(?:fetch|Request)\(\s{0,4}(?=["'\x60]https?:)/g;
/** A statement that is handed to a database. */
const QUERIES = pattern("gi")`
  \b(?:execute(?:script|Sql)?|query|raw|exec|run|\$(?:execute|query)RawUnsafe)\(
  \s{0,4}(?=["'\x60]{1,3}\s{0,9}(?:drop|truncate|delete|alter|update)\s+[\w"])
`;

/** Patterns of code that removes a file; the gate of `block_destructive` takes its words from here. */
export const REMOVALS_IN_CODE: readonly RegExp[] = [REMOVES, REMOVED_PATH, DELETES_AT, QUERIES];

/**
 * Scripts for a shell that code of Python, Node, Perl, Ruby or PHP would run, and removals by its own functions, as
 * commands: `os.system('rm -r x')` and `shutil.rmtree('x')` both give `rm -r x`. Only texts in quotes are seen.
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

/** Deletions that code asks a server for, as commands. */
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

/** Statements with the names that the code holds, which tell which database it is. */
function statementsIn(text: string): string[] {
  const found = [...text.matchAll(QUERIES)];
  if (found.length === 0 || text.includes(":memory:")) return [];
  const names = [...quotesIn(text)].map((one) => one.text).filter((one) => /^[^\s]{1,80}$/.test(one));
  return found.flatMap(({ index, 0: match }) => {
    const [statement] = quotedIn(text, index + match.length);
    return statement === undefined ? [] : [["sql", statement, ...names.slice(0, 8)].map(inShell).join(" ")];
  });
}

/** A path in the form in which a script has it. */
export function pathInScript(path: string): string {
  return path.startsWith("~/") && path !== "~/" ? `~/${inShell(path.slice(2))}` : path === "~" ? path : inShell(path);
}

/** The texts in quotes from a place on, up to the end of the call or the line. */
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

/** The texts in quotes in code of any of these languages, from a place on. */
export function* quotesIn(code: string, from = 0): Generator<{ start: number; end: number; text: string }> {
  QUOTED.lastIndex = from; // a copy of it begins there
  for (const { index, 0: whole, 1: double, 2: single, 3: back } of code.matchAll(QUOTED)) {
    const text = (double ?? single ?? back ?? "").replace(/\\(.)/gs, "$1");
    yield { start: index, end: index + whole.length, text };
  }
}
