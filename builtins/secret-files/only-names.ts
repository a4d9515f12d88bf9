import type { CallCommand, Command } from "../../shell/doors/script.ts";
import { kindOf, rowsOf } from "../../shell/doors/programs.ts";
import { operandsOf, parseOptions, valuesOf } from "../../shell/doors/options.ts";

/** Files of variables, a line each, with the name before `=`. */
const OF_VARIABLES = /(?:^|[\\/])\.env[\w.-]*$/;
/** A command of sed that takes the text behind `=` away, or puts another in its place. */
const CUTS_VALUES = /^s(.)=\.\*\$?\1[^\\&]*\1g?$/;
/** A pattern of grep for the part before `=`. */
const NAMES = /^\^(?:\[\^=[^\]]*\]|\[[A-Za-z0-9_-]+\]|\\w)[*+]$/;

/** Whether a program prints no part of the files that it is fed: numbers, or only its exit code. */
export function printsNothing(name: string, own: readonly string[]): boolean {
  return (
    name === "wc" ||
    name === "cmp" ||
    rowsOf(name).some(({ readsNot, kind }) => kind !== "part" && own.some((word) => readsNot?.test(word)))
  );
}

/** Files that a command reads, without files of variables if only the names in them leave its pipeline. */
export function withoutNamed(files: readonly string[], { all, pipeline }: CallCommand): readonly string[] {
  if (!files.some((file) => OF_VARIABLES.test(file))) return files;
  const at = pipeline.findIndex((one) => one.all === all);
  const behind = at === -1 ? [] : pipeline.slice(at);
  const last = behind.findIndex(showsNames);
  const isApart = last === -1 || behind.slice(0, last).some((one) => !handsOn(one));
  return isApart ? files : files.filter((file) => !OF_VARIABLES.test(file));
}

/** Whether a command's output goes to the next command alone. */
function handsOn({ words: [name = ""], redirects }: Command): boolean {
  return redirects.every(({ errors }) => errors === true) && /^(?:show|search|part)$/.test(kindOf(name) ?? "");
}

/** Whether a command prints only the names of lines of variables. */
function showsNames({ words: [name = "", ...own] }: Command): boolean {
  // The value of `-d=` is read as an empty one.
  const isCutAtEquals = (letter: string, long: string) =>
    own.includes(`-${letter}=`) || valuesOf(own, `${letter} ${long}`).at(-1) === "=";
  if (name === "cut")
    return isCutAtEquals("d", "--delimiter") && valuesOf(own, "df --delimiter --fields").at(-1) === "1";
  if (/^[gm]?awk$/.test(name)) {
    const [code = ""] = operandsOf(own, "Fvf");
    return (
      isCutAtEquals("F", "--field-separator") &&
      /^(?:[^{]*)\{\s*print\s+\$1\s*;?\s*\}$/.test(code) &&
      !code.includes("$0")
    );
  }
  if (/^g?sed$/.test(name)) {
    const { operands, given } = parseOptions(own, "ef --expression --file");
    const scripts = given.length > 0 ? given.map(([, value]) => value) : operands.slice(0, 1);
    return scripts.length === 1 && CUTS_VALUES.test(scripts[0]!);
  }
  if (!/^[ef]?grep$/.test(name)) return false;
  const found = parseOptions(own, "ABCmef");
  return found.has("o") && !found.has("v") && NAMES.test(found.valuesOf("e")[0] ?? found.operands[0] ?? "");
}
