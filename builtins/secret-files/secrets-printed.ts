import { WHOLE_ENVIRONMENT } from "../../shell/doors/effects.ts";
import { columnOf, onlyPrints, rowsOf } from "../../shell/doors/programs.ts";

/**
 * The most characters of a command that are tested, since the time of some patterns grows with the square of the
 * length.
 */
const LONGEST = 2000;

/** The kind of secret that a command prints without a file, in words; `undefined` if it prints none. */
export function secretsPrinted(name: string, own: readonly string[]): string | undefined {
  const words = own.join(" ").slice(0, LONGEST);
  return rowsOf(name).find(({ keeps }) => keeps?.[0].test(words))?.keeps?.[1];
}

/** Whether a command prints variables that the shell has loaded: all variables, or one whose value is unknown. */
export function showsLoaded([name = "", ...own]: readonly string[]): boolean {
  if (columnOf(name, "showsVariables")) return own.every((word) => /^-[0px]$/.test(word)) || name.startsWith("print");
  if (own.some((word) => WHOLE_ENVIRONMENT.test(word))) return true;
  return onlyPrints(name) && own.some((word) => /\$\{?[A-Za-z_]/.test(word));
}

/** The files of variables that a command loads and then prints. */
export function variablesShown(all: readonly string[]): readonly string[] {
  const shows = all.some((word) => columnOf(word, "showsVariables") || WHOLE_ENVIRONMENT.test(word));
  const at = all.indexOf("dotenv");
  const lists = at !== -1 && all.slice(at).some((word) => /^(?:list|get)$/.test(word));
  if (!shows && !lists) return [];
  const named = all.flatMap((word, at) => {
    const joined = /^--env-file=(.+)$/s.exec(word)?.[1];
    const next = /^(?:--env-file|-f|-e)$/.test(all[at - 1] ?? "") ? word : undefined;
    return joined ?? next ?? [];
  });
  const loads = all.some((word) => /dotenv/.test(word)) || all[0] === "direnv";
  return [...named, ...(loads ? [all[0] === "direnv" ? ".envrc" : ".env"] : [])];
}
