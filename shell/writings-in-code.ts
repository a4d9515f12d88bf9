import { pattern } from "../kit/word-pattern.ts";
import { OR } from "./code-tokens.ts";
import type { CodeContext } from "./code-context.ts";
import { withPlainPaths } from "./plain-paths.ts";
import { foldersIn, pathInScript, quotedIn, type PlacedScript } from "./scripts-in-code.ts";

/** Functions that overwrite a whole file; `OPENED` matches functions that do so if the mode after the path says it. */
const WRITES = pattern("g")`
  \b(?:writeFile(?:Sync)?|createWriteStream|outputFile(?:Sync)?|writeJson(?:Sync)?|truncate(?:Sync)?|file_put_contents
  |(?:File|IO)\.write|Deno\.writeTextFile(?:Sync)?|Bun\.write)\s{0,4}\(?\s{0,4}(?=["'\x60])
`;
const WRITTEN_PATH = /(?=["'`])(?:"[^"\n]{1,500}"|'[^'\n]{1,500}')\)?\.write_(?:text|bytes)\(/g;
const OPENED = pattern("g")`
  \b(?:open|openSync|fopen|File\.(?:open|new))\s{0,4}\(\s{0,4}(?=(?:"[^"\n]{1,500}"|'[^'\n]{1,500}')\s{0,4},
  \s{0,4}(?:mode\s{0,4}=\s{0,4})?["']w)
`;
/** Perl's `open` for writing: the mode is an argument before the file, or stands with the file in one text. */
const OPENED_BY_PERL = pattern("g")`
  \bopen\s{0,4}\(?\s{0,4}(?:my\s)?\$?\w{1,40}\s{0,4},\s{0,4}
  (?:["']>["']\s{0,4},\s{0,4}(?=["'])|(?=["']>\s{0,4}[^>\s&"']))
`;
/** Functions that copy or move a file to another. */
const COPIES = pattern("g")`
  \b(?:copyFile(?:Sync)?|copySync|cpSync|fs\.(?:cp|copy|move)|moveSync|shutil\.(?:copy2?|copyfile|move)|os\.(?:rename|replace)|rename(?:Sync)?
  |FileUtils\.(?:cp|mv|copy|move))\s{0,4}\(?\s{0,4}(?=["'\x60])
`;

/**
 * The patterns of code that overwrites a file; the gate of `block_destructive` takes its words from them.
 * `OPENED_BY_PERL` is not needed here, because the gate has `perl` and `ruby` among its own words.
 */
export const WRITINGS_IN_CODE: readonly RegExp[] = [WRITES, WRITTEN_PATH, OPENED, COPIES];

/**
 * Files that code overwrites, written as commands: `open('a', 'w')` and `writeFileSync('a', …)` both give `cat > a`.
 */
export function writingsInCode(code: string, context?: CodeContext): string[] {
  const text = withPlainPaths(code, context);
  const scripts: PlacedScript[] = [];
  const write = (at: number, path: string) => {
    for (const one of path.split(OR)) scripts.push({ at, script: `cat > ${pathInScript(one.replace(/^>\s*/, ""))}` });
  };
  for (const { index, 0: match } of [WRITES, OPENED, OPENED_BY_PERL].flatMap((one) => [...text.matchAll(one)])) {
    const [path] = quotedIn(text, index + match.length);
    if (path !== undefined) write(index, path);
  }
  for (const { index } of text.matchAll(WRITTEN_PATH)) write(index, quotedIn(text, index)[0]!);
  for (const { index: at, 0: match } of text.matchAll(COPIES)) {
    const [from, to] = quotedIn(text, at + match.length).map((path) => path.split(OR).slice(0, MOST_COPIES));
    for (const source of from ?? [])
      for (const target of to ?? [])
        scripts.push({
          at,
          script: `${MOVES.test(match) ? "mv" : "cp"} -- ${pathInScript(source)} ${pathInScript(target)}`,
        });
  }
  const inFolder = foldersIn(text);
  return scripts.flatMap(({ at, script }) => inFolder(at, script));
}

/** The most sources, and the most targets, of one call that copies a file. */
const MOST_COPIES = 8;
/** The functions of `COPIES` after which the source is gone. */
const MOVES = /move|rename|replace|mv/;
