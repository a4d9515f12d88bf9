import { printable } from "../kit/text.ts";
import type { Labels } from "../shadow-repo/doors/checkpoint.ts";

/** A line for each thing that is known of a checkpoint beside its changes. */
export function describeLabels({ title, command, agent }: Labels): string[] {
  return Object.entries({ Prompt: title, Command: command, Agent: agent }).flatMap(([name, words]) =>
    words === undefined ? [] : `${name.padEnd(7)}  ${printable(words)}`,
  );
}
