import { oneOf } from "../kit/word-pattern.ts";
import { SOME } from "./found-by.ts";

/** Names of the home folder in code; some are called with empty brackets. */
const HOME = /^(?:(?:[\w$]+\.)*(?:homedir|Path\.home)|Dir\.home|process\.env\.(?:HOME|USERPROFILE))$/;
export const ENVIRONMENT = /^(?:ENV|os\.environ|\$ENV|\$_ENV|\$_SERVER|process\.env)$/;
const READS_ENVIRONMENT = /^(?:os\.getenv|os\.environ\.get|getenv|ENV\.fetch)$/;
export const OF_HOME = /^(?:HOME|USERPROFILE)$/;
const HERE = /^(?:os\.getcwd|process\.cwd|getcwd|Dir\.pwd|Path\.cwd)$/;
/** Functions that join paths. The module may have any name; `join` of a list has one argument and is not meant. */
const JOINS = /^(?:(?:[\w$]+\.)*(?:join|resolve)|joinpath|(?:pathlib\.)?(?:Pure)?Path)$/;
/** Functions that return their argument: another form of the path, or the files that match it. */
export const SAME = oneOf(String.raw`
  (?:os\.)?path\.(?:expanduser|expandvars|abspath|realpath|normpath) expanduser realpath str os\.fspath String
  File\.(?:expand_path|realpath) (?:glob\.)?i?glob (?:[\w$]+\.)*globSync Dir\.glob list sorted iter Array\.from
  fs\.realpathSync
`);
/** Functions that return names in a folder (`NAMES`), paths in it (`PATHS`), or walk through it (`WALK`). */
const NAMES = /^(?:os\.listdir|listdir|(?:[\w$]+\.)*readdir(?:Sync)?|scandir|Dir\.(?:children|entries|each_child))$/;
const PATHS = /^os\.scandir$/;
const WALK = /^(?:os\.)?f?walk$/;
/** Methods of a path that return the same path. */
export const SAME_METHOD = /^(?:expanduser|resolve|absolute|as_posix|toString|to_s|sort|path|trim|strip|freeze)$/;

/** Joins parts of a path by slashes; an absolute part, or one with `~`, replaces all parts before it. */
export function joined(parts: readonly string[]): string {
  return parts.reduce((path, part) => {
    if (/^[/~]/.test(part) || path === "") return part;
    return part === "" ? path : `${path.replace(/(?<=.)\/+$/, "").replace(/^\/$/, "")}/${part}`;
  });
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

/** Whether a function of this name returns a path, names of files or an environment variable. */
export function isPathCall(name: string): boolean {
  return [READS_ENVIRONMENT, JOINS, SAME, NAMES, PATHS, WALK].some((one) => one.test(name));
}

/** The result of a function of `isPathCall` for these arguments; `undefined` if it is not known. */
export function pathOfCall(name: string, values: readonly string[]): string | undefined {
  const [first] = values;
  if (first === undefined) return undefined;
  if (READS_ENVIRONMENT.test(name)) return OF_HOME.test(first) ? "~" : undefined;
  if (JOINS.test(name)) return values.length > 1 || /path$/i.test(name) ? joined(values) : undefined;
  if (SAME.test(name)) return first;
  if (PATHS.test(name)) return joined([first, SOME]);
  return NAMES.test(name) ? SOME : first;
}
