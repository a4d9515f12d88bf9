import type { HookEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { inShell } from "../kit/in-shell.ts";
import { printable, shortened } from "../kit/text.ts";
import { isFirstTime, wasSaid } from "../session/said.ts";
import { placeOfRoot, toText } from "../shadow-repo/doors/place.ts";
import { inMiB, peekPending, type Cause, type Lost, type UnrecordedFile } from "../shadow-repo/doors/record.ts";
import { redactQuoted } from "./redact-quoted.ts";
import { safeGit } from "./safe-git.ts";
import { sayToBoth, type Listener } from "./snapshot-notices.ts";

/** Milliseconds that git may take to tell whether it holds a lost file. */
const PATIENCE = 2000;

/** Why neither a checkpoint nor a copy holds a file, and the setting or command that would have kept it. */
interface Reason {
  readonly why: string;
  readonly keeps?: (size: string, path: string) => string;
}

const setting = (text: string) => `With the setting ${text} a copy would have been kept.`;

const REASONS: Readonly<Record<Cause, Reason>> = {
  large: { why: "too large to be kept", keeps: (size) => setting(`"keep": { "fileLimit": "${size}" }`) },
  bounds: {
    why: "beyond what is kept of a worktree",
    keeps: () => setting('"keep": { "budget": …, "files": … } raised'),
  },
  folder: { why: "in a folder of too many files", keeps: () => setting('"keep": { "files": … } raised') },
  "not kept": { why: 'your setting "keep" excludes it', keeps: () => setting('"keep": { "exclude": … } without it') },
  off: { why: 'your setting "keep" is false', keeps: () => setting('"keep": {}') },
  "no copy": { why: "it could not be copied" },
  new: { why: "too large to be recorded", keeps: (size) => setting(`"checkpoints": { "newFileLimit": "${size}" }`) },
  grown: {
    why: "too large to be recorded",
    keeps: (size) => setting(`"checkpoints": { "growingFileLimit": "${size}" }`),
  },
  excluded: {
    why: "your settings exclude it",
    keeps: () => setting('"checkpoints": { "exclude": … } without it'),
  },
  "not recorded": { why: "it was not recorded" },
  repository: { why: "a repository of its own" },
  elsewhere: { why: "in a repository that this session does not record" },
  outside: {
    why: "outside of every worktree",
    keeps: (_size, path) =>
      `snapveil track ${inShell(path.slice(0, path.lastIndexOf("/")) || "/")} has the folder recorded.`,
  },
};

/** The lost files among the unrecorded files of an event. */
export function lostAmongFiles(files: readonly UnrecordedFile[]): readonly Lost[] {
  return files.flatMap(({ lost }) => lost ?? []);
}

/**
 * Tells the user and the model once about files that were deleted or overwritten and whose content neither a checkpoint
 * nor a kept copy holds. If this event cannot show a text to one of the two, the next event that can does.
 */
export async function tellLost(lost: readonly Lost[], event: HookEvent, listener: Listener): Promise<Outcome> {
  const { session, root, call } = listener;
  const { io } = call;
  if (lost.length === 0 || call.standsIn) return nothing;
  // After a call, every file that the call may have lost is told; at the end of a turn, only the files that no session
  // was told about.
  const isCall = event.name === "post_tool_use";
  const isNews = new Map<string, boolean>();
  for (const { path, folder = path, stamp } of lost) {
    const ofAll = [root, "lost", path, stamp];
    const isKnown = !isCall && wasSaid(io, ofAll);
    isFirstTime(io, ofAll);
    if (!isNews.has(folder)) isNews.set(folder, !isKnown && isFirstTime(io, [session, root, "lost", folder]));
  }
  const unsaid = lost.filter(({ path, folder = path }) => isNews.get(folder));
  if (unsaid.length === 0) return nothing;
  const sentences = await redactQuoted((await sentencesOf(unsaid, listener)).join("\n"), call, root);
  const texts = sentences.split("\n").map((sentence) => `snapveil: ${sentence}`);
  return sayToBoth(texts, event, listener);
}

/** A sentence for each group of files that were all deleted, or all overwritten, for the same reason. */
async function sentencesOf(lost: readonly Lost[], listener: Listener): Promise<string[]> {
  const groups = new Map<string, Lost[]>();
  const sentences: string[] = [];
  for (const one of lost) {
    const recorded = await aboutRecorded(one, listener);
    if (recorded !== undefined) {
      sentences.push(recorded);
      continue;
    }
    const key = [one.change, one.cause, one.copy !== undefined].join(" ");
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...sentences, ...[...groups.values()].map((files) => sentenceOf(files, listener))];
}

/** The sentence about a deleted repository of which the session recorded the files; `undefined` for any other loss. */
async function aboutRecorded(one: Lost, { session, root, call: { io } }: Listener): Promise<string | undefined> {
  const own = one.cause === "repository" && one.change === "gone" ? placeOfRoot(io, root) : undefined;
  if (!own) return undefined;
  const { shadowOfGone, remake } = await import("../shadow-repo/doors/restore.ts");
  const gone = absolute(root, one).replace(/\/$/, "");
  const shadow = shadowOfGone(own.data, gone);
  if (shadow === undefined || peekPending(shadow, { kind: "turn", session }) === undefined) return undefined;
  const { command, hasCommits } = remake(gone, { places: [own] });
  const lost = hasCommits ? "" : ", its commits cannot";
  return (
    `${named(one)} is gone. Its files that were recorded before this turn can come back${lost}: ` +
    `${command} && cd ${inShell(gone)} && snapveil undo`
  );
}

function sentenceOf(files: readonly Lost[], { root, call }: Listener): string {
  const [{ change, cause, copy }] = files as [Lost];
  const names = shortened(files.map((file) => named(file)));
  const is = files.length === 1 ? "is" : "are";
  const fate = change === "gone" ? `${is} gone` : `${is} overwritten`;
  if (copy !== undefined) {
    const ways = files.slice(0, 3).map((file) => `cp ${inShell(file.copy!)} ${inShell(absolute(root, file))}`);
    return `${names} ${fate}, by a command in the background or by you. A copy is left for now: ${ways.join(" && ")}`;
  }
  const { why, keeps } = REASONS[cause];
  const largest = files.toSorted((one, other) => other.size - one.size)[0]!;
  const size = `${Math.ceil(largest.size / 1024 ** 2)} MiB`;
  const more = keeps ? ` ${keeps(size, absolute(root, largest))}` : "";
  const it = files.length === 1 ? "it" : "them";
  return (
    `${names} ${fate}, and neither a checkpoint nor a kept copy holds what was in ${it} (${why}). ` +
    `${wayBack(files, root, call)}${more}`
  );
}

/** A sentence about the remaining way to restore the files: a version in git, or a backup of the user's. */
function wayBack(files: readonly Lost[], root: string, { io }: Listener["call"]): string {
  const inside = files.map(({ path }) => path).filter((path) => !path.startsWith("/") && !path.endsWith("/"));
  if (inside.length === 0) return "Only a backup may have it.";
  const names = inside.map(toText);
  const git = safeGit(io, root, { needsWorktree: true, patience: PATIENCE });
  const held = git?.run(["ls-files", "-z", "--", ...names]);
  const isHeld = held?.status === 0 ? held.stdout.toString("utf8").split("\0").filter(Boolean) : [];
  if (isHeld.length > 0)
    return `git holds the version that was staged last: git restore ${isHeld
      .slice(0, 3)
      .map((name) => inShell(printable(name)))
      .join(" ")}.`;
  return "If it was ever staged, git fsck --lost-found may still find it; else only a backup has it.";
}

function named({ path, size }: Lost): string {
  const name = printable(toText(path));
  return path.endsWith("/") ? name : `${name} (${sizeInWords(size)})`;
}

function sizeInWords(bytes: number): string {
  return bytes < 100 * 1024 ? `${bytes} bytes` : inMiB(bytes);
}

function absolute(root: string, { path }: Pick<Lost, "path">): string {
  const name = printable(toText(path));
  return name.startsWith("/") ? name : `${root}/${name}`;
}
