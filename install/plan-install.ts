import { join } from "node:path";

import { applyPatch, structuredPatch } from "diff";

import { printable } from "../kit/printable.ts";
import { UserError } from "../kit/user-error.ts";
import type { Dialect } from "../agents/codec/dialect.ts";
import { loadAgent } from "../agents/registry.ts";
import type { Settings } from "../worktree/settings.ts";
import { chooseEvents, type ChosenEvent } from "./choose-events.ts";
import { CLEARED, commandLine, ownerOf, wrapperPath } from "../agents/formats/command-line.ts";
import { ConfigProblem, type ConfigFile, type Entry } from "../agents/formats/config-file.ts";
import { ownScript } from "../agents/formats/own-file.ts";
import type { Installer, Scope, Where } from "../agents/formats/installer.ts";
import type { Leg } from "../builtins/builtin.ts";
import { builtinOf } from "./legs.ts";
import { readConfig, type Found } from "./read-config.ts";
import { listReceipts, readReceipt, type Receipt } from "./receipt.ts";

/** One file as it is and as it shall be. */
export interface FileChange {
  readonly agent: string;
  readonly scope: Scope;
  readonly found: Found;
  /** `undefined`: the file goes. */
  readonly after: string | undefined;
  readonly isProgram: boolean;
  /** Everything of ours is taken out of it, so nothing needs to be remembered any more. */
  readonly isRemoval?: true;
  /** The file without anything of ours, to be remembered. */
  readonly original: Buffer | undefined;
  /** What is remembered of it now. */
  readonly receipt: Receipt | undefined;
}

/** What is to be done for one agent. Nothing is written yet. */
export interface AgentPlan {
  readonly installer: Installer;
  readonly title: string;
  readonly scope: Scope;
  /** Files that do change. */
  readonly changes: readonly FileChange[];
  /** Why the agent would run nothing of it as its files are. */
  readonly warnings: readonly string[];
  /** Files that are remembered and are not there any more. */
  readonly gone: readonly string[];
  /** Files that hold registrations when it is done. */
  readonly files: readonly string[];
  readonly events: readonly string[];
  /** What to do with each line. */
  readonly approvals?: readonly string[];
}

export interface PlanRequest {
  readonly where: Where;
  readonly data: string;
  readonly scope: Scope;
  readonly settings: Settings;
  readonly legs: readonly Leg[];
}

/** Seconds that a hook gets. Where a session or a turn begins, a whole folder may be recorded for the first time. */
const SECONDS = 20;
const OPENING_SECONDS = 30;

/**
 * What `install` would write for an agent.
 * @throws UserError where the scope does not exist, or a file cannot be used
 */
