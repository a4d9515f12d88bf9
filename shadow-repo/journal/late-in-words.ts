import { localTime } from "../../kit/local-time.ts";
import { printable, shortened } from "../../kit/text.ts";
import { toText } from "../git-path.ts";
import type { Lateness } from "./lateness.ts";

/** The sentence about a state that was recorded late; `undefined` if it was recorded in time. */
export function lateInWords({ holdsFrom, early = [] }: Lateness, name = "it"): string | undefined {
  if (holdsFrom === undefined) return undefined;
  const names = early.length === 0 ? "" : `, such as in ${shortened(early.map((path) => printable(toText(path))))},`;
  return (
    `The state before ${name} was recorded at ${localTime(holdsFrom)}: changes before that${names} are not in ` +
    "the checkpoint."
  );
}
