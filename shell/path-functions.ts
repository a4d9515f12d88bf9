import { dirname, join } from "node:path";

import { oneOf } from "../kit/word-pattern.ts";
import { SOME } from "./found-by.ts";

/** Names of the home folder in code; some are called with empty brackets. */
const HOME = /^(?:(?:[\w$]+\.)*(?:homedir|Path\.home)|Dir\.home|process\.env\.(?:HOME|USERPROFILE))$/;
export const ENVIRONMENT = /^(?:ENV|os\.environ|\$ENV|\$_ENV|\$_SERVER|process\.env|environ)$/;
const READS_ENVIRONMENT = oneOf(String.raw`
  (?:os\.)?getenv (?:os\.)?environ\.get ENV\.fetch env\.get
`);
export const OF_HOME = /^(?:HOME|USERPROFILE)$/;
const HERE = /^(?:os\.getcwd|process\.cwd|getcwd|Dir\.pwd|Path\.cwd|cwd)$/;
/** Names of the file with the code, and of the folder of that file. */
export const OF_FILE = oneOf(String.raw`__file__ __filename import\.meta\.(?:url|filename) __FILE__ \$0`);
export const OF_FOLDER = oneOf(String.raw`__dirname import\.meta\.dirname __dir__ __DIR__`);
/** Names of the list of a command's arguments, and the number of further items before these. */
export const ARGUMENTS: readonly (readonly [name: RegExp, before: number])[] = [
  [oneOf(String.raw`sys\.argv \$argv`), 1],
  [oneOf(String.raw`process\.argv Deno\.args`), 2],
  [oneOf("ARGV @ARGV $ARGV"), 0],
];
/** Functions that join paths. The module may have any name; `join` of a list has one argument and is not meant. */
const JOINS = oneOf(String.raw`
  (?:[\w$]+\.)*(?:join|resolve) joinpath catdir catfile (?:pathlib\.)?(?:Pure)?Path (?:Pathname\.new|Pathname)
`);
/** Functions that return their argument: another form of the path, or the files that match it. */
export const SAME = oneOf(String.raw`
  (?:os\.)?path\.(?:expanduser|expandvars|abspath|realpath|normpath) expanduser realpath abspath normpath str
  os\.fspath String File\.realpath (?:glob\.)?i?glob (?:[\w$]+\.)*globSync Dir\.glob list sorted iter set
  Array\.from fs\.realpathSync (?:url\.)?fileURLToPath tuple reversed decodeURIComponent trim rtrim ltrim
`);
/** Functions that return the folder of a path. */
const FOLDER_OF = /^(?:(?:[\w$]+\.)*dirname)$/;
const FROM_FOLDER = /^File\.(?:expand_path|absolute_path)$/;
/** The names of a program's input in code, as its lines. */
export const OF_INPUT = oneOf(String.raw`sys\.stdin \$stdin STDIN ARGF process\.stdin stdin fileinput\.input`);
/** Functions that open a file or read its text or lines, by the path in their first argument. */
export const READS_FILE = oneOf(String.raw`
  (?:io\.|codecs\.)?open (?:[\w$]+\.)*readFile(?:Sync)? (?:File|IO)\.(?:readlines|foreach|read|open|new) file
  file_get_contents Deno\.readTextFile(?:Sync)? Bun\.file (?:[\w$]+\.)*createReadStream
`);
/** Methods of a path that open its file or read its text. */
export const READS_PATH = oneOf("read_text open readlines each_line read");
/** Methods of lines, or of a file as its lines, that return all or some of these. */
export const OF_LINES = oneOf(`
  read readlines readline splitlines lines each_line split text values items concat flat slice filter
`);
/** Functions that return names in a folder (`NAMES`), paths in it (`PATHS`), or walk through it (`WALK`). */
const NAMES = /^(?:os\.listdir|listdir|(?:[\w$]+\.)*readdir(?:Sync)?|scandir|Dir\.(?:children|entries|each_child))$/;
const PATHS = /^os\.scandir$/;
const WALK = /^(?:os\.)?f?walk$/;
/** Methods of a path that return the same path. */
export const SAME_METHOD = oneOf(`
  expanduser resolve absolute as_posix toString to_s sort path trim strip freeze realpath expand_path filter reverse
  select reject to_a toSorted pathname expandvars rstrip lstrip chomp trimEnd trimStart decode chop
`);
/** Functions and methods that return the items, or the values of the members, of their argument. */
export const ITEMS = /^(?:Object\.(?:values|entries)|enumerate|Promise\.all|(?:[\w$]+\.)*createInterface)$/;

/** Joins parts of a path by slashes; an absolute part, or one with `~`, replaces all parts before it. */
export function joined(parts: readonly string[]): string {
  return parts.reduce((path, part) => {
    if (/^[/~]/.test(part) || path === "") return part;
    return part === "" ? path : `${path.replace(/(?<=.)\/+$/, "").replace(/^\/$/, "")}/${part}`;
  });
}

/** The folder of a path; of `.` it is `..`. */
export function folderOf(path: string): string {
  const plain = path.replace(/^file:\/\//, "");
  if (/^\.{1,2}(?:\/\.\.)*$/.test(plain)) return join(plain, "..");
  return plain === "~" ? "/home" : dirname(plain);
}

/** `~` for a name of the home folder, `.` for a name of the working folder; `undefined` for any other name. */
export function placeNamed(name: string): string | undefined {
  if (HOME.test(name)) return "~";
  return HERE.test(name) ? "." : undefined;
}

/** A pattern in which `*` or `*.*` at the end is replaced by `{}`, unknown names. */
export function someOf(pattern: string): string {
  return pattern.replace(/(?:^|(?<=\/))(?:\*\*\/)?\*{1,2}(?:\.\*)?$/, SOME);
}

/** A path followed by an unknown part (`{}`). */
export function joinedSome(path: string): string {
  return path === "~" ? `~/${SOME}` : path + SOME;
}

export function readsEnvironment(name: string): boolean {
  return READS_ENVIRONMENT.test(name);
}

/** Whether a function of this name returns a path or names of files. */
export function isPathCall(name: string): boolean {
  return [JOINS, SAME, NAMES, PATHS, WALK, FOLDER_OF, FROM_FOLDER].some((one) => one.test(name));
}

/** Whether a function of this name walks through a folder, so that it gives folders and then names in these. */
export function walks(name: string): boolean {
  return WALK.test(name);
}

/** The result of a function of `isPathCall` for these arguments; `undefined` if it is not known. */
export function pathOfCall(name: string, values: readonly string[]): string | undefined {
  const [first, second] = values;
  if (first === undefined) return undefined;
  if (JOINS.test(name))
    return values.length > 1 || /path(?:\.new|name)?$|cat(?:dir|file)$|Pathname/i.test(name)
      ? joined(values)
      : undefined;
  if (FOLDER_OF.test(name)) return folderOf(first);
  if (FROM_FOLDER.test(name)) return second === undefined ? first : joined([second, first]);
  if (SAME.test(name)) return first;
  if (PATHS.test(name)) return joined([first, SOME]);
  return NAMES.test(name) ? SOME : first;
}
