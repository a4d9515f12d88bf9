import { existsSync } from "node:fs";
import { join } from "node:path";

import type { CallEvent } from "../../agents/codec/hook-event.ts";
import type { Call } from "../call.ts";
import { isEdit } from "../../call/tool-kind.ts";
import { safeGit } from "../safe-git.ts";
import { SecretPlaces } from "../secret-files/secret-place.ts";
import type { RuleMatch } from "./judge-script.ts";
import { placeRecordedBefore, recordingFails } from "./recorded.ts";
import { unrecordedAmong } from "./unrecorded-among.ts";
import { callView } from "../../call/call-view.ts";

/** Milliseconds that git may take. */
const PATIENCE = 2000;

/**
 * The files, branches or tags of a finding, looked up on the disk and in git; none if the rule holds for none of them,
 * `undefined` if the command alone decides.
 */
export async function harmedFiles(
  { rule, view, folder }: RuleMatch,
  event: CallEvent,
  call: Call,
): Promise<readonly string[] | undefined> {
  if (rule.onlyIfUnrecorded && !recordingFails(event, call)) return [];
  if (rule.targets) {
    const targets = rule.targets(view);
    if (!targets || (rule.targetsIfRecorded && !placeRecordedBefore(event, call))) return undefined;
    const { outside, inside } = targets;
    // A change of some lines is no loss of the file; a patch that names its files itself was read.
    if (callView(event).file !== undefined && isEdit(event.toolName, event.toolInput)) return [];
    const unheld = inside.length > 0 ? await unrecordedAmong(targets, event, call) : [];
    const harmed = [...new Set([...outside, ...unheld])];
    const made = madeWhereMissing(event);
    return harmed.filter((name) => !made.some((file) => name === file || name.endsWith(`/${file}`)));
  }
  if (rule.sends) {
    const secret = new SecretPlaces(call, event.cwd, false).find(rule.sends(view), folder ?? event.cwd ?? "/");
    return secret ? [secret.file] : [];
  }
  if (rule.discards) {
    const path = view.places([rule.discards(view) || "."])[0]?.path;
    return folder === undefined || path === undefined ? undefined : changedIn(path, call);
  }
  return (rule.refs?.(view) ?? []).flatMap((ref) =>
    isNowhereElse(ref, folder, call) ? [ref.replace(/^refs\/\w+\//, "")] : [],
  );
}

/** Files that a script writes only if they are missing: `test -f .env || cp .env.example .env`. */
function madeWhereMissing(event: CallEvent): string[] {
  const test =
    /(?:\btest|\[\[?)[ \t]+(![ \t]+)?-[efs][ \t]+["']?([\w./-]+)["']?[ \t]*(?:\]\]?)?[ \t]*(\|\||&&|;[ \t]*then)/g;
  return callView(event).scriptsRun.flatMap((script) =>
    [...script.matchAll(test)].flatMap(([, not, file = "", then]) =>
      (not === undefined) === (then === "||") ? [file.replace(/^\.\//, "")] : [],
    ),
  );
}

/** Changed files of a repository; the folder itself if git cannot say. */
function changedIn(folder: string, { io }: Call): readonly string[] {
  if (!existsSync(folder)) return [];
  const git = safeGit(io, folder, { needsWorktree: true, patience: PATIENCE });
  // Without a commit git cannot say which files it would replace.
  if (git?.run(["rev-parse", "--verify", "--quiet", "HEAD"]).status !== 0) return [folder];
  const { status, stdout } = git.run(["status", "--porcelain", "-z", "--no-renames", "--untracked-files=no"]);
  if (status !== 0) return [folder];
  return stdout
    .toString("utf8")
    .split("\0")
    .flatMap((line) => (line === "" ? [] : [join(git.root ?? folder, line.slice(3))]));
}

/** Whether a branch or tag is the only one that holds its newest commit. If git cannot say, it may be. */
function isNowhereElse(name: string, folder: string | undefined, { io }: Call): boolean {
  const git = folder === undefined ? undefined : safeGit(io, folder, { needsWorktree: false, patience: PATIENCE });
  if (!git) return true;
  const { status, stdout } = git.run(["for-each-ref", "--format=%(refname)", "--contains", name, "--count=3"]);
  // A missing branch is nobody's loss.
  if (status !== 0) return false;
  return (
    stdout
      .toString("utf8")
      .split("\n")
      .filter((ref) => ref !== "" && ref !== name).length === 0
  );
}
