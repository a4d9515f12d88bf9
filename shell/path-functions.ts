import { oneOf } from "../kit/word-pattern.ts";
import { SOME } from "./found-by.ts";

/** Names of the home folder in code; behind some stands an empty pair of brackets. */
const HOME = /^(?:(?:[\w$]+\.)*(?:homedir|Path\.home)|Dir\.home|process\.env\.(?:HOME|USERPROFILE))$/;
export const ENVIRONMENT = /^(?:ENV|os\.environ|\$ENV|\$_ENV|\$_SERVER|process\.env)$/;
const READS_ENVIRONMENT = /^(?:os\.getenv|os\.environ\.get|getenv|ENV\.fetch)$/;
export const OF_HOME = /^(?:HOME|USERPROFILE)$/;
const HERE = /^(?:os\.getcwd|process\.cwd|getcwd|Dir\.pwd|Path\.cwd)$/;
/** Functions that join paths. A module has any name; a list's own `join` gets one text. */
const JOINS = /^(?:(?:[\w$]+\.)*(?:join|resolve)|joinpath|(?:pathlib\.)?(?:Pure)?Path)$/;
/** Functions that give back the path that they are given, as they print or find it. */
export const SAME = oneOf(String.raw`
  (?:os\.)?path\.(?:expanduser|expandvars|abspath|realpath|normpath) expanduser realpath str os\.fspath String
  File\.(?:expand_path|realpath) (?:glob\.)?i?glob (?:[\w$]+\.)*globSync Dir\.glob list sorted iter Array\.from
  fs\.realpathSync
`);
/** Names in a folder, and the walk through it. */
const NAMES = /^(?:os\.listdir|listdir|(?:[\w$]+\.)*readdir(?:Sync)?|scandir|Dir\.(?:children|entries|each_child))$/;
const PATHS = /^os\.scandir$/;
const WALK = /^(?:os\.)?f?walk$/;
/** Methods of a path. */
export const SAME_METHOD = /^(?:expanduser|resolve|absolute|as_posix|toString|to_s|sort|path|trim|strip|freeze)$/;

/** Folders and names joined by slashes; a later one that begins at the top stands alone. */
export function joined(parts: readonly string[]): string {
  return parts.reduce((path, part) => {
    if (/^[/~]/.test(part) || path === "") return part;
    return part === "" ? path : `${path.replace(/(?<=.)\/+$/, "").replace(/^\/$/, "")}/${part}`;
  });
}

/** The home folder or the folder in which the code runs, if a name stands for one. */
export function placeNamed(name: string): string | undefined {
  if (HOME.test(name)) return "~";
  return HERE.test(name) ? "." : undefined;
}

/** The pattern of some files in the place of a pattern of all. */
export function someOf(pattern: string): string {
  return pattern.replace(/(?:^|(?<=\/))(?:\*\*\/)?\*{1,2}(?:\.\*)?$/, SOME);
}

/** A path whose rest is not known. */
export function joinedSome(path: string): string {
  return path === "~" ? `~/${SOME}` : path + SOME;
}

/** Whether a call by this name gives a path, names or a part of the environment. */
export function isPathCall(name: string): boolean {
  return [READS_ENVIRONMENT, JOINS, SAME, NAMES, PATHS, WALK].some((one) => one.test(name));
}

/** The path that such a call gives for the known values of its arguments. */
export function pathOfCall(name: string, values: readonly string[]): string | undefined {
  const [first] = values;
  if (first === undefined) return undefined;
  if (READS_ENVIRONMENT.test(name)) return OF_HOME.test(first) ? "~" : undefined;
  if (JOINS.test(name)) return values.length > 1 || /path$/i.test(name) ? joined(values) : undefined;
  if (SAME.test(name)) return first;
  if (PATHS.test(name)) return joined([first, SOME]);
  return NAMES.test(name) ? SOME : first;
}
