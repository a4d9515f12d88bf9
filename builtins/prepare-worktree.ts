import { printable } from "../kit/text.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { isFirstTime } from "../session/said.ts";
import type { Call } from "./call.ts";
import { copyIgnored, type Copied } from "./new-worktree/copy-ignored.ts";
import { pairOf } from "./new-worktree/source-worktree.ts";

/** The most files that a notice names. */
const NAMED = 20;

/**
 * Copies ignored files, which the arguments name, from the source of a new worktree into it. No file is replaced, and
 * none is read or written outside of the two worktrees. In an agent without an event for new worktrees, this happens at
 * the first session in the worktree.
 */
export default function prepareWorktree(
  event: HookEvent<"worktree_create" | "session_start">,
  { args, io }: Call,
): Outcome {
  // Faulty arguments copy nothing: an empty pattern, for instance, would match all files.
  const pair = faultIn(args) === undefined ? pairOf(event, io) : undefined;
  if (!pair) return nothing;
  if (event.name === "session_start" && !isFirstTime(io, ["prepared", pair.target, ...args])) return nothing;
  const notice = sentencesAbout(copyIgnored(pair, args, io));
  return notice.length === 0 ? nothing : { notice };
}

function sentencesAbout({ copied, left, missing }: Copied): string[] {
  const list = (names: readonly string[]) =>
    names.slice(0, NAMED).map(printable).join(", ") + (names.length > NAMED ? ` and ${names.length - NAMED} more` : "");
  return [
    ...(copied.length > 0 ? [`snapveil: copied into the new worktree: ${list(copied)}`] : []),
    ...[...left].map(([why, paths]) => `snapveil: not copied into the new worktree: ${list(paths)}. Why: ${why}.`),
    ...(missing.length > 0
      ? [`snapveil: no file that git ignores fits ${list(missing)}, so nothing of it is copied into the new worktree.`]
      : []),
  ];
}

export function faultIn(args: readonly string[]): string | undefined {
  const isPath = (word: string) => word !== "" && !/^[/~:]|^[A-Za-z]:|(^|[\\/])\.\.([\\/]|$)/.test(word);
  if (args.length > 0 && args.every(isPath)) return undefined;
  return (
    "prepare_worktree takes files of the worktree by their paths from its top, where * stands for a part of a name. " +
    "Write for instance: prepare_worktree .env certs/*.pem"
  );
}
