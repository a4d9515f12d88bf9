import { defined } from "../../kit/defined.ts";
import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { readSettings, type CheckpointSettings } from "../../worktree/doors/settings.ts";
import { findGit, waitingBelow } from "../../worktree/doors/git.ts";
import type { CaptureOptions, Exclusion, SnapshotEngine, TreeChange, TreeEntry } from "../engine.ts";
import { foldersOf, toGitPath, type GitPath } from "../git-path.ts";
import { ignoresCase, settingRules } from "../js/setting-rules.ts";
import { nativeEngine } from "../git/native-engine.ts";
import { pathFault } from "../path-fault.ts";
import { lastTrees } from "../journal/last-trees.ts";
import type { Place } from "../place.ts";
import { inclusionOf, notePatterns, patternsText, withheldBy } from "./inclusion.ts";

/** An engine, and the user's settings by which it records. */
export interface ChosenEngine {
  readonly engine: SnapshotEngine;
  readonly checkpoints: CheckpointSettings;
}

/**
 * The engine that the user set, else the installed git, else the one in `js/`, which is loaded only if it is needed.
 * The engine in `js/` is also used if git would wait for an ignore file that is a pipe, since this engine skips such a
 * file. Both engines read and write the same repository.
 */
export async function chooseEngine(io: Io, place: Place): Promise<ChosenEngine> {
  const { engine: name = findGit(io) ? "git" : "isomorphic-git", checkpoints } = await readSettings(io, undefined);
  const usesGit = name === "git" && leftOutFile(io, place) === undefined;
  const engine = withStates(
    io,
    place,
    usesGit ? nativeEngine(io, place) : (await import("../js/js-engine.ts")).default(io, place),
    await captureLimits(io, place, checkpoints),
    await withheldBy(io, place.shadow, patternsText(checkpoints.alsoRecord)),
  );
  return { engine, checkpoints };
}

/**
 * The options of a capture by the user's settings: size limits, excluded files, and ignored files that are recorded.
 */
async function captureLimits(
  io: Io,
  { shadow }: Place,
  { newFileLimit, growingFileLimit, exclude, alsoRecord }: CheckpointSettings,
): Promise<Partial<CaptureOptions>> {
  return {
    maxFileSize: newFileLimit,
    growingFileSize: growingFileLimit,
    ...(exclude.length > 0 && { exclusion: await exclusionOf(io, shadow, exclude) }),
    ...(alsoRecord.length > 0 && { inclusion: await inclusionOf(io, shadow, patternsText(alsoRecord)) }),
  };
}

/** Makes an exclusion of the patterns in the user's settings; no ignore file adds to them or overrules them. */
async function exclusionOf(io: Io, shadow: string, patterns: readonly string[]): Promise<Exclusion> {
  const text = toGitPath(patterns.join("\n"));
  const rules = await settingRules(io, shadow, text);
  return {
    signature: `${ignoresCase(io, shadow)} ${text}`,
    find(path) {
      if (!rules.ignores(path)) return undefined;
      return foldersOf(path).findLast((folder) => rules.ignores(folder)) ?? path;
    },
  };
}

/** The most folders of a worktree that are searched for such a pipe by a command without a time limit. */
const MANY = 20_000;

/** Place → the result of `leftOutFile`, which a hook calls twice. A search takes up to some milliseconds. */
const known = new WeakMap<Place, string | undefined>();

/** A pipe or a device in the place of an ignore or attributes file, for which git would wait without end. */
function leftOutFile({ timeLeft }: Pick<Io, "timeLeft">, place: Place): string | undefined {
  // In a hook fewer folders are searched, since the hook's time limit ends a waiting git. Without a time limit git
  // would wait for ever, so more folders are searched.
  if (!known.has(place)) known.set(place, waitingBelow(place.worktree.root, timeLeft ? undefined : MANY));
  return known.get(place);
}

/** The sentence about files that are left out; `undefined` if there are none. */
export function leftOutSentence(io: Pick<Io, "timeLeft">, place: Place): string | undefined {
  const file = leftOutFile(io, place);
  return file === undefined
    ? undefined
    : `snapveil: ${printable(file)} is a pipe or a device, for which git would wait without end. It is left out: ` +
        "what it would ignore is recorded, and all else is too.";
}

/** The modes of files and links. Other entries of a tree, mostly submodules, cannot be restored. */
const MODES = ["100644", "100755", "120000"];

/**
 * Wraps an engine. Captures get the last checkpoints and the limits of the settings. Each path in a tree is checked,
 * since a tree may hold any path. Files that `alsoRecord` ever named are treated as recorded, and no patch shows their
 * content.
 */
function withStates(
  io: Io,
  { shadow }: Place,
  engine: SnapshotEngine,
  limits: Partial<CaptureOptions>,
  isWithheld: ((path: GitPath) => boolean) | undefined,
): SnapshotEngine {
  const check = (changes: readonly TreeChange[]) => changes.flatMap((change) => checked(change, io.platform));
  return {
    ...engine,
    ...(isWithheld && { isWithheld }),
    capture(options) {
      if (limits.inclusion) notePatterns(io, shadow, limits.inclusion.patterns);
      return engine.capture({ heldBefore: () => lastTrees(shadow), ...limits, ...options });
    },
    async ignoredBy(tree, coverage, paths) {
      const ignored = await engine.ignoredBy(tree, coverage, paths);
      if (!coverage.also || ignored.length === 0) return ignored;
      const { fits } = await inclusionOf(io, shadow, coverage.also);
      return ignored.filter((path) => !fits(path));
    },
    diff: async (before, after, prefix) => check(await engine.diff(before, after, prefix)),
    diffAll: async (pairs, path) => (await engine.diffAll(pairs, path)).map(check),
    patch(before, after, paths, form) {
      const shown = isWithheld ? paths.filter((path) => !isWithheld(path)) : paths;
      return shown.length === 0 ? Buffer.alloc(0) : engine.patch(before, after, shown, form);
    },
  };
}

function checked({ path, before, after }: TreeChange, platform: string): TreeChange[] {
  const [old, now] = [asFile(before), asFile(after)];
  if (!old && !now) return [];
  const fault = pathFault(path, platform);
  return [{ path, ...defined({ before: old, after: now, fault }) }];
}

function asFile(entry: TreeEntry | undefined): TreeEntry | undefined {
  return entry && MODES.includes(entry.mode) ? entry : undefined;
}
