import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { inShell } from "../../kit/in-shell.ts";
import { isObject } from "../../kit/json.ts";
import { callView } from "../../call/call-view.ts";
import { ENVIRONMENT } from "../../shell/doors/effects.ts";
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
  // The command of `find … -delete` is judged as another one, and shown as it is.
  return words.join(" ").replaceAll(ENVIRONMENT, "$(env)").slice(0, command.length) === command
    ? words
        .map((word) => quoted(word, texts))
        .join(" ")
        .replaceAll(ENVIRONMENT, "$(env)")
    : command;
}

/** Whether a program's name is a word of the call. */
function isNamed(name: string, texts: readonly string[]): boolean {
  const words = new RegExp(`(?:^|[^\\w-])${name.replace(/[^\w-]/g, "\\$&")}(?![\\w-])`, "i");
  return name !== "" && texts.some((text) => words.test(text));
}

/** A word in the quotes that it has in the call; in others if the call writes it in another way. */
function quoted(word: string, texts: readonly string[]): string {
  if (word.includes(ENVIRONMENT)) return word;
  const given = [`'${word}'`, `"${word}"`].find((one) => texts.some((text) => text.includes(one)));
  return given ?? (/[\s;|&()<>"'`\\]|^$/.test(word) ? inShell(word) : word);
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
