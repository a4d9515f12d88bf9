import type { CommandView, HarmRule } from "./rule.ts";

/** A rule that a command matched. */
export interface RuleMatch {
  readonly rule: HarmRule;
  readonly view: CommandView;
  /** The words of the command, joined with blanks. */
  readonly command: string;
  /** The folder in which the command runs. */
  readonly folder: string | undefined;
}

/** The findings of the rules in a script. */
export interface ScriptVerdict {
  readonly findings: RuleMatch[];
  /** Each command without its wrappers, for the patterns of the settings. */
  readonly commands: string[];
  /** Sentences for the user about commands that pass because a part of their meaning is unknown. */
  readonly remarks: Set<string>;
  /**
   * Absolute path → what commands of the call write there: the names of files of secrets, `ENVIRONMENT` for all
   * variables, or nothing of both. Absent if no guard needs it.
   */
  readonly written?: Map<string, readonly string[]>;
  /** Each command with its view, so that another guard need not parse the script again; absent if no guard needs it. */
  readonly looks?: Look[];
}

/** A command that was judged by the rules. */
export interface Look {
  readonly view: CommandView;
  /** The words of the command, joined with blanks. */
  readonly text: string;
  /** The folder in which the command runs. */
  readonly folder: string | undefined;
  /** The command removes only things that earlier commands of the call made, so no rule applies. */
  readonly isCovered: boolean;
}

/** The rules that match a command. @param counts rules for which `counts` returns false are not tried */
export function matchesOf(
  { view, text, folder, isCovered }: Look,
  rules: readonly HarmRule[],
  counts: (rule: HarmRule) => boolean = () => true,
): readonly RuleMatch[] {
  if (isCovered) return NO_MATCH;
  let matches: RuleMatch[] | undefined;
  for (const rule of rules)
    if (counts(rule) && rule.matches(view)) (matches ??= []).push({ rule, view, command: text, folder });
  return matches ?? NO_MATCH;
}

const NO_MATCH: readonly RuleMatch[] = [];
