import { readRegularFile } from "../../kit/files.ts";
import type { Repository } from "../../worktree/find-worktree.ts";
import { readPush } from "../../shell/read-push.ts";
import { gitRule } from "./git.ts";
import type { HarmRule } from "./rule.ts";

/** Branches and tags that a push overwrites or deletes at the remote. */
export const GIT_PUSH: readonly HarmRule[] = [
  {
    name: "delete-main",
    level: "catastrophic",
    programs: "gh glab",
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
    hits: [
      "gh api -X DELETE repos/me/shop/git/refs/heads/main",
      "gh api -X PATCH repos/me/shop/git/refs/heads/main -f sha=abc -F force=true",
    ],
    misses: ["gh api -X DELETE repos/me/shop/git/refs/heads/fix", "gh api repos/me/shop/git/refs/heads/main"],
  },
  gitRule({
    name: "push-main",
    level: "catastrophic",
    verbs: /^push$/,
    does: "overwrites or deletes a main branch of the remote, for everybody",
    instead: "Push to a branch of its own and open a pull request.",
    matches: (git, view) => {
      const { isForced, hasLease, deletes, all, isMirror, refs, remote = "origin", isOff } = readPush(git.rest);
      const repository = view.repository(git.folder);
      if (isOff) return false;
      const isEvery = refs.some((ref) => (isForced || ref.isForced) && /^refs\/(?:heads\/)?\*$/.test(ref.to));
      if ((isForced && all) || isEvery || (isMirror && remote === "origin")) return true;
      const targets = refs.length > 0 ? refs : [{ to: "HEAD", isForced: false, isDeleted: false }];
      return targets.some(
        (ref) =>
          // A lease keeps no commit of the others' that was fetched. Without a name it is mostly one's own branch.
          (isForced || (hasLease && refs.length > 0) || deletes || ref.isForced || ref.isDeleted) &&
          isMain(ref.to === "HEAD" || ref.to === "@" ? currentBranch(repository) : ref.to, remote, repository),
      );
    },
    hits: [
      "git push --force origin main",
      "git push origin +HEAD:refs/heads/main",
      "git push origin :main",
      "git -C . push -fu origin master",
      "git push origin --delete production",
      "git push -f -on origin main",
      "git push --force-with-lease origin main",
      "git push --force-with-lease=main:abc origin HEAD:main",
      "git push origin '+refs/heads/*:refs/heads/*'",
      "git push --mirror origin",
    ],
    misses: [
      "git push origin main",
      "git push --force-with-lease",
      "git push --force-with-lease origin feature/x",
      "git push -f origin feature/x",
      "git push -n -f origin main",
      "git push origin --delete feature/x",
    ],
  }),
  gitRule({
    name: "push-mirror",
    level: "unrecorded",
    verbs: /^push$/,
    does: "deletes or overwrites every branch or tag of the remote that is not here, or a tag that others may use",
    instead: "Push the branches and tags by their names.",
    matches: ({ rest }) => {
      const { names, isMirror, isForced, deletes, hasTags, refs, isOff } = readPush(rest);
      if (isOff) return false;
      return (
        isMirror ||
        names.has("prune") ||
        (isForced && hasTags) ||
        refs.some((ref) => isTag(ref.to) && (ref.isDeleted || ref.isForced || deletes || isForced))
      );
    },
    hits: [
      "git push --mirror backup",
      "git push --prune origin",
      "git push origin :refs/tags/v1",
      "git push origin --delete v1.2.0",
      "git push --force --tags",
    ],
    misses: ["git push --tags", "git push origin v1.2.0", "git push origin --delete feature/x", "git push -f origin x"],
  }),
  gitRule({
    name: "push-force",
    level: "all",
    verbs: /^push$/,
    does: "overwrites what the remote has, whoever put it there",
    instead: "Use --force-with-lease, which overwrites only what was seen.",
    matches: ({ rest }) => {
      const { names, isForced, isMirror, refs, isOff } = readPush(rest);
      return !isOff && (isForced || isMirror || names.has("prune") || refs.some((ref) => ref.isForced));
    },
    hits: ["git push --force", "git push origin +feature/x", "git push --mirror origin", "git push -uf origin x"],
    misses: ["git push", "git push --force-with-lease", "git push origin --delete x", "git push --force --dry-run"],
  }),
  gitRule({
    name: "push-delete",
    level: "all",
    verbs: /^push$/,
    does: "deletes a branch or a tag of the remote, which others may work on",
    instead: "Leave it to the person, or to the forge when the branch is merged.",
    matches: ({ rest }) => {
      const { deletes, refs, isOff } = readPush(rest);
      return !isOff && (deletes || refs.some((ref) => ref.isDeleted));
    },
    hits: ["git push origin --delete x", "git push origin :x", "git push -d origin x y"],
    misses: ["git push origin x", "git push -n origin :x", "git push --tags"],
  }),
];

/** A tag by its full name, or by that of a version. */
function isTag(name: string): boolean {
  return /^refs\/tags\/|^v?\d+\.\d+(?:\.\d+)?(?:[-+.][\w.-]+)?$/.test(name);
}

/** Names that main branches have, and the remote's HEAD. */
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
