import { isShell, kindOf, runsOf } from "../../shell/doors/programs.ts";
import { unwrapCommand } from "../../shell/doors/script.ts";
import { plainCommands } from "./plain-commands.ts";

/** Calls that the person named. */
export interface CallPattern {
  /** A glob of the tool's name; absent: any tool that runs commands. */
  readonly tool?: string;
  /** The beginning of the command, word by word. */
  readonly words: readonly string[];
  /** The pattern's text as a glob of the files that a tool may name; "" is any file in the worktree. */
  readonly path: string;
}

/** The parts of a pattern: `npm test`, `Bash(npm test)`, `Write(src/**)`, `mcp__tracker__list_issues()`. */
export function parsePattern(text: string): CallPattern {
  const [, tool, inner] = /^([\w.*?:/-]+)\((.*)\)$/s.exec(text.trim()) ?? [];
  // `Bash(npm run test:*)`, as other programs write it, means the same without its end.
  const begins = (inner ?? text).trim().replace(/(?::| |^)\*$/, "");
  const [command, ...more] = plainCommands(begins) ?? [];
  const words = command && more.length === 0 ? command.command.all : [];
  return { words, path: begins, ...(tool !== undefined && { tool }) };
}

const EXAMPLE = "Write for instance: approve_calls 'npm test' 'Edit(docs/**)'";

/** A sentence about a pattern that is none, or that would approve anything. */
export function faultInPattern(text: string): string | undefined {
  const { tool, words, path } = parsePattern(text);
  if (path === "" && tool !== undefined && !/^\*+$/.test(tool)) return undefined;
  if (tool !== undefined && path !== "" && words.length <= 1 && /[*?/.]/.test(path)) return undefined;
  if (words.length === 0)
    return (
      "approve_calls takes a command's first words, without quotes of more than one, variables or operators. " + EXAMPLE
    );
  if (isOpenEnded(words))
    return `approve_calls would approve any command with "${words[0]}" alone: name what it is to run. ${EXAMPLE}`;
  return undefined;
}

/** Whether a pattern's words are a program that runs any command, without that command. */
function isOpenEnded(words: readonly string[]): boolean {
  const { words: [name = "", ...own] = [], script } = unwrapCommand(words);
  if (name === "" || name.startsWith("-")) return true;
  if (script !== undefined) return false;
  const isBare = own.every((word) => word.startsWith("-"));
  if (isShell(name) || kindOf(name) === "code") return isBare;
  const wrapper = runsOf(name);
  return wrapper !== undefined && !wrapper.verb;
}
