import type { HarmRule, CommandView } from "../block-destructive/rule.ts";
import { columnOf, isMadeToAct, kindOf, programName } from "../../shell/doors/programs.ts";
import { gitVerb, parseGit } from "../../shell/doors/git.ts";
import { hasOption } from "../../shell/doors/options.ts";
import { isEnvironmentFile, namesVariable } from "../../worktree/doors/trust.ts";
import { printed } from "../../shell/doors/effects.ts";
import { isPattern, mayMean } from "../expand-pattern.ts";

/** The subcommands that weaken the guards or delete checkpoints. */
const COMMANDS = /^(?:off|allow|uninstall|untrack|prune)$/;
/** The program `snapveil`, also as an npm package. */
const PROGRAM = /^(?:.*[\\/])?snapveil(?:-hook)?(?:@[\w.^~-]+)?(?:\.[cm]?js|\.cmd|\.exe)?$/i;
const TYPED = /\bsnapveil(?:@[\w.]+)?\s+(?:-\S+\s+)*(?:off|allow|uninstall|untrack|prune)\b(?![^\n;&|]*--help)/;
/** Verbs of package managers whose operands are packages, not commands. */
const PACKAGES = /^(?:add|install|i|remove|rm|update|up|view|info|search|outdated|why)$/;

/** Sets the variable that switches off every hook of snapveil. */
const SWITCH = /^SNAPVEIL_DISABLE(?:=(?!0?$)|$)/;
/** Sets a variable that gives snapveil other settings, another data folder or another Node. */
const CONFIG = /^SNAPVEIL_(?:CONFIG|DATA_DIR|NODE)(?:=|$)/;

export const COMMAND_OF_OURS: HarmRule = rule({
  does: "runs a command of snapveil that takes guards or checkpoints away",
  matches(view) {
    const { name, own, fed } = view;
    if (columnOf(name, "types") && [own.join(" "), ...fed].some((text) => TYPED.test(text))) return true;
    if (isReadCommand(view) && !PROGRAM.test(name)) return false;
    const words = [name, ...own];
    return words.some((word, at) => (PROGRAM.test(word) || mayMeanName(word, "snapveil")) && isWeakening(words, at));
  },
});

const MANAGERS = /^(?:npm|pnpm|yarn|bun|brew|volta)$/;
const REMOVES = /^(?:remove|rm|uninstall|un|unlink|r)$/;
const ADDS = /^(?:add|install|i)$/;

export const PACKAGE_OF_OURS: HarmRule = rule({
  does: "removes the program of snapveil, or puts another release in its place",
  matches({ name, own }) {
    if (!MANAGERS.test(name)) return false;
    const [verb = "", ...packages] = own.filter((word) => !word.startsWith("-") && word !== "global");
    if (REMOVES.test(verb)) return packages.some((word) => /^snapveil(?:@|$)/.test(word));
    const isGlobal = own.some((word) => /^(?:-g|--global|global)$/.test(word));
    return isGlobal && ADDS.test(verb) && packages.some((word) => /^snapveil@[\^~<=]?\d/.test(word));
  },
});

export const PROCESS_OF_OURS: HarmRule = rule({
  does: "ends programs of snapveil",
  matches: (view) =>
    columnOf(view.name, "ends") === true &&
    [...view.own, ...view.fed, ...view.piped].some((word) => /snapveil/i.test(word)),
});

