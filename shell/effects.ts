import type { Program, Published, Reading } from "./program.ts";
import { isElsewhere, hasFlag, onlyPrints, rowsOf, columnOf } from "./programs.ts";
import { filesOfGit } from "./files-of-git.ts";
import { valuesOf, type Options } from "./parse-options.ts";
import { namedBy, rowWith, sortedBy } from "./sorted-words.ts";

const NOTHING: Reading = { files: [] };
const NONE: readonly string[] = [];
const SHOWS_FILES = /^(?:show|part)$/;
/** The number of first words of a command among which its verb is looked for. */
const BEGINNING = 4;

/** The files whose content a command shows, sends or copies. */
export function filesRead(name: string, own: readonly string[]): Reading {
  if (name === "git") return { files: filesOfGit(own) };
  const carried = carriedBy(name, own);
  if (carried) {
    const { sources, target, isInto } = carried;
    const isCopy = target !== undefined && !isInto && farPath(target) === undefined;
    return { files: sources.map((word) => farPath(word) || word), ...(isCopy && { unless: target }) };
  }
  const row = rowsOf(name).find((one) => {
    const { reads, kind, options = {} } = one;
    const isOne = reads !== undefined || options.input !== undefined || options.upload !== undefined;
    return (isOne || SHOWS_FILES.test(kind ?? "")) && isReader(one, own);
  });
  if (row === undefined || own.some((word) => row.readsNot?.test(word))) return NOTHING;
  const { reads = SHOWS_FILES.test(row.kind ?? "") ? "all" : undefined, options } = row;
  if (typeof reads === "function") return reads(own);
  const words = sortedBy(own, options);
  return {
    files: [...(reads === undefined ? [] : namedBy(reads, own, words)), ...words.of("input"), ...words.of("upload")],
  };
}

/**
 * Whether a command reads files by a row's `readsIf`. Options may stand before the verb: `aws --profile p --region r s3
 * cp …`.
 */
function isReader({ readsIf, options }: Program, own: readonly string[]): boolean {
  if (readsIf === undefined) return true;
  const first = [own, sortedBy(own, options).operands].flatMap((words) => words.slice(0, BEGINNING));
  return first.some((word) => readsIf.test(word));
}

/**
 * The path in `host:path` or `s3://bucket/path`, which is on another machine; `undefined` for a path of this machine.
 */
export function farPath(word: string): string | undefined {
  return /^[\w.@-]{2,}:(.*)$/s.exec(word)?.[1];
}

/** Whether a command sends its files or its input to another machine or a service. */
export function sends(name: string, own: readonly string[]): boolean {
  return columnOf(name, "sends") === true && rowsOf(name).some((row) => row.sends && isReader(row, own));
}

/** Whether a command sends its operands to servers of names, so that a name may carry data away. */
export function looksUp(name: string): boolean {
  return columnOf(name, "looksUp") === true;
}

/** Files that a command copies, moves or links. `target` is absent if no argument names it. */
export interface Carried {
  readonly does: "copy" | "move" | "link";
  readonly sources: readonly string[];
  readonly target?: string;
  /** The target is a folder that an option names: `-t folder`. */
  readonly isInto: boolean;
  /**
   * The command overwrites no file of the target. Otherwise the target's old content is lost, unless a source has it.
   */
  readonly spares: boolean;
  readonly mirrors: boolean;
  readonly words: Options;
}

/**
 * The files that a command copies, moves or links, and the target; `undefined` if its program does not copy, move or
 * link files.
 */
export function carriedBy(name: string, own: readonly string[]): Carried | undefined {
  if (columnOf(name, "carries") === undefined) return undefined;
  const [row, words] = rowWith(name, own, "carries") ?? [];
  if (row?.carries === undefined || words === undefined || !isReader(row, own)) return undefined;
  const operands = words.operands;
  const into = words.of("into").at(-1);
  const target = into ?? (operands.length > 1 ? operands.at(-1) : undefined);
  return {
    does: row.carries,
    sources: into === undefined && target !== undefined ? operands.slice(0, -1) : operands,
    ...(target !== undefined && { target }),
    isInto: into !== undefined,
    spares: hasFlag(own, row.spares),
    mirrors: hasFlag(own, row.mirrors),
    words,
  };
}

