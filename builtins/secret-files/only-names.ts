import type { CallCommand, Command } from "../../shell/doors/script.ts";
import { kindOf, rowsOf } from "../../shell/doors/programs.ts";
import { operandsOf, parseOptions, valuesOf } from "../../shell/doors/options.ts";

/** A file of variables, with a line for each: name, `=` and value. */
const OF_VARIABLES = /(?:^|[\\/])\.env[\w.-]*$/;
/** A command of sed that removes or replaces the text behind `=`. */
const CUTS_VALUES = /^s(.)=\.\*\$?\1[^\\&]*\1g?$/;
/** A pattern of grep that matches the name before `=`. */
const NAMES = /^\^(?:\[\^=[^\]]*\]|\[[A-Za-z0-9_-]+\]|\\w)[*+]$/;

/** Whether a program prints nothing of its input: it prints only numbers, or only sets an exit code. */
export function printsNothing(name: string, own: readonly string[]): boolean {
  return (
    name === "wc" ||
    name === "cmp" ||
    rowsOf(name).some(({ readsNot, kind }) => kind !== "part" && own.some((word) => readsNot?.test(word)))
  );
}

/**
 * The files that a command reads. Files of variables are left out if only the names of variables leave the pipeline.
 */
export function withoutNamed(files: readonly string[], { all, pipeline }: CallCommand): readonly string[] {
  if (!files.some((file) => OF_VARIABLES.test(file))) return files;
  const at = pipeline.findIndex((one) => one.all === all);
  const behind = at === -1 ? [] : pipeline.slice(at);
  const last = behind.findIndex(showsNames);
  const isApart = last === -1 || behind.slice(0, last).some((one) => !handsOn(one));
  return isApart ? files : files.filter((file) => !OF_VARIABLES.test(file));
}

/** Whether a command passes its output only to the next command. */
function handsOn({ words: [name = ""], redirects }: Command): boolean {
  return redirects.every(({ errors }) => errors === true) && /^(?:show|search|part)$/.test(kindOf(name) ?? "");
}

/** Whether a command prints only the names from lines of variables. */
function showsNames({ words: [name = "", ...own] }: Command): boolean {
  // `valuesOf` takes `-d=` for an option with an empty value.
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