export async function planInstall(installer: Installer, request: PlanRequest): Promise<AgentPlan> {
  const { where, scope, data, settings, legs } = request;
  const { agent, isModule } = installer;
  if (isModule && legs.length > 0)
    throw new UserError("badArgument", [`The plugin for ${agent} serves all legs: leave --only out.`]);
  const dialect = await loadAgent(installer.agent);
  const chosen = chooseEvents(dialect, installer, settings, legs);
  const entries = chosen.map((event) => entryFor(event, installer, dialect, where, builtinOf(legs)));
  const files = filesOf(installer, scope, where, dialect.events);
  if (files.length === 0) throw new UserError("badArgument", [installer.noFile ?? `There is no file for ${agent}.`]);
  const programs = wrappers(installer, where, chosen, builtinOf(legs));
  if (where.platform === "win32" && [...files, ...programs].some(({ isProgram }) => isProgram))
    throw new UserError("badArgument", [`${agent} wants shell scripts, which are not written on Windows.`]);
  const write = (file: ConfigFile, inside: string | undefined): FileChange[] => {
    const found = readConfig(file.path, inside);
    const receipt = readReceipt(data, found.path);
    const mine = file.entries ?? entries.filter(({ event }) => isHeld(file, event));
    if (mine.length === 0) return taken(agent, scope, file, found, receipt);
    const after = attempt(file, () => file.format.put(found.text, mine));
    const isRunnable = !file.isProgram || ((found.mode ?? 0) & 0o100) !== 0;
    if (after === found.text && isRunnable) return [];
    return [
      {
        agent,
        scope,
        found,
        after,
        isProgram: file.isProgram === true,
        original: originalOf(file, found, receipt),
        receipt,
      },
    ];
  };
  const inside = scope === "project" ? where.root : undefined;
  const changes = [
    ...programs.flatMap((file) => write(file, undefined)),
    ...files.flatMap((file) => write(file, inside)),
  ];
  const inFiles = files.filter((file) => entries.some(({ event }) => isHeld(file, event)));
  const events = chosen.map(({ name }) => name).filter((name) => files.some((file) => isHeld(file, name)));
  const missing = chosen
    .filter(({ name }) => !events.includes(name))
    .map(
      ({ name }) =>
        `Your settings ask for something at ${name}, which is not registered: not every release of ` +
        `${dialect.title} knows that event, and one that does not skips the whole file.`,
    );
  const approvals = entries.flatMap(({ event, command }) => installer.approval?.(event, command) ?? []);
  const warnings = [...files.flatMap((file) => offWarnings(installer, file, inside)), ...missing];
  return {
    installer,
    title: dialect.title,
    scope,
    changes,
    warnings,
    gone: [],
    files: inFiles.map(({ path }) => path),
    events,
    approvals,
  };
}

function isHeld({ holds }: ConfigFile, event: string): boolean {
  return holds?.(event) ?? true;
}

/** What `uninstall` would write for an agent. */
export async function planUninstall(
  installer: Installer,
  { where, scope, data }: Omit<PlanRequest, "settings" | "legs">,
): Promise<AgentPlan> {
  const dialect = await loadAgent(installer.agent);
  const events = dialect.events;
  const files = filesOf(installer, scope, where, events).map((file) => ({
    file,
    found: readConfig(file.path, scope === "project" ? where.root : undefined),
  }));
  const own = new Set(files.map(({ found }) => found.path));
  // A registration in another place may still need the programs that this one names.
  const isNeeded = listReceipts(data).some(
    ({ agent, path }) =>
      agent === installer.agent && !own.has(path) && !path.startsWith(realPathOf(where.runtime.wrappers)),
  );
  const all = events.map((name) => ({ name, isTool: false, isOpening: false, talks: false }));
  const programs = isNeeded
    ? []
    : wrappers(installer, where, all, undefined).map((file) => ({ file, found: readConfig(file.path, undefined) }));
  const changes = [...files, ...programs].flatMap(({ file, found }) =>
    taken(installer.agent, scope, file, found, readReceipt(data, found.path)),
  );
  const gone = [...files, ...programs]
    .map(({ found }) => found)
    .filter(({ path, text }) => text === undefined && readReceipt(data, path))
    .map(({ path }) => path);
  return { installer, title: dialect.title, scope, changes, warnings: [], gone, files: [], events: [] };
}

/** @throws UserError where the agent has no such scope */
export function filesOf(
  installer: Installer,
  scope: Scope,
  where: Where,
  events: readonly string[],
): readonly ConfigFile[] {
  const files = installer.files[scope];
  if (!files)
    throw new UserError("badArgument", [
      installer.without?.[scope] ?? `There is no such place for ${installer.agent}.`,
    ]);
  return files(where, events);
}

function taken(
  agent: string,
  scope: Scope,
  file: ConfigFile,
  found: Found,
  receipt: Receipt | undefined,
): FileChange[] {
  if (found.text === undefined || found.bytes === undefined) return [];
  const text = found.text;
  const after = receipt?.after.equals(found.bytes)
    ? receipt.before?.toString("utf8")
    : attempt(file, () => takenOut(file, text, receipt));
  return after === text
    ? []
    : [
        {
          agent,
          scope,
          found,
          after,
          isProgram: file.isProgram === true,
          isRemoval: true,
          original: undefined,
          receipt,
        },
      ];
}

