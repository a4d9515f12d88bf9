import { discardingVerbs, gitVerb, parseGit, type GitWords } from "../../shell/doors/git.ts";
import type { HarmRule, CommandView, NotedLoss } from "./rule.ts";

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
  row: Omit<HarmRule, "programs" | "matches" | "recorded" | "noted" | "words"> & {
    /** The words of the rule's gate; absent: the verbs. */
    readonly words?: RegExp;
    /** The verbs; `"discards"`: every verb that the table of git's verbs marks as discarding changes. */
    readonly verbs: RegExp | "discards";
    matches(git: Git, view: CommandView): boolean;
    /**
     * Whether the command discards changes of the whole worktree, not only of the files that it names. Absent: no
     * checkpoint can hold what the command discards.
     */
    readonly isWhole?: (git: Git) => boolean;
    /**
     * The refs, reflogs or worktree that the command takes away, if the note of git's state before the call holds
     * enough to return them; else `undefined`.
     */
    readonly loses?: (git: Git) => Omit<NotedLoss, "folder"> | undefined;
  },
): HarmRule {
  const { verbs, matches, isWhole, loses, ...rest } = row;
  return {
    ...rest,
    programs: "git",
    words: row.words ?? (verbs === "discards" ? new RegExp(String.raw`\b(?:${discardingVerbs()})\b`) : [verbs]),
    matches(view) {
      const git = toGit(view.own);
      return isOf(git.verb, verbs) && !git.rest.includes("--help") && matches(git, view);
    },
    ...(loses && {
      noted: ({ own }: CommandView) => {
        const git = toGit(own);
        const loss = isOther(own) ? undefined : loses(git);
        return loss && { ...loss, folder: git.folder };
      },
    }),
    ...(isWhole && {
      recorded: ({ own }: CommandView) => {
        const git = toGit(own);
        return isOther(own) ? undefined : { folder: git.folder, isWhole: isWhole(git) };
      },
    }),
  };
}

/** Whether the command names another git folder or worktree, of which no checkpoint is made. */
function isOther(own: readonly string[]): boolean {
  return own.some((word) => /^--(?:git-dir|work-tree|namespace)/.test(word));
}

function isOf(verb: string, verbs: RegExp | "discards"): boolean {
  return verbs === "discards" ? gitVerb(verb)?.discards === true : verbs.test(verb);
}
