import { isShell, kindOf, runsOf } from "../../shell/doors/programs.ts";
import { unwrapCommand } from "../../shell/doors/script.ts";
import { plainCommands } from "./plain-commands.ts";

/** An argument of `approve_calls`: a pattern for calls that the user approves. */
export interface CallPattern {
  /** A glob of the tool's name; absent: any tool that runs commands. */
  readonly tool?: string;
  /** The first words of the command; empty if the text is no plain command. */
  readonly words: readonly string[];
  /**
   * A glob of the files that a tool may name: the text in the brackets, or the whole argument if it has no tool. `""`:
   * any file in the worktree.
   */
  readonly path: string;
}

/** Parses a pattern: `npm test`, `Bash(npm test)`, `Write(src/**)`, `mcp__tracker__list_issues()`. */
export function parsePattern(text: string): CallPattern {
  const [, tool, inner] = /^([\w.*?:/-]+)\((.*)\)$/s.exec(text.trim()) ?? [];
  // Other programs end a pattern with `:*`, as in `Bash(npm run test:*)`. The `:*` is dropped, since every pattern is
  // only the beginning of a command.
  const begins = (inner ?? text).trim().replace(/(?::| |^)\*$/, "");
  const [command, ...more] = plainCommands(begins) ?? [];
  const words = command && more.length === 0 ? command.command.all : [];
  return { words, path: begins, ...(tool !== undefined && { tool }) };
}

const EXAMPLE = "Write for instance: approve_calls 'npm test' 'Edit(docs/**)'";

/**
 * A sentence about a pattern that cannot be parsed, or that would approve any command; `undefined` for a valid pattern.
 */
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

/** Whether a pattern names only a program that can run any command, such as `bash` or `sudo`, without saying which. */
function isOpenEnded(words: readonly string[]): boolean {
  const { words: [name = "", ...own] = [], script } = unwrapCommand(words);
  if (name === "" || name.startsWith("-")) return true;
  if (script !== undefined) return false;
  const isBare = own.every((word) => word.startsWith("-"));
  if (isShell(name) || kindOf(name) === "code") return isBare;
  const wrapper = runsOf(name);
  return wrapper !== undefined && !wrapper.verb;
}
