import { pattern } from "../kit/word-pattern.ts";
import { withPlainPaths } from "./plain-paths.ts";
import { pathInScript, quotedIn } from "./scripts-in-code.ts";

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
  \b(?:copyFile(?:Sync)?|copySync|shutil\.(?:copy2?|copyfile|move)|os\.(?:rename|replace)|rename(?:Sync)?
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
export function writingsInCode(code: string): string[] {
  const text = withPlainPaths(code);
  const scripts: string[] = [];
  for (const { index, 0: match } of [WRITES, OPENED, OPENED_BY_PERL].flatMap((one) => [...text.matchAll(one)])) {
    const [path] = quotedIn(text, index + match.length);
    if (path !== undefined) scripts.push(`cat > ${pathInScript(path.replace(/^>\s*/, ""))}`);
  }
  for (const { index } of text.matchAll(WRITTEN_PATH)) scripts.push(`cat > ${pathInScript(quotedIn(text, index)[0]!)}`);
  for (const { index, 0: match } of text.matchAll(COPIES)) {
    const [from, to] = quotedIn(text, index + match.length);
    if (from !== undefined && to !== undefined) scripts.push(`cp -- ${pathInScript(from)} ${pathInScript(to)}`);
  }
  return scripts;
}
