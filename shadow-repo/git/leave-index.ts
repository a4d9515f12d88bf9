import { EXCLUDED, type Skipped } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import type { CaptureWork } from "./capture-work.ts";
import { listing } from "./list-files.ts";
import { noteRules, type Listed } from "./list-worktree.ts";
import { shadowGit, splitNul } from "./shadow-git.ts";

/**
 * Files of the index that git now ignores, except those that the source tracks: rules have no effect on tracked files.
 */
export function ignoredInIndex(
  { io, place, options: { prefix, inclusion }, index, isFirst, source, trackedButIgnored: forced }: CaptureWork,
  { excludes, rules, rulesChanged, sourceChanged, back }: Listed,
): ReadonlySet<GitPath> {
  const drop = new Set<GitPath>();
  if (isFirst || !(rulesChanged || (sourceChanged && forced.present.size > 0))) return drop;
  const ignored = splitNul(shadowGit(io, place, listing(excludes, prefix, ["-c", "-i"]), { index }));
  for (const path of forced.present) if (path.startsWith(prefix) && !back.includes(path)) forced.present.delete(path);
  for (const path of ignored) {
    if (source.tracked().has(path)) forced.present.add(path);
    else if (!inclusion?.fits(path)) drop.add(path);
  }
  for (const path of drop) noteRules(place.worktree.root, rules, path);
  return drop;
}

/**
 * Files of the index that the settings exclude. No listing of git shows an unchanged file, so the whole index is
 * searched, but only if the settings have changed.
 */
export function excludedInIndex(
  { io, place, options: { prefix, exclusion }, index, isFirst, state }: CaptureWork,
  { known, rules }: Listed,
): { readonly paths: readonly GitPath[]; readonly skipped: readonly Skipped[] } {
  if (!exclusion || isFirst || state?.scopes[prefix]?.excluded === exclusion.signature)
    return { paths: [], skipped: [] };
  const { root } = place.worktree;
  const found = new Map<GitPath, GitPath>();
  for (const path of splitNul(shadowGit(io, place, ["ls-files", "-z", "-c"], { index }))) {
    const top = path.startsWith(prefix) && !known.has(path) ? exclusion.find(path) : undefined;
    if (top !== undefined) found.set(path, top);
  }
  for (const path of found.keys()) noteRules(root, rules, path);
  return {
    paths: [...found.keys()],
    skipped: [...new Set(found.values())].map((path) => ({ path, why: EXCLUDED })),
  };
}
