import { discardingVerbs, gitVerb, parseGit, type GitWords } from "../../shell/doors/git.ts";
import type { HarmRule, CommandView } from "./rule.ts";

/** A verb of git with its words and its folder, "" for its own. */
export interface Git extends Pick<GitWords, "folder" | "verb"> {
  readonly rest: readonly string[];
}

export function toGit(words: readonly string[]): Git {
  const { folder, verb, own: rest } = parseGit(words);
  return { folder, verb, rest };
}

/** A rule for one verb of git or several. */
export function gitRule(
  row: Omit<HarmRule, "programs" | "matches" | "recorded" | "words"> & {
    /** The words of the rule's gate; absent: the verbs. */
    readonly words?: RegExp;
    /** The verbs; "discards": the verbs that discard changes, as the table says. */
    readonly verbs: RegExp | "discards";
    matches(git: Git, view: CommandView): boolean;
    /** The whole worktree is meant, not the files that are named; absent: no checkpoint holds the loss. */
    readonly isWhole?: (git: Git) => boolean;
  },
): HarmRule {
  const { verbs, matches, isWhole, ...rest } = row;
  return {
    ...rest,
    programs: "git",
    words: row.words ?? (verbs === "discards" ? new RegExp(String.raw`\b(?:${discardingVerbs()})\b`) : [verbs]),
    matches(view) {
      const git = toGit(view.own);
      return isOf(git.verb, verbs) && !git.rest.includes("--help") && matches(git, view);
    },
    ...(isWhole && {
      recorded: ({ own }: CommandView) => {
        const git = toGit(own);
        // Another git folder, or another worktree, is not recorded.
        const isOther = own.some((word) => /^--(?:git-dir|work-tree)/.test(word));
        return isOther ? undefined : { folder: git.folder, isWhole: isWhole(git) };
      },
    }),
  };
}

function isOf(verb: string, verbs: RegExp | "discards"): boolean {
  return verbs === "discards" ? gitVerb(verb)?.discards === true : verbs.test(verb);
}
