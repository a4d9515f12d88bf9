import { relative } from "node:path";

import { inShell } from "../../../kit/in-shell.ts";
import { printable, shortened } from "../../../kit/text.ts";
import { toText, type GitPath } from "../../git-path.ts";
import { changesOf, effectOf, type StoredCheckpoint } from "../../journal/history.ts";
import type { Shadow } from "../../open/open-shadow.ts";

/**
 * A sentence about a step that changed no file below the folder of the command: its files, and the command that takes
 * one of these back. Empty if the folder is the top of the worktree, or if the step changed no file.
 */
export async function aboutOtherFolders(
  { engine, place: { prefix } }: Pick<Shadow, "engine" | "place">,
  step: StoredCheckpoint | undefined,
  isNewest: boolean,
): Promise<string[]> {
  if (!step || prefix === "") return [];
  const [before, after] = effectOf(step);
  const changes = changesOf(step, await engine.diff(before, after, ""));
  if (changes.length === 0) return [];
  const names = changes.map(({ path }) => fromFolder(path, prefix));
  const kind = step.scope === "tool" ? "call" : step.scope;
  return [
    `The ${isNewest ? "newest " : ""}${kind} (${step.id}) changed nothing below ${printable(toText(prefix))}; its ` +
      `files: ${shortened(names.map(printable))}. To take one back: snapveil undo --step ${step.id} ${inShell(names[0]!)}`,
  ];
}

/** A path of the worktree, relative to a folder of the worktree. */
function fromFolder(path: GitPath, folder: GitPath): string {
  return relative(`/${toText(folder)}`, `/${toText(path)}`);
}