/**
 * The last result of `filesChanged` for an array of arguments. It is kept because several rules need the files of the
 * same command.
 */
interface Changed {
  readonly name: string;
  readonly files: ChangedByWords;
}
const CHANGED = new WeakMap<readonly string[], Changed>();

/** Files that a command changes, by the kind of change. */
type ChangedByWords = Readonly<Record<"writes" | "appends" | "empties" | "deletes", readonly string[]>>;

const OF_WINDOWS = /^(?:rd|rmdir|del|erase|ri|remove-item)$/i;

/**
 * Finds the files that a command changes in its arguments; files of redirections are not included.
 * @param given the arguments
 * @param fed the known texts of the command's input
 */
export function filesChanged(name: string, given: readonly string[], fed: readonly string[] = []): ChangedByWords {
  if (fed.length > 0 && columnOf(name, "readsCommands"))
    return changedBy(name, [...given, ...fed.flatMap((text) => text.split("\n")).map((line) => `+${line}`)]);
  if (!mayChangeFiles(name)) return UNCHANGED;
  const known = CHANGED.get(given);
  if (known?.name === name) return known.files;
  const files = changedBy(name, given);
  CHANGED.set(given, { name, files });
  return files;
}

/** The result of `filesChanged` for a program that changes no files. */
export const UNCHANGED: ChangedByWords = { writes: [], appends: [], empties: [], deletes: [] };

/** Whether a program may change files that its arguments name. */
export function mayChangeFiles(name: string): boolean {
  return rowsOf(name).some(changesFiles);
}

/** Whether a row has a column about changed files. */
function changesFiles({ options, writes, empties, deletes }: Program): boolean {
  return Boolean(options?.output || options?.log || writes || empties || deletes);
}

function changedBy(name: string, own: readonly string[]): ChangedByWords {
  const changed = { writes: [] as string[], appends: [] as string[], empties: [] as string[], deletes: [] as string[] };
  for (const row of rowsOf(name)) {
    if (!changesFiles(row)) continue;
    const isSpared = hasFlag(own, row.spares);
    // `/s` and similar words are options of Windows programs and no files.
    const words = sortedBy(OF_WINDOWS.test(name) ? own.filter((word) => !/^\/[a-z]$/i.test(word)) : own, row.options);
    changed.writes.push(...[...words.of("output"), ...words.of("log")].filter((word) => word !== "-"));
    for (const effect of ["writes", "empties", "deletes"] as const) {
      const to = isSpared ? (effect === "writes" ? "appends" : undefined) : effect;
      if (to !== undefined && row[effect] !== undefined) changed[to].push(...namedBy(row[effect], own, words));
    }
  }
  return changed;
}

/** The operands of a command that edits files in place; its script may be among these. */
export function editedInPlace(name: string, own: readonly string[]): readonly string[] {
  const [row, words] = rowWith(name, own, "inPlace") ?? [];
  return words !== undefined && hasFlag(own, row?.inPlace) ? words.operands : NONE;
}

/** Files and folders whose owner or permissions a command changes. */
export function rightsChanged(name: string, own: readonly string[]): readonly string[] {
  const [row, words] = rowWith(name, own, "rights") ?? [];
  return row?.rights === undefined || words === undefined ? [] : namedBy(row.rights, own, words);
}

/** Options that name the output's file in most programs. */
const OUTPUTS = "o -o --output -output --out -out --outfile --output-file --out-file";

/**
 * The files for a command's output, by the usual options or the row's `saves`. For a program without a row the option
 * may mean something else, so a caller must check whether the file exists.
 */
export function filesSaved(name: string, own: readonly string[]): readonly string[] {
  const saves = columnOf(name, "saves");
  const spoken = onlyPrints(name) || isElsewhere(name) ? [] : valuesOf(own, OUTPUTS);
  if (saves === undefined) return spoken;
  return [...spoken, ...(typeof saves === "function" ? saves(own) : valuesOf(own, saves))];
}

/** The form in which a command publishes its folder; `undefined` if it publishes none. */
export function publishes(name: string, own: readonly string[]): Published | undefined {
  const words = own.join(" ");
  return rowsOf(name).find((row) => row.publishes?.[0].test(words))?.publishes?.[1];
}
