import type { HookEvent } from "../../agents/codec/hook-event.ts";
import { followAll, type Command } from "../../shell/doors/script.ts";
import { columnOf, onlyPrints } from "../../shell/doors/programs.ts";
import type { Claim } from "./claims.ts";
import { callView } from "../../call/call-view.ts";

/** The most characters of one command that are looked at. */
const LONGEST = 500;

/** The names of the claims that a call supports. */
export function standsFor(event: HookEvent, claims: readonly Claim[]): string[] {
  const texts = textsOf(event);
  return claims.filter(({ name, does }) => texts.some((text) => fits(name, does, text))).map(({ name }) => name);
}

/** Whether a command does the work of a claim. `git add test/a.ts` runs no tests, though its words match. */
function fits(name: string, does: RegExp, text: string): boolean {
  return does.test(text) && !(name === "tested" && text.startsWith("git "));
}

/**
 * The commands that a call runs, each with and without its wrappers; for a tool that is no shell, the words of its
 * name.
 */
function textsOf(event: HookEvent): string[] {
  const { kind, words: named, scriptsRun } = callView(event);
  if (kind !== "shell") return [named.join(" ")];
  const texts: string[] = [];
  const look = ({ all, words }: Command) => {
    const [name = ""] = words;
    if (onlyPrints(name) || handlesFiles(name)) return;
    texts.push(words.join(" ").slice(0, LONGEST), all.join(" ").slice(0, LONGEST));
  };
  for (const script of scriptsRun) {
    const isRead = followAll([script], { command: (command) => (look(command), []), scripts: look });
    if (!isRead) texts.push(script.slice(0, LONGEST)); // a script that could not be followed may do any claimed work
  }
  return texts;
}

/** Whether a command only handles files, as `cp`, `rm` and `mkdir` do: it supports no claim. */
function handlesFiles(name: string): boolean {
  const isCarrier = columnOf(name, "carries") !== undefined && !columnOf(name, "sends");
  return (
    isCarrier ||
    columnOf(name, "deletes") !== undefined ||
    columnOf(name, "leavesFiles") === true ||
    columnOf(name, "rights") !== undefined
  );
}
