import type { Argument, Command, Option } from "commander";

import type { Io } from "../kit/io.ts";
import { printable } from "../kit/text.ts";
import { SOURCES, type Candidate, type SourceName } from "./completion-sources.ts";

export interface Completion {
  readonly candidates: readonly Candidate[];
  /** Whether file names are candidates, too. */
  readonly files: boolean;
}

const FILES: Completion = { candidates: [], files: true };
const NOTHING: Completion = { candidates: [], files: false };

/**
 * Matches a word that no shell expands or splits. Other words are no candidates: session ids come from agents and may
 * contain anything.
 */
const PLAIN_WORD = /^[\w@%+./-][\w@%+=.,/-]*$/;

/** The candidates for the last word. @param typed the words after the program's name */
export async function completeWords(io: Io, program: Command, typed: readonly string[]): Promise<Completion> {
  // bash splits words at `=`: `--session=ab` becomes three words.
  const words = typed.filter((word, at) => word !== "=" || at === 0);
  const current = typed.at(-1) === "=" ? "" : (words.pop() ?? "");
  const { candidates, files } = await candidatesFor(io, program, words, current);
  const fitting = candidates.filter(({ word }) => word.startsWith(current) && PLAIN_WORD.test(word));
  return { candidates: fitting.map(({ word, meaning }) => ({ word, meaning: printable(meaning) })), files };
}

async function candidatesFor(io: Io, program: Command, words: readonly string[], current: string): Promise<Completion> {
  const at = words.findIndex((word) => !word.startsWith("-"));
  const command = at < 0 ? undefined : program.commands.find((one) => one.name() === words[at]);
  if (at >= 0 && !command && words[at] !== "help") return NOTHING;
  if (!command)
    return { candidates: current.startsWith("-") ? optionsOf(program, words) : commandsOf(program), files: false };

  const rest = words.slice(at + 1);
  const inline = /^(--[\w-]+)=/.exec(current);
  if (inline) {
    const { candidates, files } = await valuesOf(io, optionNamed(command, inline[1]!));
    return { candidates: candidates.map(({ word, meaning }) => ({ word: `${inline[0]}${word}`, meaning })), files };
  }
  const before = optionNamed(command, rest.at(-1));
  const positions = positionalsIn(command, rest);
  const isVerbatim = command.name() === "hook" && positions.length > 0;
  if (isVerbatim || rest.includes("--")) return FILES;
  if (before?.required) return valuesOf(io, before);
  if (current.startsWith("-")) return { candidates: optionsOf(command, rest), files: false };
  const here = await argumentAt(io, command, positions.length);
  if (!before?.optional) return here;
  const value = await valuesOf(io, before);
  return { candidates: [...value.candidates, ...here.candidates], files: value.files || here.files };
}

function commandsOf(program: Command): Candidate[] {
  return program
    .createHelp()
    .visibleCommands(program)
    .map((command) => ({ word: command.name(), meaning: command.description() }));
}

/** The options of a command that are not given yet, or that may be repeated. */
function optionsOf(command: Command, given: readonly string[]): Candidate[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .filter(
      ({ long, short, variadic }) => variadic || !given.some((word) => word.split("=")[0] === long || word === short),
    )
    .map(({ long, short, description }) => ({ word: long ?? short!, meaning: description }));
}

function optionNamed(command: Command, word: string | undefined): Option | undefined {
  return command.options.find(({ long, short }) => word !== undefined && (word === long || word === short));
}

/** The words that are neither options nor values of options. */
function positionalsIn(command: Command, words: readonly string[]): string[] {
  return words.filter((word, at) => !word.startsWith("-") && !optionNamed(command, words[at - 1])?.required);
}

async function valuesOf(io: Io, option: Option | undefined): Promise<Completion> {
  if (option?.argChoices)
    return { candidates: option.argChoices.map((word) => ({ word, meaning: option.description })), files: false };
  const name = option?.long?.slice(2);
  return fromSource(io, name === undefined ? "" : name);
}

async function argumentAt(io: Io, command: Command, position: number): Promise<Completion> {
  const last = command.registeredArguments.at(-1);
  const argument: Argument | undefined = command.registeredArguments[position] ?? (last?.variadic ? last : undefined);
  if (!argument) return NOTHING;
  if (argument.argChoices)
    return { candidates: argument.argChoices.map((word) => ({ word, meaning: "" })), files: false };
  // An argument `agent`, as of `doctor`, takes only agents that can be installed; the option `--agent` of a hook takes
  // any.
  const found = await fromSource(io, argument.name() === "agent" ? "agents" : argument.name());
  // the id may be left out, so the argument may be a path
  const pathsToo = command.name() === "diff" && argument.name() === "id";
  return pathsToo ? { ...found, files: true } : found;
}

async function fromSource(io: Io, name: string): Promise<Completion> {
  if (["paths", "file", "baseline", "dir"].includes(name)) return FILES;
  if (!(name in SOURCES)) return NOTHING;
  try {
    const values = await SOURCES[name as SourceName](io);
    // A candidate must not look like an option.
    return { candidates: values.filter(({ word }) => !word.startsWith("-")), files: false };
  } catch {
    return NOTHING; // nothing is recorded in this folder: print no error into the command line
  }
}
