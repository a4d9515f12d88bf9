import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { judgeScript, type Judged } from "../block-destructive/judge-script.ts";
import { surroundingsOf } from "../block-destructive/places.ts";
import type { Rule, View } from "../block-destructive/rule.ts";
import { scriptsOf } from "../block-destructive/scripts-of.ts";
import type { Call } from "../call.ts";
import { namedPaths } from "../named-paths.ts";
import { startFolder } from "../shell/folders.ts";
import { isToldToWrite, programKind } from "../shell/program-kind.ts";
import { readGit } from "../shell/read-git.ts";
import { operandsOf } from "../shell/read-options.ts";
import { quoted } from "../shell/shell-arguments.ts";
import type { ToolKind } from "../tool-kind.ts";
import { protectedPlaces, type ProtectedPlaces } from "./protected-places.ts";

/** What weakens the guards, or takes checkpoints away. */
const COMMANDS = /^(?:off|allow|uninstall|untrack|prune)$/;
/** The program itself, as a package too. */
const PROGRAM = /^(?:.*[\\/])?snapveil(?:-hook)?(?:@[\w.^~-]+)?(?:\.[cm]?js|\.cmd|\.exe)?$/i;
const RUNNERS = /^(?:npx|bunx|pnpx|npm|pnpm|yarn|bun|deno|node|nodejs|x|exec|dlx|run|tsx)$/;
/** git's, which leave the files of the worktree as they are. */
const GIT_LOOKS =
  /^(?:status|diff|log|show|blame|add|commit|ls-files|check-ignore|grep|cat-file|rev-parse|push|fetch)$/;
/** They make what is not there, or change nothing in a file. */
const HARMLESS = /^(?:mkdir|touch|cd|pushd|popd|source|\.|export|set|alias|git-lfs)$/;
/** Of their operands only the last is written. */
const COPIES = /^(?:cp|copy|install|ln|rsync|scp|rclone)$/;

/** What a call does to snapveil or to the hook file, as a sentence goes on behind "it"; `undefined`: nothing. */
export async function touchedBy(event: CallEvent, call: Call, kind: ToolKind): Promise<string | undefined> {
  const places = await protectedPlaces(event, call);
  const around = surroundingsOf(event.cwd, call.io);
  const judged: Judged = { findings: [], commands: [], remarks: new Set() };
  const rules = [aboutCommand(), aboutFiles(places)];
  const folder = startFolder(event.toolInput, around.cwd);
  for (const script of scriptsFor(event, kind))
    judgeScript(script, folder, { around, io: call.io, rulesOf: () => rules }, judged);
  return judged.findings[0]?.rule.does;
}

/** A patch names its files itself. */
function scriptsFor(event: CallEvent, kind: ToolKind): string[] {
  const scripts = scriptsOf(event, kind);
  if (kind !== "write") return scripts;
  return [...scripts, ...namedPaths(event).paths.map((path) => `: > ${quoted(path)}`)];
}

type RuleOfOurs = Pick<Rule, "does" | "matches">;

function rule({ does, matches }: RuleOfOurs): Rule {
  return { name: "", level: "catastrophic", programs: "*", instead: "", hits: [], misses: [], does, matches };
}

function aboutCommand(): Rule {
  return rule({
    does: "runs a command of snapveil that takes guards or checkpoints away",
    matches({ name, own }) {
      const words = [name, ...own];
      const at = words.findIndex((word) => PROGRAM.test(word));
      const isRun = at !== -1 && words.slice(0, at).every((word) => word.startsWith("-") || RUNNERS.test(word));
      return isRun && COMMANDS.test(words.slice(at + 1).find((word) => !word.startsWith("-")) ?? "");
    },
  });
}

function aboutFiles(places: ProtectedPlaces): Rule {
  return rule({
    does: "changes the settings or the data of snapveil, or the file in which the agent's hooks are registered",
    matches(view) {
      const { name, own, fed, writes, appends } = view;
      const isHit = (words: readonly string[], above: boolean) =>
        view
          .places(words)
          .some(({ path, isContents }) => path !== undefined && places.holds(path, above || isContents));
      if (isHit([...writes, ...appends], false)) return true;
      if (isReader(view)) return false;
      if (programKind(name) === "code" && [...own, ...fed].some((text) => places.isNamedIn(text))) return true;
      const values = own.map((word) => /^(?:-{0,2}[\w-]+=)(.+)$/s.exec(word)?.[1] ?? word);
      const words = COPIES.test(name) ? [operandsOf(own).at(-1) ?? ""] : values.filter((word) => !word.startsWith("-"));
      return isHit(words, !COPIES.test(name));
    },
  });
}

/** Whether a command leaves every file that it names as it is. */
function isReader({ name, own }: View): boolean {
  if (name === "" || HARMLESS.test(name) || PROGRAM.test(name)) return true;
  if (name === "git") return GIT_LOOKS.test(readGit(own).verb);
  const kind = programKind(name);
  return kind !== undefined && kind !== "code" && kind !== "send" && !isToldToWrite(name, own);
}
