import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect } from "vitest";

import { readHistory } from "../../shadow-repo/journal/replay.ts";
import { openShadow } from "../../shadow-repo/open/open-shadow.ts";
import { placeOf } from "../../shadow-repo/place.ts";
import { redo } from "../../shadow-repo/restore/redo.ts";
import { undo, type UndoOptions } from "../../shadow-repo/restore/undo.ts";
import type { World } from "../unit/shadow-repo/world.ts";

/** One edit of a file. A line is put in the place of line `at`; a file that is not there is made with five lines. */
export interface Edit {
  readonly how: "line" | "insert" | "drop" | "rewrite" | "remove" | "rename" | "chmod";
  readonly file: string;
  readonly to: string;
  readonly at: number;
}

/** An undo or a redo, first looked at and then done. */
export type Operation =
  | { readonly do: "undo"; readonly options: UndoOptions }
  | { readonly do: "redo"; readonly options: { readonly count?: number } };

/** Path → the executable bit and the content of each file of a project. */
export type Files = ReadonlyMap<string, string>;

export function filesOf({ root }: World): Files {
  const paths = readdirSync(root, { recursive: true }) as string[];
  return new Map(
    paths.toSorted().flatMap((path): [string, string][] => {
      const stat = lstatSync(join(root, path));
      if (path.startsWith(".git/") || !stat.isFile()) return [];
      return [[path, `${stat.mode & 0o100 ? "executable" : "plain"}\n${readFileSync(join(root, path), "utf8")}`]];
    }),
  );
}

/** @param text what the edit writes, with no other text alike */
export function edit({ root }: World, { how, file, to, at }: Edit, text: string): void {
  const [path, other] = [join(root, file), join(root, to)];
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  if (how === "rewrite" || (!isThere && (how === "line" || how === "insert"))) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, [1, 2, 3, 4, 5].map((line) => `${text}.${line}\n`).join(""));
  } else if (!isThere) return;
  else if (how === "remove") rmSync(path);
  else if (how === "chmod") chmodSync(path, lstatSync(path).mode & 0o100 ? 0o644 : 0o755);
  else if (how === "rename") {
    mkdirSync(dirname(other), { recursive: true });
    renameSync(path, other);
  } else {
    const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
    lines.splice(at % Math.max(1, lines.length), how === "insert" ? 0 : 1, ...(how === "drop" ? [] : [text]));
    writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
  }
}

/** Refusals of a request that names more than there is; nothing is done then. */
const REFUSED = ["unknownSession", "unknownPath", "olderPath", "tooFewSteps", "tooFewBelow", "tooFewUndos"];

/**
 * Looks at an operation, does it, and holds what it says against the files: a look changes none and tells the same, the
 * listed changes are those on the disk, the recorded state is the present one, and an undo that takes out a line of a
 * person names the file. `undefined` if it is refused.
 * @param typed lines that a person typed between turns and calls
 */
export async function operate(world: World, { do: kind, options }: Operation, typed: ReadonlySet<string> = new Set()) {
  const { io, root } = world;
  const before = filesOf(world);
  const act = async (dryRun: boolean) =>
    (kind === "undo" ? undo : redo)(io, root, { ...options, dryRun }).catch((error: { code?: string }) => {
      expect(REFUSED, String(error)).toContain(error.code);
      return undefined;
    });
  const preview = await act(true);
  expect(filesOf(world), "a look changes no file").toEqual(before);
  const result = await act(false);
  const changed = differing(before, filesOf(world));
  if (!preview || !result) {
    expect([preview, result, changed]).toEqual([undefined, undefined, []]);
    return undefined;
  }
  if (!result.restored) expect(changed).toEqual([]);
  // The changes of several redos are told one after the other.
  if (kind === "undo" || (options.count ?? 1) === 1) {
    expect(result.changes.map(({ path }) => path)).toEqual(changed);
    expect(told(preview)).toEqual(told(result));
  }
  if (result.restored) await expectRecorded(world, result.checkpoint!);
  const named = [...result.conflicts, ...result.skipped].map(({ path }) => path);
  const unnamed = lostFrom(before, filesOf(world), typed).filter(
    (path) => !named.includes(path) && !result.notes.some((note) => note.includes(path)),
  );
  if (kind === "undo" && !("whole" in options && options.whole)) expect(unnamed, "lost and not named").toEqual([]);
  return result;
}

/** The files of some lines that no file holds any more. */
function lostFrom(before: Files, after: Files, lines: ReadonlySet<string>): string[] {
  const linesOf = (files: Files) => [...files].flatMap(([path, text]) => text.split("\n").map((line) => [path, line]));
  const still = new Set(linesOf(after).map(([, line]) => line));
  return linesOf(before).flatMap(([path, line]) => (lines.has(line!) && !still.has(line) ? path! : []));
}

/** What a preview has in common with the result. */
function told({ changes, skipped, conflicts, notes, complete }: NonNullable<Awaited<ReturnType<typeof undo>>>) {
  return {
    changes: changes.map(({ path, status }) => `${status} ${path}`),
    skipped,
    conflicts,
    notes: notes.filter((note) => !note.includes("can be redone")),
    complete,
  };
}

async function expectRecorded({ io, root }: World, id: string): Promise<void> {
  const place = placeOf(io, root);
  const { engine } = await openShadow(io, place);
  const { tree } = await engine.capture({ prefix: "" });
  const operation = readHistory(place.shadow).operations.find((one) => one.id === id);
  expect(await engine.diff(operation!.end!.after, tree, ""), "the recorded state is the present").toEqual([]);
}

function differing(one: Files, other: Files): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path)).toSorted();
}