/**
 * A file that was edited since, without what is ours. The installation is turned back as a patch where that still fits:
 * then the rest is as it was to the last blank. Otherwise what is recognised is taken out.
 */
function takenOut({ format }: ConfigFile, text: string, receipt: Receipt | undefined): string | undefined {
  const before = receipt?.before?.toString("utf8");
  if (receipt && before !== undefined) {
    const patch = structuredPatch("", "", receipt.after.toString("utf8"), before, "", "");
    const left = applyPatch(text, patch, { autoConvertLineEndings: false });
    if (left !== false && !format.find(left).some(({ command }) => ownerOf(command) === "install")) return left;
  }
  return format.take(text, before);
}

/**
 * What the file is without us: as it was before the first installation, or, where it was edited since, as it is less
 * what is ours.
 */
function originalOf(file: ConfigFile, found: Found, receipt: Receipt | undefined): Buffer | undefined {
  if (!found.bytes || found.text === undefined) return undefined;
  if (receipt?.after.equals(found.bytes)) return receipt.before;
  const isOurs = attempt(file, () => file.format.find(found.text!)).length > 0;
  if (!isOurs) return found.bytes;
  const left = attempt(file, () => takenOut(file, found.text!, receipt));
  return left === undefined ? undefined : Buffer.from(left);
}

function offWarnings(
  { agent, switchedOff }: Installer,
  { path, format }: ConfigFile,
  inside: string | undefined,
): string[] {
  const { text } = readConfig(path, inside);
  const why = text !== undefined && format.read && switchedOff?.(format.read(text));
  return why ? [`${agent} runs no hooks at all as ${printable(path)} stands: ${why}.`] : [];
}

function attempt<Result>(file: ConfigFile, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof ConfigProblem) throw new UserError("badConfig", [printable(file.path), error.message]);
    throw error;
  }
}

function entryFor(
  { name, isTool, isOpening, talks }: ChosenEvent,
  installer: Installer,
  dialect: Dialect,
  where: Where,
  builtin: string | undefined,
): Entry {
  const { agent, shell, wraps, namesEvent, takesEnv } = installer;
  const clears = !takesEnv && !talks;
  const via = shell === "sh" || shell === "user" ? "shell" : "launcher";
  const command = wraps
    ? wrapperPath(where.runtime, wrapperName(agent, wraps, name))
    : commandLine(where.runtime, {
        agent,
        via,
        clears,
        ...((typeof namesEvent === "function" ? namesEvent(name) : namesEvent) && { event: name }),
        ...(builtin !== undefined && { builtin }),
      });
  const seconds = Math.min(dialect.patience(name) ?? Infinity, isOpening ? OPENING_SECONDS : SECONDS);
  return { event: name, command, seconds, isTool, ...(takesEnv && !talks && { env: CLEARED }) };
}

function wrapperName(agent: string, wraps: "agent" | "event", event: string): string {
  return wraps === "agent" ? `${agent}.sh` : `${agent}-${event.toLowerCase()}.sh`;
}

/** Programs of our own that the entries name. */
function wrappers(
  { agent, wraps }: Installer,
  { runtime }: Where,
  chosen: readonly ChosenEvent[],
  builtin: string | undefined,
): (ConfigFile & { entries: readonly Entry[] })[] {
  if (!wraps) return [];
  const events = wraps === "agent" ? [undefined] : chosen.map(({ name }) => name);
  return events.map((event) => {
    const command = commandLine(runtime, {
      agent,
      via: "launcher",
      clears: false,
      ...(event !== undefined && { event }),
      ...(builtin !== undefined && { builtin }),
    });
    const entries = [{ event: event ?? "", command, seconds: SECONDS, isTool: false }];
    return {
      path: wrapperPath(runtime, wrapperName(agent, wraps, event ?? "")),
      format: ownScript(event ?? ""),
      isProgram: true,
      entries,
    };
  });
}

function realPathOf(folder: string): string {
  return readConfig(join(folder, "none"), undefined).path.slice(0, -"none".length);
}
