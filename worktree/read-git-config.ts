import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { homeOf } from "../kit/io.ts";
import { readRegularFile } from "../kit/files.ts";
import { stripBom } from "../kit/text.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Setting → value. Section and name are in lower case, a subsection keeps its case: `core.excludesfile`,
 * `filter.Name.clean`. If a setting occurs twice, the last value wins.
 */
export type GitConfig = ReadonlyMap<string, string>;

/** How deep files may include each other; git has the same limit. */
const DEPTH = 10;

/**
 * Reads one of git's config files, and the files of `include.path`, without git. A missing file has no settings; from a
 * broken file only the part before the error is read. Files of `includeIf` are not read.
 */
export function readGitConfig(file: string, env: Environment): GitConfig {
  return new Map(entriesIn(file, env));
}

/**
 * All settings of a config file and of the files of `include.path`, in git's order. A setting that occurs twice is
 * yielded twice.
 * @param depth the number of files that include this one
 */
export function* entriesIn(file: string, env: Environment, depth = 0): Generator<[key: string, value: string]> {
  for (const [key, value] of parseGitConfig(gitConfigText(file))) {
    yield [key, value];
    if (key === "include.path" && depth < DEPTH)
      yield* entriesIn(expandPath(value, dirname(file), env), env, depth + 1);
  }
}

/**
 * The path that a value names: `~/` is the home folder, a relative path starts at `base`. An empty value stays empty.
 */
export function expandPath(value: string, base: string, env: Environment): string {
  const home = homeOf(env);
  if (value === "") return "";
  return value.startsWith("~/") && home ? join(home, value.slice(2)) : resolve(base, value);
}

/** Yields the settings of a text in their order. A setting without `=` has the value `true`. */
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

/** Reads a value as git does: removes quotes, decodes escapes, cuts a comment and trims blanks, except in quotes. */
function valueOf(text: string): string {
  let value = "";
  let kept = 0; // the length of `value` without blanks at its end, unless they were in quotes
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

/** The largest config file that is read whole, in bytes. */
const LARGEST = 1 << 20;

/** The text of one of git's configuration files; empty if it is missing or cannot be read. */
export function gitConfigText(file: string): string {
  if (!existsSync(file)) return ""; // this check is cheaper than an exception
  try {
    return readRegularFile(file, LARGEST).bytes.toString();
  } catch {
    return "";
  }
}
