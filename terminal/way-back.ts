import { relative, resolve } from "node:path";

import { isIn } from "../kit/files.ts";
import { inShell } from "../kit/in-shell.ts";
import { printable } from "../kit/text.ts";
import type { Checkpoint, FileChange } from "../shadow-repo/doors/checkpoint.ts";

/** The most files that a command names. If there are more files, the command names the paths that the person gave. */
const NAMED = 8;

interface WayBackRequest {
  readonly worktree: string;
  /** The checkpoints, newest first. */
  readonly checkpoints: readonly Checkpoint[];
  /** The current folder, to which the paths in the command are relative. */
  readonly folder: string;
  /** The files and folders that the person named, as typed. */
  readonly paths: readonly string[];
  /** Whether the person searched for a text. */
  readonly isText: boolean;
}

/**
 * The commands that restore the files as they were before the newest listed checkpoint, one for each repository. After
 * a search for a text the commands restore the state before the newest checkpoint that removed the text or, if no
 * checkpoint did, before the newest checkpoint that added it.
 */
export function describeWayBack({ worktree, checkpoints, folder, paths, isText }: WayBackRequest): string[] {
  const steps = checkpoints.filter(({ scope }) => scope !== "manual"); // a snapshot by hand has only one state
  const took = isText ? steps.find((one) => changeOf(one.files) < 0) : undefined;
  const step = took ?? steps[0];
  if (!step) return [];
  const files = took ? step.files.filter((file) => changeOf([file]) < 0) : step.files;
  const sentence = took
    ? `Checkpoint ${took.id} removed the text. The way back to the state before it:`
    : `The way back to the state before ${step.id}:`;
  const { repositories: parts = [{ worktree, checkpoint: step.id }] } = step;
  const commands = parts.flatMap(({ worktree: root, checkpoint }) => {
    const own = files.map(({ path }) => resolve(worktree, path)).filter((path) => ownerOf(path, parts) === root);
    if (own.length === 0) return [];
    const isMuch = own.length > NAMED && paths.length > 0 && parts.length === 1;
    const names = isMuch ? paths : own.map((path) => relative(folder, path));
    const words = names.map((name) => inShell(printable(name.startsWith("-") ? `./${name}` : name)));
    return [`  snapveil restore ${[checkpoint, ...words].join(" ")}`];
  });
  return ["", sentence, ...commands];
}

/** The innermost repository that contains a file; `undefined` if none does. */
function ownerOf(path: string, parts: readonly { readonly worktree: string }[]): string | undefined {
  const around = parts.map(({ worktree }) => worktree).filter((root) => isIn(path, root));
  return around.toSorted((one, other) => other.length - one.length)[0];
}

/** How a checkpoint changed a searched text: `added`, `removed`, or `moved` if one file lost it and another got it. */
export function occurrencesInWords(files: readonly FileChange[]): string {
  const change = changeOf(files);
  return change > 0 ? "added" : change < 0 ? "removed" : "moved";
}

function changeOf(files: readonly FileChange[]): number {
  return files.reduce((sum, { occurrences }) => sum + (occurrences ? occurrences.after - occurrences.before : 0), 0);
}
