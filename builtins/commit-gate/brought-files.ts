import { basename, join } from "node:path";

import { isFolder, namesIn } from "../../kit/files.ts";
import { expandPattern, isPattern } from "../expand-pattern.ts";
import { carriedBy, filesChanged, filesRead } from "../../shell/doors/effects.ts";
import { parseOptions } from "../../shell/doors/options.ts";
import { targetOf, type CallCommand } from "../../shell/doors/script.ts";
import { pathIn } from "../../shell/doors/values.ts";

/** A file whose content a script copies into a file that may be committed. The paths are absolute. */
export interface Brought {
  readonly from: string;
  /**
   * The file that gets the content; absent: the content becomes a part of the commit itself, as a message does, or is a
   * patch.
   */
  readonly to?: string;
  /** `from` is a patch: only the lines that it adds count. */
  readonly isPatch?: true;
}

/** The most files that one pattern or folder stands for. */
const MOST = 200;

/** The files that a command copies, moves or prints into other files. */
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

/**
 * The files whose content a command gets on its input: by its own redirections, and from the commands before it in the
 * pipeline.
 */
export function fedFiles({ pipeline, all, reads }: CallCommand): string[] {
  const at = pipeline.findIndex((one) => one.all === all);
  return [...reads, ...filesOfAll(pipeline.slice(0, Math.max(0, at)))];
}

/** The files that the commands of a pipeline read. */
export function filesOfAll(commands: CallCommand["pipeline"]): string[] {
  return commands.flatMap(({ words: [name = "", ...own], reads }) => [...reads, ...filesRead(name, own).files]);
}

/**
 * The archives that a tar command unpacks, each with a path in the target folder. The bytes of the archive are searched
 * instead of its files, which only finds secrets in uncompressed files.
 */
function unpackedBy([mode = "", ...rest]: readonly string[], reads: readonly string[]): [from: string, to: string][] {
  const { has, valuesOf } = parseOptions([mode.replace(/^(?!-)/, "-"), ...rest], "fC --file --directory");
  if (!has("x --extract --get")) return [];
  const folder = valuesOf("C --directory").at(-1) ?? ".";
  return [...valuesOf("f --file"), ...reads].map((from) => [from, join(folder, basename(from))]);
}

/**
 * The files that match a pattern or are below a folder, each with its path relative to the folder's parent; for a path
 * of one file, that file.
 */
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
