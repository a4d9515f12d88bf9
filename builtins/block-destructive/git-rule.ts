import { discardingVerbs, gitVerb, parseGit, type GitWords } from "../../shell/doors/git.ts";
import type { HarmRule, CommandView } from "./rule.ts";

/** A command of git: its verb, the words behind the verb (`rest`), and the folder of `-C`, `""` without one. */
export interface Git extends Pick<GitWords, "folder" | "verb"> {
  readonly rest: readonly string[];
}

export function toGit(words: readonly string[]): Git {
  const { folder, verb, own: rest } = parseGit(words);
  return { folder, verb, rest };
}

/** Makes a rule for commands of git with certain verbs. */
export function gitRule(
  row: Omit<HarmRule, "programs" | "matches" | "recorded" | "words"> & {
    /** The words of the rule's gate; absent: the verbs are the words. */
    readonly words?: RegExp;
    /** The verbs; `"discards"`: every verb that the table of git's verbs marks as discarding changes. */
    readonly verbs: RegExp | "discards";
    matches(git: Git, view: CommandView): boolean;
    /**
     * Whether the command discards changes of the whole worktree, not only of the files that it names. If absent, no
     * checkpoint can hold the loss.
     */
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
        // With --git-dir or --work-tree git works on another worktree than the recorded one.
        const isOther = own.some((word) => /^--(?:git-dir|work-tree)/.test(word));
        return isOther ? undefined : { folder: git.folder, isWhole: isWhole(git) };
      },
    }),
  };
}

function isOf(verb: string, verbs: RegExp | "discards"): boolean {
  return verbs === "discards" ? gitVerb(verb)?.discards === true : verbs.test(verb);
}
