import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CallEvent } from "../../agents/codec/hook-event.ts";
import type { Call } from "../call.ts";
import { isEdit } from "../../call/tool-kind.ts";
import { safeGit } from "../safe-git.ts";
import { presentOutside } from "./absent.ts";
import { SecretPlaces } from "../secret-files/secret-place.ts";
import type { RuleMatch } from "./script-verdict.ts";
import type { Targets } from "./targets.ts";
import { placeRecordedBefore, recordingFails } from "./recorded.ts";
import { callView } from "../../call/call-view.ts";
import { placeOfCall } from "../place-of-call.ts";
import { COPIED, PRINTED } from "./secrets-read.ts";
import { unrecordedIn } from "./unrecorded-in.ts";

/** The most milliseconds that one command of git may take. */
const PATIENCE = 2000;

/**
 * The files, branches or tags that a matched rule's command harms, looked up on the disk and in git. Empty: nothing is
 * harmed, so the rule does not apply. `undefined`: the rule applies without a look-up.
 */
export async function harmedFiles(
  { rule, view, folder }: RuleMatch,
  event: CallEvent,
  call: Call,
): Promise<readonly string[] | undefined> {
  if (rule.onlyIfUnrecorded && !recordingFails(event, call)) return [];
  if (rule.targets) {
    const targets = rule.targets(view);
    const isUnsure = !targets || (rule.targetsIfRecorded && !placeRecordedBefore(event, call));
    return isUnsure ? undefined : harmedTargets(targets, event, call);
  }
  if (rule.sends) {
    const sent = rule.sends(view);
    const printed = sent.find((one) => one.startsWith(PRINTED) || one.startsWith(COPIED));
    const secret = new SecretPlaces(call, event.cwd, false).find(sent, folder ?? event.cwd ?? "/");
    return [secret?.file ?? printed?.replace(PRINTED, "").replace(COPIED, "a copy at ") ?? []].flat();
  }
  if (rule.fetches) return (await import("./unknown-publishers.ts")).unknownPublishers(rule.fetches(view), event, call);
  if (rule.discards) {
    const path = view.places([rule.discards(view) || "."])[0]?.path;
    return folder === undefined || path === undefined ? undefined : changedIn(path, call);
  }
  return (rule.refs?.(view) ?? []).flatMap((ref) =>
    isNowhereElse(ref, folder, call) ? [ref.replace(/^refs\/\w+\//, "")] : [],
  );
}

async function harmedTargets(targets: Targets, event: CallEvent, call: Call): Promise<readonly string[]> {
  // An edit of some lines of a file is no loss. This does not apply to a patch, which has no `file`: it is judged by
  // the files in its text.
  if (callView(event).file !== undefined && isEdit(event.toolName, event.toolInput)) return [];
  const unheld = targets.inside.length > 0 ? await unrecordedAmong(targets, event, call) : [];
  const harmed = [...new Set([...presentOutside(targets), ...unheld])];
  const made = madeWhereMissing(event);
  return harmed.filter((name) => !made.some((file) => name === file || name.endsWith(`/${file}`)));
}

/** The files that a script writes only if they are missing: `test -f .env || cp .env.example .env`. */
function madeWhereMissing(event: CallEvent): string[] {
  const test =
    /(?:\btest|\[\[?)[ \t]+(![ \t]+)?-[efs][ \t]+["']?([\w./-]+)["']?[ \t]*(?:\]\]?)?[ \t]*(\|\||&&|;[ \t]*then)/g;
  return callView(event).scriptsRun.flatMap((script) =>
    [...script.matchAll(test)].flatMap(([, not, file = "", then]) =>
      (not === undefined) === (then === "||") ? [file.replace(/^\.\//, "")] : [],
    ),
  );
}

/** The changed files of a repository; the folder itself if git cannot tell. */
function changedIn(folder: string, { io }: Call): readonly string[] {
  if (!existsSync(folder)) return [];
  const git = safeGit(io, folder, { needsWorktree: true, patience: PATIENCE });
  // Without a commit, git cannot list changes against HEAD.
  if (git?.run(["rev-parse", "--verify", "--quiet", "HEAD"]).status !== 0) return [folder];
  const { status, stdout } = git.run(["status", "--porcelain", "-z", "--no-renames", "--untracked-files=no"]);
  if (status !== 0) return [folder];
  return stdout
    .toString("utf8")
    .split("\0")
    .flatMap((line) => (line === "" ? [] : [join(git.root ?? folder, line.slice(3))]));
}

/** Whether a branch or tag is the only ref that contains its newest commit; also true if git cannot be asked. */
function isNowhereElse(name: string, folder: string | undefined, { io }: Call): boolean {
  const git = folder === undefined ? undefined : safeGit(io, folder, { needsWorktree: false, patience: PATIENCE });
  if (!git) return true;
  const { status, stdout } = git.run(["for-each-ref", "--format=%(refname)", "--contains", name, "--count=3"]);
  // git knows no such ref, so nothing is lost.
  if (status !== 0) return false;
  return (
    stdout
      .toString("utf8")
      .split("\n")
      .filter((ref) => ref !== "" && ref !== name).length === 0
  );
}

/**
 * The files that a call deletes or replaces and that neither a checkpoint nor a copy holds.
 * @returns names for a sentence, relative to the top of the worktree, or without a worktree to the agent's folder
 */
async function unrecordedAmong(targets: Targets, event: CallEvent, call: Call): Promise<string[]> {
  const { cwd } = event;
  if (cwd === undefined) return [];
  const fails = () => recordingFails(event, call);
  const repository = callView(event).worktreeAt(cwd);
  if (repository) {
    const { keptBefore } = await import("./kept-before.ts");
    return unrecordedIn(cwd, targets, call, { fails, repository, kept: (root) => keptBefore(root, event, call) });
  }
  if (placeOfCall(event, call.io) && !fails()) return [];
  // Without a worktree, an agent overwrites its own files at each step. A question at each step would teach the user to
  // always say yes.
  if (callView(event).file !== undefined) return [];
  const { unrecordedWithoutGit } = await import("./without-git.ts");
  return unrecordedWithoutGit(cwd, targets, event, call);
}
