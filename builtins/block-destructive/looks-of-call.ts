import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { Budget, TooMuchScript } from "../../shell/budget.ts";
import { startFolder } from "../../shell/start-folder.ts";
import type { Call } from "../call.ts";
import { judgeScript, type Look, type ScriptVerdict } from "./judge-script.ts";
import { surroundingsOf } from "./places.ts";
import type { HarmRule } from "./rule.ts";
import { uncommittedText } from "./uncommitted-text.ts";

/** The commands of a call as the rules see them, or the sign that its scripts are too much to be read. */
type Known = readonly Look[] | TooMuchScript;

/** Several guards hold the same commands against rules of their own: to follow a long script costs most of all. */
const KNOWN = new WeakMap<CallEvent, Known>();

/** The looks at the commands of a call of the shell that another guard has followed; `undefined`: none has. */
export function knownLooks(event: CallEvent): readonly Look[] | undefined {
  const known = KNOWN.get(event);
  if (known instanceof TooMuchScript) throw known;
  return known;
}

/**
 * Holds the scripts of a call against rules.
 * @throws TooMuchScript if they are too long, or make more of themselves than can be read
 */
export function judgeScripts(
  event: CallEvent,
  { io }: Pick<Call, "io">,
  scripts: readonly string[],
  rulesOf: (program: string) => readonly HarmRule[],
): ScriptVerdict {
  const looks: Look[] = [];
  const judged: ScriptVerdict = { findings: [], commands: [], remarks: new Set(), looks };
  const around = surroundingsOf(event.cwd, io);
  const folder = startFolder(event.toolInput, around.cwd);
  const textOf = (path: string) => uncommittedText(path, io);
  const against = { around, io, rulesOf, textOf, budget: new Budget() };
  try {
    for (const script of scripts) judgeScript(script, folder, against, judged);
  } catch (error) {
    if (error instanceof TooMuchScript) KNOWN.set(event, error);
    throw error;
  }
  KNOWN.set(event, looks);
  return judged;
}
