import type { HookEvent } from "../../agents/codec/hook-event.ts";
import { followAll, type Command } from "../../shell/doors/script.ts";
import { columnOf, onlyPrints } from "../../shell/doors/programs.ts";
import type { Claim } from "./claims.ts";
import { callView } from "../../call/call-view.ts";

/** Characters of one command that are looked at. */
const LONGEST = 500;

/** Names of the claims that a call may stand for. */
export function standsFor(event: HookEvent, claims: readonly Claim[]): string[] {
  const texts = textsOf(event);
  return claims.filter(({ name, does }) => texts.some((text) => fits(name, does, text))).map(({ name }) => name);
}

/** Whether a text is a command of a claim's kind; `git add test/a.ts` runs no test. */
function fits(name: string, does: RegExp, text: string): boolean {
  return does.test(text) && !(name === "tested" && text.startsWith("git "));
}

/**
 * The commands of a call as they are run, and the commands that start them; for any other tool the words of its name.
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
    if (!isRead) texts.push(script.slice(0, LONGEST)); // it may do anything
  }
  return texts;
}

/** Whether a command only handles files, as `cp`, `rm` and `mkdir` do: no claim is about that. */
function handlesFiles(name: string): boolean {
  const isCarrier = columnOf(name, "carries") !== undefined && !columnOf(name, "sends");
  return (
    isCarrier ||
    columnOf(name, "deletes") !== undefined ||
    columnOf(name, "leavesFiles") === true ||
    columnOf(name, "rights") !== undefined
  );
}
