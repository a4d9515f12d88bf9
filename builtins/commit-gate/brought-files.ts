import { basename, join } from "node:path";

import { isFolder, namesIn } from "../../kit/files.ts";
import { expandPattern, isPattern } from "../expand-pattern.ts";
import { carriedBy, filesChanged, filesRead } from "../../shell/doors/effects.ts";
import { parseOptions } from "../../shell/doors/options.ts";
import { targetOf, type CallCommand } from "../../shell/doors/script.ts";
import { pathIn } from "../../shell/doors/values.ts";

/** A file whose content a script puts into a file that may be committed. Absolute paths. */
export interface Brought {
  readonly from: string;
  /**
   * The file that takes the content; absent: the content becomes a part of the commit itself, as a message or a patch
   * does.
   */
  readonly to?: string;
  /** The file is a patch, of which only the added lines count. */
  readonly isPatch?: true;
}

/** Files of one word or folder that are looked at. */
const MOST = 200;

/** Files that a command copies, moves or prints into others. */
export function broughtBy(command: CallCommand, home: string): Brought[] {
  const { words, reads, folder } = command;
  const [name = "", ...own] = words;
  const at = (word: string) => pathIn(folder, word, home);
  const carried = carriedBy(name, own);
  if (carried) {
    const to = carried.target === undefined ? undefined : at(carried.target);
    if (to === undefined) return [];
    const sources = carried.sources.flatMap((word) => filesOf(at(word)));
    return sources.map(({ from, below }) => ({ from, to: carried.isInto || isFolder(to) ? join(to, below) : to }));
  }
  if (name === "tar" || name === "bsdtar")
    return unpackedBy(own, reads).map(([from, to]) => ({ from: at(from), to: at(to) }));
  if (name === "patch") {
    const { valuesOf, operands } = parseOptions(own, "pdiFBDorYzV --input --strip --directory");
    return [...reads, ...valuesOf("i --input"), ...operands.slice(1)].map((word) => ({
      from: at(word),
      isPatch: true as const,
    }));
  }
  const target = targetOf(command)?.file;
  const { writes, appends } = filesChanged(name, own);
  const targets = [...(target === undefined ? [] : [target]), ...writes, ...appends];
  if (targets.length === 0) return [];
  const sources = [...fedFiles(command), ...filesRead(name, own).files].flatMap((word) => filesOf(at(word)));
  return targets.flatMap((one) => sources.map(({ from }) => ({ from, to: at(one) })));
}

/** The files whose content a command gets as its input: its own ones, and those of the commands that feed it. */
export function fedFiles({ pipeline, all, reads }: CallCommand): string[] {
  const at = pipeline.findIndex((one) => one.all === all);
  return [...reads, ...filesOfAll(pipeline.slice(0, Math.max(0, at)))];
}

/** The files that commands read. */
export function filesOfAll(commands: CallCommand["pipeline"]): string[] {
  return commands.flatMap(({ words: [name = "", ...own], reads }) => [...reads, ...filesRead(name, own).files]);
}

/** An archive, and a name for it in the folder of its files: what is not compressed is found in the archive itself. */
function unpackedBy([mode = "", ...rest]: readonly string[], reads: readonly string[]): [from: string, to: string][] {
  const { has, valuesOf } = parseOptions([mode.replace(/^(?!-)/, "-"), ...rest], "fC --file --directory");
  if (!has("x --extract --get")) return [];
  const folder = valuesOf("C --directory").at(-1) ?? ".";
  return [...valuesOf("f --file"), ...reads].map((from) => [from, join(folder, basename(from))]);
}

/** The files that a word names, with a pattern in it, or below the folder that it names. */
function filesOf(path: string): { readonly from: string; readonly below: string }[] {
  if (isPattern(path)) return expandPattern(path).slice(0, MOST).flatMap(filesBelow);
  return filesBelow(path);
}

function filesBelow(path: string): { readonly from: string; readonly below: string }[] {
  if (!isFolder(path)) return [{ from: path, below: basename(path) }];
  const found: { from: string; below: string }[] = [];
  const walk = (folder: string, below: string) => {
    for (const name of namesIn(folder)) {
      if (found.length >= MOST) return;
      if (name === ".git" || name === "node_modules") continue;
      if (isFolder(join(folder, name))) walk(join(folder, name), join(below, name));
      else found.push({ from: join(folder, name), below: join(below, name) });
    }
  };
  walk(path, basename(path));
  return found;
}
