import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { inShell } from "../../kit/in-shell.ts";
import { isObject } from "../../kit/json.ts";
import { callView } from "../../call/call-view.ts";
import { withoutMarks } from "../../shell/doors/effects.ts";
import type { CommandView } from "./rule.ts";

/** The most characters of an argument of a tool that is shown, and the most arguments that are. */
const [LONGEST, MOST] = [100, 3] as const;

/**
 * The command that a sentence about a finding shows: the one of the call, with its quotes. A tool that is no shell is
 * shown by its name and arguments, and code or a file that the call starts by the script that starts it.
 * @param command the words of the judged command, joined with blanks; it may be invented for a tool or for code
 * @param view absent if only a pattern of the settings matched
 */
export function commandOfCall(command: string, view: CommandView | undefined, event: CallEvent): string {
  const { kind, texts, scriptsRun } = callView(event);
  if (kind !== "shell") return toolOf(event);
  if (view === undefined) return command;
  if (!isNamed(view.name, [...texts, ...scriptsRun]))
    return scriptsRun[0]?.trim().replace(/\s*\n\s*/g, "; ") ?? command;
  const words = [view.name, ...view.own];
  // What a pipe or `$(…)` gives to the command, the file that it writes, and the machine on which it runs say as much
  // as its words: `curl … | sh`, `ssh box 'rm -r x'`.
  const isGiven = [view.fed, view.writes, view.appends].some((one) => one.length > 0) || view.own.some(isMarked);
  const statement = isGiven || view.elsewhere ? statementWith(view.name, scriptsRun) : undefined;
  if (statement !== undefined) return statement;
  // The command of `find … -delete` is judged as another one, and shown as it is.
  const isShown = withoutMarks(words.join(" ")).slice(0, command.length) === command;
  if (!isShown) return withoutMarks(command);
  return withoutMarks([...view.assigned.map(inAssignment), ...words.map((word) => quoted(word, texts))].join(" "));
}

/**
 * Whether a word holds the mark of contents that are not known: a server's answer, files of secrets, the environment.
 */
function isMarked(word: string): boolean {
  return word.includes("\0") || word.includes("\u0002");
}

/** Matches quoted texts and brackets as a whole, a separator of statements, or any other character. */
const PIECES = /"(?:[^"\\]|\\[^])*"|'[^']*'|\((?:[^()]|\([^()]*\))*\)|(&&|\|\||[;\n])|[^]/g;
/** The most characters of a script that are searched for a statement. */
const LONGEST_SCRIPT = 20_000;

/** A keyword or a bracket in front of a statement's command: `do dig x`. */
const OPENS = /^(?:do|then|else|if|while|until|!|[({])\s+/;

/**
 * The last statement of the scripts in which a program's name stands, as the scripts write it. One with a here-document
 * goes on to the end of the script.
 */
function statementWith(name: string, scripts: readonly string[]): string | undefined {
  const statements = scripts.flatMap((whole) => {
    const script = whole.slice(0, LONGEST_SCRIPT);
    const starts = [0];
    for (const { index, 0: piece, 1: separator } of script.matchAll(PIECES))
      if (separator !== undefined) starts.push(index, index + piece.length);
    return starts.map((start, at) => {
      const one = script.slice(start, starts[at + 1]);
      return one.includes("<<") ? script.slice(start) : one;
    });
  });
  const last = statements.findLast((one) => isNamed(name, [one.replace(/<<[^]*$/, "")]));
  return last
    ?.trim()
    .replace(OPENS, "")
    .replace(/\s*\n\s*/g, last.includes("<<") ? " " : "; ");
}

/** Whether a program's name is a word of the call. */
function isNamed(name: string, texts: readonly string[]): boolean {
  const words = new RegExp(`(?:^|[^\\w-])${name.replace(/[^\w-]/g, "\\$&")}(?![\\w-])`, "i");
  return name !== "" && texts.some((text) => words.test(text));
}

/** A word in the quotes that it has in the call; in others if the call writes it in another way. */
function quoted(word: string, texts: readonly string[]): string {
  if (isMarked(word)) return word;
  const given = [`'${word}'`, `"${word}"`].find((one) => texts.some((text) => text.includes(one)));
  return given ?? (/[\s;|&()<>"'`\\]|^$/.test(word) ? inShell(word) : word);
}

/** A variable that is set for a command, with quotes around a value that needs these. */
function inAssignment(word: string): string {
  const at = word.indexOf("=") + 1;
  return at === 0 || isMarked(word) ? word : word.slice(0, at) + inShell(word.slice(at));
}

/** The tool of a call with the file or the first short arguments that it gets: `Write ~/.zshrc`. */
function toolOf(event: CallEvent): string {
  const { toolName = "", toolInput } = event;
  const { file } = callView(event);
  const values = isObject(toolInput) ? Object.values(toolInput) : [];
  const texts = values.filter((value): value is string => typeof value === "string" && value !== "");
  const shown = file === undefined ? texts.filter((text) => text.length <= LONGEST).slice(0, MOST) : [file];
  return [toolName, ...shown].join(" ").replace(/\s*\n\s*/g, "; ");
}
