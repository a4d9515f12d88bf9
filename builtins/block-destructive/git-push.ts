import { readRegularFile } from "../../kit/files.ts";
import type { Repository } from "../../worktree/doors/worktree.ts";
import { parsePush, type PushedRef, type PushWords } from "../../shell/doors/git.ts";
import { gitRule } from "./git-rule.ts";
import type { HarmRule } from "./rule.ts";

/** Rules for pushes and API calls that overwrite or delete branches or tags of the remote. */
export const GIT_PUSH: readonly HarmRule[] = [
  {
    name: "delete-main",
    level: "catastrophic",
    programs: "gh glab",
    words: [/-X ?(?:DELETE|PATCH)\b/, /--method[= ](?:DELETE|PATCH)\b/],
    does: "deletes or overwrites a main branch of the remote, for everybody",
    instead: "Leave it to the person.",
    matches: ({ own }) => {
      const words = own.join(" ");
      const [, ref] = /(?:git\/refs\/heads|repository\/branches)\/([\w./-]+)/.exec(words) ?? [];
      const isTold =
        /^api (?:.* )?(?:-X ?|--method[= ])DELETE(?: |$)/i.test(words) ||
        (/(?:-X ?|--method[= ])PATCH(?: |$)/i.test(words) && /(?:^| )force=true(?: |$)/.test(words));
      return isTold && isMain(ref, "origin", undefined);
    },
  },
  gitRule({
    name: "push-main",
    level: "catastrophic",
    verbs: /^(?:push|send-pack)$/,
    does: "overwrites or deletes a main branch of the remote, for everybody",
    instead: "Push to another branch, and open a pull request.",
    matches: ({ rest, folder }, view) => {
      const push = parsePush(rest);
      const { isForced, deletes, all, isMirror, refs, remote = "origin", isOff } = push;
      if (isOff) return false;
      const isEvery = refs.some((ref) => (isForced || ref.isForced) && /^refs\/(?:heads\/)?\*$/.test(ref.to));
      if ((isForced && all) || isEvery || (isMirror && remote === "origin")) return true;
      const isLost = (ref: PushedRef) => isForced || deletes || ref.isForced || ref.isDeleted;
      return mainAmong(push, view.repository(folder)).some(isLost);
    },
  }),
  gitRule({
    name: "rewrite-main",
    level: "unrecorded",
    verbs: /^(?:push|send-pack)$/,
    does: "rewrites a main branch of the remote that others build on; the lease keeps only what was not seen yet",
    instead: "Push to another branch, and open a pull request.",
    matches: ({ rest, folder }, view) => {
      const push = parsePush(rest);
      // A push without a ref pushes the current branch, which is mostly a branch of the user's and no main branch.
      return (
        !push.isOff && push.hasLease && push.refs.length > 0 && mainAmong(push, view.repository(folder)).length > 0
      );
    },
  }),
  gitRule({
    name: "push-mirror",
    level: "unrecorded",
    verbs: /^(?:push|send-pack)$/,
    does: "deletes or overwrites every branch or tag of the remote that is not here, or a tag that others may use",
    instead: "Push the branches and tags by their names.",
    matches: ({ rest }) => {
      const { prunes, isMirror, isForced, deletes, hasTags, refs, isOff } = parsePush(rest);
      if (isOff) return false;
      return (
        isMirror ||
        prunes ||
        (isForced && hasTags) ||
        refs.some((ref) => isTag(ref.to) && (ref.isDeleted || ref.isForced || deletes || isForced))
      );
    },
  }),
  gitRule({
    name: "push-force",
    level: "all",
    verbs: /^(?:push|send-pack)$/,
    does: "overwrites what the remote has, whoever put it there",
    instead: "Use --force-with-lease, which overwrites only commits that you have fetched.",
    matches: ({ rest }) => {
      const { prunes, isForced, isMirror, refs, isOff } = parsePush(rest);
      return !isOff && (isForced || isMirror || prunes || refs.some((ref) => ref.isForced));
    },
  }),
  gitRule({
    name: "push-delete",
    level: "all",
    verbs: /^(?:push|send-pack)$/,
    does: "deletes a branch or a tag of the remote, which others may work on",
    instead: "Leave it to the person, or to the forge when the branch is merged.",
    matches: ({ rest }) => {
      const { deletes, refs, isOff } = parsePush(rest);
      return !isOff && (deletes || refs.some((ref) => ref.isDeleted));
    },
  }),
];

/** The refs of a push that are main branches of the remote; a push without a ref means the current branch. */
function mainAmong({ refs, remote = "origin" }: PushWords, repository: Repository | undefined): readonly PushedRef[] {
  const targets = refs.length > 0 ? refs : [{ from: "HEAD", to: "HEAD", isForced: false, isDeleted: false }];
  return targets.filter(({ to }) =>
    isMain(/^(?:refs\/heads\/)*(?:HEAD|@)$/.test(to) ? currentBranch(repository) : to, remote, repository),
  );
}

/** Whether a ref is a tag, by its full name (`refs/tags/…`) or because it looks like a version (`v1.2`). */
function isTag(name: string): boolean {
  return /^refs\/tags\/|^v?\d+\.\d+(?:\.\d+)?(?:[-+.][\w.-]+)?$/.test(name);
}

/** Whether a ref is a main branch: by a usual name of main branches, or because the remote's HEAD points to it. */
function isMain(ref: string | undefined, remote: string, repository: Repository | undefined): boolean {
  const name = ref?.replace(/^refs\/heads\//, "");
  if (name === undefined) return false;
  if (/^(?:main|master|trunk|develop|production|release(?:[-/_.].*|s\/.*)?)$/.test(name)) return true;
  if (!repository || !/^[\w.-]+$/.test(remote)) return false;
  const head = firstLine(`${repository.commonDir}/refs/remotes/${remote}/HEAD`);
  return head === `ref: refs/remotes/${remote}/${name}`;
}

function currentBranch(repository: Repository | undefined): string | undefined {
  return /^ref: refs\/heads\/(.+)$/.exec((repository && firstLine(`${repository.gitDir}/HEAD`)) ?? "")?.[1];
}

function firstLine(file: string): string | undefined {
  try {
    return readRegularFile(file, 1024)
      .bytes.toString("utf8")
      .split(/[\r\n]/, 1)[0];
  } catch {
    return undefined;
  }
}
