import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { pattern } from "../../kit/word-pattern.ts";
import { mayHaveRefusedPaths, refusedPaths } from "../../session/refused-paths.ts";
import { quotesIn } from "../../shell/doors/code.ts";
import { editedInPlace, filesChanged } from "../../shell/doors/effects.ts";
import { operandsOf } from "../../shell/doors/options.ts";
import { kindOf, rowsOf } from "../../shell/doors/programs.ts";
import type { Call } from "../call.ts";
import type { Look, RuleMatch } from "./script-verdict.ts";
import type { CommandView } from "./rule.ts";

/** Words of the shell that change no file, although no row of the table names them. */
const OF_SHELL = /^(?:\[\[?|test|true|false|:|wait|exit|return|local|declare|read|break|continue|shift|\$.*)$/;
/** The most quoted texts of code that are looked up. */
const MOST = 200;

/** The first command of a call that works on a file for which an earlier call of the session was refused. */
export function refusedBefore(
  looks: readonly Look[],
  { sessionId }: CallEvent,
  { io }: Pick<Call, "io">,
): RuleMatch | undefined {
  if (!sessionId || !mayHaveRefusedPaths(io, sessionId)) return undefined;
  const rulesFor = refusedPaths(io, sessionId);
  for (const { view, text, folder } of looks) {
    if (view.elsewhere) continue;
    const isUnknown = isByUnknown(view);
    for (const { path } of view.places(isUnknown ? operandsOf(view.own) : changedBy(view))) {
      // Most quoted texts of code are no files at all.
      if (path === undefined || !view.disk.isThere(path)) continue;
      const rules = rulesFor(path, isUnknown);
      if (rules.length > 0) return { rule: ruleFor(rules, path), view, command: text, folder };
    }
  }
  return undefined;
}

function ruleFor(rules: readonly string[], path: string): RuleMatch["rule"] {
  return {
    name: "refused-before",
    level: "unrecorded",
    programs: "*",
    words: [],
    does: `works on what an earlier call was refused for as ${rules.join(" and ")}`,
    instead: "Do not try another way: tell the person what the command is for, and leave it to them.",
    matches: () => true,
    harms: () => [path],
  };
}

/** Whether a command's program has no row in the table, so that it may do anything to the files in its words. */
function isByUnknown({ name, isFunction }: CommandView): boolean {
  return kindOf(name) !== "code" && rowsOf(name).length === 0 && !isFunction && name !== "" && !OF_SHELL.test(name);
}

/**
 * The words of a command that name files which it may change without a rule that judges the loss: those of code, and
 * files that it edits in place or appends to. What a command deletes or replaces is judged by itself, and moving a file
 * away is what a refusal advises.
 */
function changedBy({ name, own, fed, appends }: CommandView): readonly string[] {
  if (kindOf(name) === "code") return [...own, ...fed].flatMap(namedInCode);
  return [...filesChanged(name, own).appends, ...appends, ...editedInPlace(name, own)];
}

/** Matches code that may change a file or start a program. */
const WORKS = pattern("i")`
  \b(?:remove\w*|rm\w*|unlink\w*|delete\w*|truncate\w*|write\w*|append\w*|move\w*|rename\w*|replace|shutil|subprocess|system|exec\w*
  |spawn\w*|popen|fileutils)\b
`;

/** The quoted texts of code that may change a file. */
function namedInCode(code: string): readonly string[] {
  return WORKS.test(code) ? [...quotesIn(code)].slice(0, MOST).map(({ text }) => text) : [];
}
