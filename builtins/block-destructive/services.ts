import { PROGRAMS, rowsOf } from "../../shell/programs.ts";
import type { Program } from "../../shell/program.ts";
import { operandsOf } from "../../shell/parse-options.ts";
import { hostOf, isNear } from "../hosts.ts";
import { isOfTests } from "./known-output.ts";
import type { HarmRule, CommandView } from "./rule.ts";

type Harm = NonNullable<Program["destroys"]>["what"];

/** A rule of a kind of harm: the programs' rows say with which words they do it. */
export function harmRule(what: Harm, row: Omit<HarmRule, "programs" | "matches" | "words">): HarmRule {
  const rows = PROGRAMS.filter(({ destroys }) => destroys !== undefined && destroys.what === what);
  const programs = [...new Set(rows.flatMap(({ names }) => names.split(" ")))].join(" ");
  return { ...row, programs, words: [], matches: (view) => isToldToDestroy(view, what) };
}

/** No rehearsal counts. Below a catastrophe, no set-up of tests and no service of this machine counts either. */
export function isToldToDestroy({ name, own }: Pick<CommandView, "name" | "own">, what?: Harm): boolean {
  if (own.some((word) => /^--?(?:dry-?run(?:=(?!none|false).*)?|dryrun|help|what-?if)$/.test(word))) return false;
  const isCatastrophic = what === "disk" || what === "system" || what === "bucket";
  if (!isCatastrophic && (own.slice(1).some(isOfTests) || own.some((word) => isAddressNear(word)))) return false;
  const all = own.join(" ");
  return rowsOf(name).some(
    ({ destroys, options = {} }) =>
      destroys !== undefined &&
      destroys.what === what &&
      (destroys.verb?.test(operandsOf(own, Object.values(options).join(" ")).join(" ")) || destroys.words?.test(all)) &&
      !destroys.harmless?.test(`${name} ${all}`),
  );
}

/** `--endpoint-url http://localhost:4566`: a service that runs here stands in for the other one. */
function isAddressNear(word: string): boolean {
  const text = word.replace(/^--[\w-]+=/, "");
  const host = /^https?:\/\//.test(text) ? hostOf(text) : undefined;
  return host !== undefined && isNear(host);
}
