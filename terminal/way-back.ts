import { relative, resolve } from "node:path";

import { isIn } from "../kit/files.ts";
import { inShell } from "../kit/in-shell.ts";
import { printable } from "../kit/text.ts";
import type { Checkpoint, FileChange } from "../shadow-repo/doors/checkpoint.ts";

/** Files that are named one by one; if there are more, the asked folder is named. */
const NAMED = 8;

interface WayBackRequest {
  readonly worktree: string;
  /** The checkpoints, newest first. */
  readonly checkpoints: readonly Checkpoint[];
  /** The folder that the command was typed in, whose paths the line names. */
  readonly folder: string;
  /** The files and folders that were asked for, as the person typed them. */
  readonly paths: readonly string[];
  /** Whether a text was looked for. */
  readonly isText: boolean;
}

/**
 * The command that brings back the files from before the newest of the listed steps, one for each repository. For a
 * searched text it names the step that removed it; if none did, the step that added it.
 */
export function describeWayBack({ worktree, checkpoints, folder, paths, isText }: WayBackRequest): string[] {
  const steps = checkpoints.filter(({ scope }) => scope !== "manual"); // a snapshot has one state, the one after
  const took = isText ? steps.find((one) => changeOf(one.files) < 0) : undefined;
  const step = took ?? steps[0];
  if (!step) return [];
  const files = took ? step.files.filter((file) => changeOf([file]) < 0) : step.files;
  const sentence = took
    ? `Step ${took.id} took the text. The way back to the state before it:`
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

/** The innermost repository that a file lies in. */
function ownerOf(path: string, parts: readonly { readonly worktree: string }[]): string | undefined {
  const around = parts.map(({ worktree }) => worktree).filter((root) => isIn(path, root));
  return around.toSorted((one, other) => other.length - one.length)[0];
}

/** `brought`, `took`, or `moved` if one file lost the text that another file got. */
export function occurrencesInWords(files: readonly FileChange[]): string {
  const change = changeOf(files);
  return change > 0 ? "brought" : change < 0 ? "took" : "moved";
}

function changeOf(files: readonly FileChange[]): number {
  return files.reduce((sum, { occurrences }) => sum + (occurrences ? occurrences.after - occurrences.before : 0), 0);
}
