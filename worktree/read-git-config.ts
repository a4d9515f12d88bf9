import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { homeOf } from "../kit/io.ts";
import { readRegularFile } from "../kit/files.ts";
import { stripBom } from "../kit/text.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Settings by lower-case key (`core.excludesfile`, `filter.Name.clean`: a subsection keeps its case). The last value of
 * a key wins.
 */
export type GitConfig = ReadonlyMap<string, string>;

/** Levels of files that include each other, as in git. */
const DEPTH = 10;

/**
 * Reads one of git's configuration files without starting git, `include.path` followed. A missing or broken file is
 * empty from there on. The conditions of `includeIf` are not decided, and the files that they name are passed over.
 */
export function readGitConfig(file: string, env: Environment): GitConfig {
  return new Map(entriesIn(file, env));
}

/**
 * The settings of one of git's configuration files, `include.path` followed, in git's order: a key that may have
 * several values comes with each.
 */
export function* entriesIn(file: string, env: Environment, depth = 0): Generator<[key: string, value: string]> {
  for (const [key, value] of parseGitConfig(gitConfigText(file))) {
    yield [key, value];
    if (key === "include.path" && depth < DEPTH)
      yield* entriesIn(expandPath(value, dirname(file), env), env, depth + 1);
  }
}

/**
 * The path that a value names: `~/` is the home folder; anything else is relative to `base`. "" names no path and
 * stays.
 */
export function expandPath(value: string, base: string, env: Environment): string {
  const home = homeOf(env);
  if (value === "") return "";
  return value.startsWith("~/") && home ? join(home, value.slice(2)) : resolve(base, value);
}

/** Keys and values in their order. A key without `=` is `true`. */
export function* parseGitConfig(text: string): Generator<[key: string, value: string]> {
  let section = "";
  const lines = stripBom(text).replace(/\r\n/g, "\n").split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    let line = lines[at]!.trimStart();
    const header = /^\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (header) {
      section =
        header[2] === undefined
          ? header[1]!.toLowerCase()
          : `${header[1]!.toLowerCase()}.${header[2].replace(/\\(.)/g, "$1")}`;
      line = line.slice(header[0].length).trimStart();
    }
    const key = /^([A-Za-z][\w-]*)\s*(=)?/.exec(line);
    if (!key) continue;
    let rest = line.slice(key[0].length);
    while (endsInBackslash(rest) && at + 1 < lines.length) rest = `${rest.slice(0, -1)}${lines[((at += 1))]!}`;
    yield [`${section}.${key[1]!.toLowerCase()}`, key[2] ? valueOf(rest) : "true"];
  }
}

function endsInBackslash(text: string): boolean {
  return (/\\*$/.exec(text)?.[0].length ?? 0) % 2 === 1;
}

/** Quotes taken off, escapes read, a comment outside quotes cut, blanks outside quotes trimmed. */
function valueOf(text: string): string {
  let value = "";
  let kept = 0; // length up to the last character that is not a blank outside quotes
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === "\\") {
      at += 1;
      const escaped = text[at] ?? "";
      value += { n: "\n", t: "\t", b: "\b" }[escaped] ?? escaped;
      kept = value.length;
    } else if (character === '"') {
      quoted = !quoted;
      kept = value.length;
    } else if (!quoted && (character === "#" || character === ";")) break;
    else if (quoted || !/\s/.test(character)) {
      value += character;
      kept = value.length;
    } else if (value !== "") value += character;
  }
  return value.slice(0, kept);
}

/** Bytes that a file may have. */
const LARGEST = 1 << 20;

/** The text of one of git's configuration files; empty if it is missing or cannot be read. */
export function gitConfigText(file: string): string {
  if (!existsSync(file)) return ""; // an exception costs more than all the rest of this
  try {
    return readRegularFile(file, LARGEST).bytes.toString();
  } catch {
    return "";
  }
}
