import { isNamed } from "../kit/glob.ts";

const NOT = /^(?:!|-not)$/;
const BY_PATH = /^-i?(?:path|wholename)$/;
const BY_NAME = /^-i?name$/;
const OR = /^(?:-o|-or|,)$/;

/**
 * Whether a `find` leaves a file out: by `-not -path P`, `! -name N`, or `-path P -prune -o …`.
 * @param own the arguments of `find`
 * @param path the file as `find` would print it: `./sub/file`
 */
export function isLeftOut(own: readonly string[], path: string): boolean {
  const parts = path.split("/");
  const ways = parts.map((_, at) => parts.slice(0, at + 1).join("/"));
  return testsThatLeaveOut(own).some((at) => {
    const value = own[at + 1]!;
    const fits = (one: string) => isNamed(value, BY_PATH.test(own[at]!) ? one : one.slice(one.lastIndexOf("/") + 1));
    return NOT.test(own[at - 1] ?? "") ? fits(path) : ways.some(fits);
  });
}

/** The arguments of `find` without the paths and names that it leaves out. */
export function withoutLeftOut(own: readonly string[]): readonly string[] {
  const values = new Set(testsThatLeaveOut(own).map((at) => at + 1));
  return values.size === 0 ? own : own.filter((_, at) => !values.has(at));
}

/**
 * The offsets of tests whose files a `find` leaves out. An expression with another alternative leaves nothing out,
 * since that one may find the files.
 */
function testsThatLeaveOut(own: readonly string[]): readonly number[] {
  if (own.some((word, at) => OR.test(word) && own[at - 1] !== "-prune")) return [];
  return own.flatMap((word, at) => {
    const isTest = own[at + 1] !== undefined && (BY_PATH.test(word) || BY_NAME.test(word));
    return isTest && (NOT.test(own[at - 1] ?? "") || own[at + 2] === "-prune") ? [at] : [];
  });
}
