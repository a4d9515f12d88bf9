import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { inShell } from "../../kit/in-shell.ts";
import { isObject } from "../../kit/json.ts";
import { commandOfCall } from "../block-destructive/command-of-call.ts";
import { matchesOf, type Look, type RuleMatch } from "../block-destructive/script-verdict.ts";
import { judgeScripts, knownLooks } from "../block-destructive/looks-of-call.ts";
import type { CommandView, HarmRule } from "../block-destructive/rule.ts";
import { scriptsOf } from "../block-destructive/scripts-of.ts";
import type { Call } from "../call.ts";
import { namedPaths } from "../../call/named-paths.ts";
import { isEnvironmentFile, namesVariable } from "../../worktree/doors/trust.ts";
import {
  COMMAND_OF_OURS,
  HOOKS_OF_AGENT,
  namesEnvironmentFile,
  PACKAGE_OF_OURS,
  PROCESS_OF_OURS,
  VARIABLE_OF_OURS,
} from "./about-commands.ts";
import { aboutFiles } from "./about-files.ts";
import { waysOutOfAgents } from "./agents-ways-out.ts";
import { aboutRegistrations } from "./taken-away.ts";
import { protectedPlaces } from "./protected-places.ts";
import { columnOf, printsByAllRows } from "../../shell/doors/programs.ts";
import { callView } from "../../call/call-view.ts";

/** Verbs in the names of tools that move, copy or link a file, each with the command that does the same. */
const CARRIERS = [
  [/^(?:move|rename|mv)$/, "mv"],
  [/^(?:copy|duplicate|cp)$/, "cp"],
  [/^(?:link|symlink|hardlink)$/, "ln"],
] as const;
/** The keys in the arguments of a tool that moves, copies or links: those of the source, then those of the target. */
const ENDS = [
  /^(?:source|src|from|path|file|(?:old|source|src|from)_?(?:path|file|name)?|target)$/i,
  /^(?:destination|dest?|dst|to|(?:new|destination|dest?|dst|to|link|target)_?(?:path|file|name)?)$/i,
] as const;

/** How a call harms snapveil or the hook file. */
interface Touched {
  /** The rest of a sentence that begins with "it". */
  readonly does: string;
  /** The command, as the call writes it; the tool with its file for a call without a command. */
  readonly command: string;
}

/** How a call harms snapveil or the hook file; `undefined` if it does not. */
export async function touchedBy(event: CallEvent, call: Call): Promise<Touched | undefined> {
  const { kind } = callView(event);
  const places = await protectedPlaces(event, call);
  const waysOut = await waysOutOfAgents();
  const ours = [COMMAND_OF_OURS, PACKAGE_OF_OURS, VARIABLE_OF_OURS, PROCESS_OF_OURS];
  const rules = [...ours, HOOKS_OF_AGENT, waysOut, aboutFiles(places), aboutRegistrations(places, call.io)];
  const looks = kind === "shell" ? knownLooks(event) : undefined;
  const findings = looks
    ? matchesOfAll(looks, rules)
    : judgeScripts(event, call, scriptsFor(event), () => rules).findings;
  const [first] = findings;
  const shown = () => commandOfCall(first?.command ?? "", first?.view, event);
  if (first) return { does: first.rule.does, command: shown() };
  return kind === "write" && setsVariable(event) ? { does: VARIABLE_OF_OURS.does, command: shown() } : undefined;
}

/** The rules that commands match. A printing command that is like one without a match is not held against the rules. */
function matchesOfAll(looks: readonly Look[], rules: readonly HarmRule[]): readonly RuleMatch[] {
  const found: RuleMatch[] = [];
  const harmless = new Set<string>();
  for (const look of looks) {
    const { folder, writes, appends } = look.view;
    // The rules ask which files such a command writes, and in which folder; its words tell them nothing.
    const files = onlyWrites(look.view) ? `${folder}\0${writes.join("\0")}\0\0${appends.join("\0")}` : undefined;
    if (files !== undefined && harmless.has(files)) continue;
    const matches = matchesOf(look, rules);
    found.push(...matches);
    if (files !== undefined && matches.length === 0 && !look.isCovered) harmless.add(files);
  }
  return found;
}

/**
 * Whether a command can touch the protected files by its redirections alone, as `echo` and `cat` can, and names no file
 * from which a shell takes variables, so that it may print any text.
 */
function onlyWrites(view: CommandView): boolean {
  return (
    printsByAllRows(view.name) &&
    columnOf(view.name, "acts") === undefined &&
    view.assigned.length === 0 &&
    view.elsewhere === undefined &&
    !namesEnvironmentFile(view)
  );
}

function setsVariable(event: CallEvent): boolean {
  return namedPaths(event).paths.some(isEnvironmentFile) && callView(event).texts.some(namesVariable);
}

function scriptsFor(event: CallEvent): string[] {
  const { kind } = callView(event);
  const scripts = scriptsOf(event);
  if (kind === "shell") return scripts;
  // For each file that a write names, also within a patch, a redirection to the file is judged.
  const written = kind === "write" ? namedPaths(event).paths.map((path) => `: > ${inShell(path)}`) : [];
  return [...scripts, ...written, ...carriedBy(event)];
}

function carriedBy(event: CallEvent): string[] {
  const { toolInput } = event;
  const { words } = callView(event);
  const [, program] = CARRIERS.find(([verb]) => words.some((word) => verb.test(word))) ?? [];
  if (program === undefined || !isObject(toolInput)) return [];
  const ends = ENDS.flatMap((key) =>
    Object.entries(toolInput).flatMap(([name, value]) => (key.test(name) && typeof value === "string" ? [value] : [])),
  );
  return [[program, "--", ...ends.map(inShell)].join(" ")];
}
