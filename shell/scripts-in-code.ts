import { inShell } from "../kit/in-shell.ts";
import { pattern } from "../kit/word-pattern.ts";
import { withPlainPaths } from "./paths-in-code.ts";

/** Characters; more code is looked through no further. */
const LONGEST = 100_000;
const QUOTED = /"((?:[^"\\\n]|\\.){0,2000})"|'((?:[^'\\\n]|\\.){0,2000})'|`((?:[^`\\]|\\.){0,2000})`/g;
/** Functions that start a program or a shell, and Ruby's and Perl's quotes that do. */
const STARTS = pattern("g")`
  \b(?:system|os\.execute|popen|exec(?:Sync|File|FileSync)?|spawn(?:Sync)?|run|call|check_(?:call|output)|Popen|getoutput
  |shell_exec|passthru|do shell script|exec[lv]p?e?)\s{0,4}\(?\s{0,4}(?=[["'\x60])|(?<![\w"'])(?:%x|qx)?(?=\x60)
`;
/** Functions that remove a file, or a folder with all in it. */
const REMOVES = pattern("g")`
  \b(?:rmtree|rm_rf|rm_r|rmSync|rmdirSync|removeSync|rimraf(?:\.sync)?|remove_entry(?:_secure)?|remove_tree
  |remove_dir_all|emptyDirSync|fs\.rm|promises\.rm|os\.(?:remove|unlink)|(?:fs\.|promises\.)?unlink(?:Sync)?|File\.delete
  |array_map\(["']unlink["'],)\s{0,4}\(?\s{0,4}(?:glob\s{0,4}\(?\s{0,4})?(?=["'\x60])
`;
/** Methods of a path that remove it. */
const REMOVED_PATH = /(?=["'`])(?:"[^"\n]{1,500}"|'[^'\n]{1,500}')\.(?:unlink|rmdir|rmtree|delete)\b/g;
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
  return scripts;
}

/** A path as a script has it. */
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
  for (const { index, 0: whole, 1: double, 2: single, 3: back } of code.slice(0, LONGEST).matchAll(QUOTED)) {
    const text = (double ?? single ?? back ?? "").replace(/\\(.)/gs, "$1");
    yield { start: index, end: index + whole.length, text };
  }
}
