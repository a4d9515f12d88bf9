import { printable } from "../kit/text.ts";
import type { Labels } from "../shadow-repo/doors/checkpoint.ts";

/** Lines with a checkpoint's prompt, command and agent. An unknown value has no line. */
export function describeLabels({ title, command, agent }: Labels): string[] {
  return Object.entries({ Prompt: title, Command: command, Agent: agent }).flatMap(([name, words]) =>
    words === undefined ? [] : `${name.padEnd(7)}  ${printable(words)}`,
  );
}
