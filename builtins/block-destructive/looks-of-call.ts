import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { Budget } from "../../shell/doors/script.ts";
import { callView } from "../../call/call-view.ts";
import { startFolder } from "../../call/start-folder.ts";
import { mayHaveSecretCopies, readSecretCopies } from "../../session/secret-copies.ts";
import type { Call } from "../call.ts";
import { judgeScript } from "./judge-script.ts";
import type { Look, ScriptVerdict } from "./script-verdict.ts";
import { surroundingsOf } from "./places.ts";
import type { CommandView, HarmRule } from "./rule.ts";
import { aliasOf } from "../git-alias.ts";
import { committedText, uncommittedText } from "./uncommitted-text.ts";

/**
 * The judged commands of each call. They are kept, since several guards judge the same commands by different rules, and
 * the parsing of a long script takes most of the time.
 */
const KNOWN = new WeakMap<CallEvent, readonly Look[]>();

/** The commands of a call, if another guard has parsed them already; else `undefined`. */
export function knownLooks(event: CallEvent): readonly Look[] | undefined {
  return KNOWN.get(event);
}

/**
 * Judges the scripts of a call by rules.
 * @throws TooMuchScript if the scripts are too long, or expand to more than can be read
 */
export function judgeScripts(
  event: CallEvent,
  { io }: Pick<Call, "io">,
  scripts: readonly string[],
  rulesOf: (view: CommandView) => readonly HarmRule[],
): ScriptVerdict {
  const looks: Look[] = [];
  const judged: ScriptVerdict = { findings: [], commands: [], remarks: new Set(), written: new Map(), looks };
  const around = surroundingsOf(event.cwd, io, (folder) => callView(event).repositoryAt(folder));
  const folder = startFolder(event.toolInput, around.cwd);
  const files = {
    textOf: eachOnce((path) => uncommittedText(path, io)),
    committed: eachOnce((path) => committedText(path, io)),
    alias: (verb: string, folder: string) => aliasOf(io, verb, folder),
  };
  const { sessionId } = event;
  const copies = sessionId && mayHaveSecretCopies(io, sessionId) ? readSecretCopies(io, sessionId) : undefined;
  const against = { around, io, rulesOf, ...files, copies, hasOthers: scripts.length > 1, budget: new Budget(event) };
  for (const script of scripts) judgeScript(script, folder, against, judged);
  KNOWN.set(event, looks);
  return judged;
}

/** Looks each path up once: git is asked, and recipes that start each other name one file dozens of times. */
function eachOnce(lookUp: (path: string) => string | undefined): (path: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (path) => {
    if (!known.has(path)) known.set(path, lookUp(path));
    return known.get(path);
  };
}
