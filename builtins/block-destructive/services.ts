import { namesWith, rowsOf } from "../../shell/programs.ts";
import { operandsOf } from "../../shell/read-options.ts";
import { hostOf, isNear } from "./hosts.ts";
import { isOfTests } from "./names-of-tests.ts";
import type { View } from "./rule.ts";

export const CLIENT_PROGRAMS = namesWith("destroys");

/** Whether a client is told to delete; not where it only shows what it would do, or a test set it up. */
export function isServiceDeletion({ name, own }: Pick<View, "name" | "own">): boolean {
  if (own.some((word) => /^--?(?:dry-?run(?:=(?!none|false).*)?|dryrun|help|what-?if)$/.test(word))) return false;
  if (own.slice(1).some(isOfTests) || own.some((word) => isAddressNear(word))) return false;
  const all = own.join(" ");
  return rowsOf(name).some(
    ({ destroys, options = {} }) =>
      destroys &&
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
