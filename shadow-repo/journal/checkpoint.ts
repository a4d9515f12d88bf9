import type { Account } from "./account.ts";
import type { Share } from "./share.ts";
import { defined } from "../../kit/defined.ts";
import { asString } from "../../kit/json.ts";
import type { LineCounts, ObjectId, Rename, TreeChange } from "../engine.ts";
import { toText, type GitPath } from "../git-path.ts";

/** The change of one file by one checkpoint. */
export interface FileChange {
  /** Relative to the worktree's root. */
  readonly path: string;
  /** `mode`: only the executable bit changed. */
  readonly status: "added" | "modified" | "deleted" | "mode";
  /** Bytes of the file after the change; absent if it was deleted. */
  readonly size?: number;
  /** The number of added lines. For a binary file both `additions` and `deletions` are absent. */
  readonly additions?: number;
  readonly deletions?: number;
  /** The occurrences of a searched text in the file; present only if a text was searched. */
  readonly occurrences?: Occurrences;
  /**
   * Present if the file was renamed, which gives two changes: the addition of the new name has `from` and the numbers
   * of changed lines, the deletion of the former name has `to`.
   */
  readonly renamed?: RenamedFrom | { readonly to: string };
  /** Present and true if the file is ignored and kept as a copy beside the checkpoints. */
  readonly kept?: true;
  /** Present and true if `alsoRecord` names the file, so that no patch shows its content. */
  readonly withheld?: true;
}

/** The former name of a renamed file, and the lines in which its content changed; absent for a binary file. */
interface RenamedFrom extends Partial<LineCounts> {
  readonly from: string;
}

export interface Occurrences {
  readonly before: number;
  readonly after: number;
}

export type Scope = "turn" | "tool" | "manual" | "restore";

/** A repository of the session in which a turn could not be recorded. */
export interface Unreached {
  readonly worktree: string;
  readonly why: string;
}

/** A checkpoint as the command line shows it. */
export interface Checkpoint extends Labels {
  readonly id: string;
  /** The checkpoint's number from 0, oldest first, within its session; -1 if it was undone. */
  readonly index: number;
  /** The session's id; `null` for a checkpoint made by hand, which belongs to no session. */
  readonly session_id: string | null;
  readonly scope: Scope;
  /** The id of the turn in which a call ran; the list may lack that turn, for instance while it goes on. */
  readonly turn?: string;
  readonly tool_name?: string;
  readonly tool_use_id?: string;
  readonly note?: string;
  /** Present and true if prune never forgets the checkpoint. */
  readonly pinned?: true;
  /** The time of the checkpoint, as RFC 3339. */
  readonly created_at: string;
  readonly before: ObjectId;
  readonly after: ObjectId;
  readonly files: readonly FileChange[];
  /** Present and true if the step has not ended, and may never end: an undo ends it first. */
  readonly open?: true;
  /**
   * The parts of a turn that was recorded in other repositories than the folder's own. Paths are then relative to the
   * common root.
   */
  readonly repositories?: readonly { readonly worktree: string; readonly checkpoint: string; readonly files: number }[];
  /** Repositories of the session in which the turn is not recorded. */
  readonly unreached?: readonly Unreached[];
  /**
   * The time from which on the step holds, as RFC 3339, if the state before it was recorded late. `early` lists the
   * first files that may have changed before this time.
   */
  readonly holds_from?: string;
  readonly early?: readonly string[];
  /** Present and true if the checkpoint was undone. */
  readonly undone?: true;
  /** The part of the checkpoint that was undone, if not all of it was: files, hunks, or calls of a turn. */
  readonly undone_in_part?: readonly Share[];
  /**
   * The undo that took the checkpoint back but left some paths. The account lists these paths with the reasons; its
   * `restored` is empty.
   */
  readonly undo?: { readonly id: string; readonly account: Account };
  /** Present and true if the recorded contents are no longer in the shadow repository; `files` is then empty. */
  readonly lost?: true;
}

/** The checkpoints, oldest first. */
export interface CheckpointList {
  readonly worktree: string;
  readonly checkpoints: readonly Checkpoint[];
}

/** The change of a file in the form for people and JSON. */
export function fileChange(change: TreeChange, size?: number, counts?: LineCounts): FileChange {
  return { path: toText(change.path), status: statusOf(change), ...(size !== undefined && { size }), ...counts };
}

/** Marks the deletion and the addition of each rename as `renamed`, if `files` holds both. */
export function withRenames(files: readonly FileChange[], renames: ReadonlyMap<GitPath, Rename>): FileChange[] {
  if (renames.size === 0) return [...files];
  const deleted = new Set(files.flatMap(({ path, status }) => (status === "deleted" ? path : [])));
  const added = new Set(files.flatMap(({ path, status }) => (status === "added" ? path : [])));
  const from = new Map(
    [...renames]
      .map(([to, { from: former, lines }]) => [toText(to), { from: toText(former), ...lines }] as const)
      .filter(([path, { from: former }]) => added.has(path) && deleted.has(former)),
  );
  const to = new Map([...from].map(([path, { from: former }]) => [former, { to: path }]));
  return files.map((file) => {
    const renamed = file.status === "added" ? from.get(file.path) : file.status === "deleted" && to.get(file.path);
    return renamed ? { ...file, renamed } : file;
  });
}

/** Puts a prefix before the paths of a change, so that they are relative to a folder above. */
export function belowFolder(prefix: string, { renamed, ...file }: FileChange): FileChange {
  const names =
    renamed && ("from" in renamed ? { ...renamed, from: prefix + renamed.from } : { to: prefix + renamed.to });
  return { ...file, path: prefix + file.path, ...(names && { renamed: names }) };
}

function statusOf({ before, after }: TreeChange): FileChange["status"] {
  if (!before) return "added";
  if (!after) return "deleted";
  const bothFiles = before.mode.startsWith("100") && after.mode.startsWith("100");
  return bothFiles && before.id === after.id ? "mode" : "modified";
}

/** Words by which a person recognizes a checkpoint. No word holds a secret. */
export interface Labels {
  /** The first line of the prompt that the agent worked on. */
  readonly title?: string;
  /** The first line of a tool call's command, or the file that the call names. */
  readonly command?: string;
  /** The dialect's name. */
  readonly agent?: string;
}

/** The labels of a record without its other fields; a label that is missing or no text is left out. */
export function labelsOf(one: Readonly<Partial<Record<keyof Labels, unknown>>>): Labels {
  const [title, command, agent] = [one.title, one.command, one.agent].map(asString);
  return defined({ title, command, agent });
}