/** A key of an agent's settings that holds its hooks or switches them off. */
const HOOKS = /^(?:[\w-]+\.)*(?:disable_?all_?hooks|hooks?|hooks_?(?:config|enabled|disabled))(?:[.=].*)?$/i;
const CHANGES = /^(?:set|add|remove|rm|unset|delete|disable|--(?:add|unset(?:-all)?|replace-all|remove-section))$/;
const SWITCHED_OFF = /["']?disable_?all_?hooks["']?\s*[:=]\s*true/i;

export const HOOKS_OF_AGENT: HarmRule = rule({
  does: "changes which hooks an agent or git runs",
  matches(view) {
    const { name, own } = view;
    if (name === "git") return setsHooksOfGit(own);
    if (isReadCommand(view)) return false;
    const isSet = /^(?:config|settings|hooks?)$/i.test(own[0] ?? "") && own.some((word) => CHANGES.test(word));
    return (
      (isSet && own.some((word) => HOOKS.test(word))) ||
      own.some((word) => SWITCHED_OFF.test(word) && !/[\n]/.test(word))
    );
  },
});

/**
 * Whether git's words set its hooks: `git config core.hooksPath x`, `git -c core.hooksPath=x commit`. Without a value
 * git only prints the setting.
 */
function setsHooksOfGit(words: readonly string[]): boolean {
  const { options, verb, own } = parseGit(words);
  const isKey = (word: string) => /^core\.hookspath(?:=|$)/i.test(word);
  if (options.some(([name, value]) => name === "-c" && isKey(value))) return true;
  const at = own.findIndex(isKey);
  if (verb !== "config" || at === -1 || own.some((word) => /^(?:--get(?:-all)?|get)$/.test(word))) return false;
  return own.length > at + 1 || own.some((word) => CHANGES.test(word));
}

export const VARIABLE_OF_OURS: HarmRule = rule({
  does: "sets a variable that switches snapveil off or gives it other settings",
  matches(view) {
    const { name, own, assigned } = view;
    const set = assigned.filter(isOurs);
    if (!isReadCommand(view) || columnOf(name, "sets")) set.push(...own.filter(isOurs));
    if (set.some((word) => SWITCH.test(word))) return true;
    if (set.some((word) => CONFIG.test(word)) && !PROGRAM.test(name)) return true;
    return setsAtStart(view);
  },
});

function isOurs(word: string): boolean {
  return word.startsWith("SNAPVEIL_");
}

/** Whether a word may be a shell's pattern that matches a program's name: `/usr/bin/sn*l`. */
export function mayMeanName(word: string, name: string): boolean {
  const base = programName(word);
  return isPattern(base) && /[a-z]{2}/i.test(base) && mayMean(base, name);
}

function isWeakening(words: readonly string[], at: number): boolean {
  const behind = words.slice(at + 1);
  const isAsking = behind.some((word) => /^(?:-h|--help)$/.test(word));
  const isPackage = words.slice(1, at).some((word) => PACKAGES.test(word));
  return !isAsking && !isPackage && COMMANDS.test(behind.find((word) => !word.startsWith("-")) ?? "");
}

/**
 * Whether a command writes a variable of snapveil's to a file that a shell reads when it starts: `echo 'export
 * SNAPVEIL_DISABLE=1' >> ~/.bashrc`.
 */
function setsAtStart(view: CommandView): boolean {
  if (!namesEnvironmentFile(view)) return false;
  const { name, own, fed, folder } = view;
  // The output is tested, too: `printf '%s_DISABLE=1' SNAPVEIL` prints the variable's name, though no word contains it.
  const output = printed(name, own, fed, { folder, root: undefined });
  return [...own, ...fed, ...view.piped, ...output].some(namesVariable);
}

/** Makes a function that remembers its answer for the last command, since several rules test one command in a row. */
function forLast(answerOf: (view: CommandView) => boolean): (view: CommandView) => boolean {
  let last: CommandView | undefined;
  let answer = false;
  return (view) => {
    if (view !== last) [last, answer] = [view, answerOf(view)];
    return answer;
  };
}

/** Whether a command names a file that a shell reads when it starts. */
export const namesEnvironmentFile = forLast(({ own, writes, appends }) =>
  [writes, appends, own].some((files) => files.some(isEnvironmentFile)),
);

/** Whether a command changes none of the files in its words. */
export const isReadCommand = forLast(isReading);

function isReading({ name, own }: CommandView): boolean {
  if (name === "" || columnOf(name, "leavesFiles") || PROGRAM.test(name)) return true;
  if (name === "git") return leavesFiles(own);
  if (name === "tar" || name === "bsdtar") return /^-*\w*[ct]/.test(own[0] ?? "") && !own.includes("--remove-files");
  if (name === "zip") return !own.some((word) => /^-\w*m|^--move/.test(word));
  const kind = kindOf(name);
  return kind !== undefined && kind !== "code" && kind !== "send" && !isMadeToAct(name, own);
}

/** Whether a command of git changes no file of the worktree. */
function leavesFiles(own: readonly string[]): boolean {
  const { verb, own: rest } = parseGit(own);
  const { does, joins } = gitVerb(verb) ?? {};
  const isStaged = hasOption(rest, "S", "--staged") && !hasOption(rest, "W", "--worktree");
  if ((verb === "restore" && isStaged) || (verb === "rm" && rest.includes("--cached"))) return true;
  return does === "look" || does === "record" || (does === "send" && !joins && verb !== "clone");
}

/** Makes a rule about snapveil itself. It has no name, since no setting can switch it off. */
export function rule({ does, matches }: Pick<HarmRule, "does" | "matches">): HarmRule {
  return { name: "", level: "catastrophic", programs: "*", words: [], instead: "", does, matches };
}
