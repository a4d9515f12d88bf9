import { join } from "node:path";

import type { ConfigFile } from "../agents/formats/config-file.ts";
import type { Installer, InstallScope, Where } from "../agents/formats/installer.ts";
import { laxityOf } from "../agents/formats/whole-file.ts";
import { loadAgent } from "../agents/registry.ts";
import type { Leg } from "../builtins/doors/table.ts";
import type { Settings } from "../worktree/doors/settings.ts";
import { listReceipts } from "../worktree/doors/switch.ts";
import { printable } from "../kit/text.ts";
import { UserError } from "../kit/user-error.ts";
import { filesToWrite } from "./agent-files.ts";
import { chooseEvents } from "./choose-events.ts";
import { entriesFor, programsFor } from "./entries.ts";
import { builtinOf } from "./legs.ts";
import { lineOf, withStatusLine } from "./plan-status-line.ts";
import { readConfig, type FoundConfig } from "./read-config.ts";
import { readReceipt, type Receipt } from "./receipt.ts";
import { attempt, withoutOurs } from "./without-ours.ts";

const SECOND_HAND = "what it makes of hooks is known at second hand. Look whether it starts them.";

/** A file before and after the installation. */
export interface PlannedFile {
  readonly agent: string;
  readonly scope: InstallScope;
  readonly found: FoundConfig;
  /** The new text; `undefined`: the file is deleted. */
  readonly after: string | undefined;
  readonly isProgram: boolean;
  /** Set if everything of snapveil is removed from the file, so that its receipt is deleted, too. */
  readonly isRemoval?: true;
  /** The file without anything of snapveil, for the receipt; `undefined` if nothing remains. */
  readonly original: Buffer | undefined;
  /** The present receipt of the file. */
  readonly receipt: Receipt | undefined;
}

/** The planned changes for one agent. Nothing is written yet. */
export interface AgentPlan {
  readonly installer: Installer;
  readonly title: string;
  readonly scope: InstallScope;
  /** The files that will change. */
  readonly changes: readonly PlannedFile[];
  /** Why the agent would run no hooks, and other sentences for the person. */
  readonly warnings: readonly string[];
  /** Files that have a receipt but no longer exist. */
  readonly gone: readonly string[];
  /** Files that hold hooks of snapveil after the installation. */
  readonly files: readonly string[];
  /**
   * Files that hold nothing but snapveil's hooks, with links resolved; in an uninstall plan, all files that may hold
   * hooks.
   */
  readonly own: readonly string[];
  readonly events: readonly string[];
  /** Whether the agent's status line is snapveil's after the installation. */
  readonly hasStatusLine?: boolean;
  /** Instructions for the person, one for each hook that the agent does not run without them. */
  readonly approvals?: readonly string[];
}

export interface PlanRequest {
  readonly where: Where;
  readonly data: string;
  readonly scope: InstallScope;
  readonly settings: Settings;
  readonly legs: readonly Leg[];
  /** Whether to set the agent's status line. A status line that `install` has set before stays in any case. */
  readonly statusLine?: boolean;
}

/**
 * Plans `install` for an agent.
 * @throws UserError if the agent has no such scope, or a file is unusable
 */
export async function planInstall(installer: Installer, request: PlanRequest): Promise<AgentPlan> {
  const { where, scope, data, settings, legs, statusLine = false } = request;
  const { agent, isModule } = installer;
  const notes: string[] = [];
  let hasStatusLine = false;
  if (isModule && legs.length > 0)
    throw new UserError("badArgument", [`The plugin for ${agent} serves all legs: leave --only out.`]);
  const dialect = await loadAgent(agent);
  const chosen = chooseEvents(dialect, installer, settings, legs);
  const names = chosen.map(({ name }) => name);
  const entries = entriesFor(installer, dialect, where, chosen, builtinOf(legs));
  const files = filesToWrite(installer, scope, where, dialect.events);
  if (files.length === 0) throw new UserError("badArgument", [installer.noFile ?? `There is no file for ${agent}.`]);
  const programs = programsFor(installer, where, names, builtinOf(legs));
  if (where.platform === "win32" && [...files, ...programs].some(({ isProgram }) => isProgram))
    throw new UserError("badArgument", [`${agent} wants shell scripts, which are not written on Windows.`]);

  const write = (one: FileThere): PlannedFile[] => {
    const { file, found, receipt } = one;
    const mine = file.entries ?? entries.filter(({ event }) => isHeld(file, event));
    if (mine.length === 0) return removal(installer, scope, one);
    const hooked = attempt(file, () => file.format.put(found.text, mine));
    const line = withStatusLine(installer, where, file, { found, hooked, isWished: statusLine });
    const { text: after, notes: own } = line;
    hasStatusLine ||= line.isSet;
    notes.push(...own);
    const refusal = faultOf(found.text, after, (text) => installer.refuses?.(found.path, text, dialect));
    if (refusal !== undefined) throw new UserError("notLoaded", [refusal]);
    const laxity =
      installer.refuses || !found.path.endsWith(".json") ? undefined : faultOf(found.text, after, laxityOf);
    if (laxity !== undefined)
      notes.push(
        `Whether ${dialect.title} loads ${printable(found.path)} nobody here has tried: ${laxity}. Look whether it ` +
          "lists these hooks.",
      );
    const isProgram = file.isProgram === true;
    const isRunnable = !isProgram || ((found.mode ?? 0) & 0o100) !== 0;
    if (after === found.text && isRunnable) return [];
    return [{ agent, scope, found, after, isProgram, original: leftOf(installer, one), receipt }];
  };
  const there = files.map(reader(data, scope === "project" ? where.root : undefined));
  const changes = [...programs.map(reader(data, undefined)), ...there].flatMap(write);
  const events = names.filter((name) => files.some((file) => isHeld(file, name)));
  const missing = names.filter((name) => !events.includes(name));
  const used = there.filter(({ file }) => names.some((name) => isHeld(file, name)));
  return {
    installer,
    title: dialect.title,
    scope,
    hasStatusLine,
    changes,
    warnings: [
      ...(dialect.evidence.mark === "second hand" ? [`${dialect.title} is experimental: ${SECOND_HAND}`] : []),
      ...there.flatMap((one) => offWarnings(installer, one)),
      ...notes,
      ...missing.map(
        (name) =>
          `Your settings ask for something at ${name}, which is not registered: not every release of ` +
          `${dialect.title} knows that event, and one that does not skips the whole file.`,
      ),
    ],
    gone: [],
    files: used.map(({ file }) => file.path),
    own: used.flatMap((one) => (leftOf(installer, one) === undefined ? one.found.path : [])),
    events,
    approvals: entries.flatMap(({ event, command }) => installer.approval?.(event, command) ?? []),
  };
}

/**
 * What keeps an agent from loading a file as `install` would leave it. A fault of the file as it stands is told with the
 * lines of that text, which the person has before them.
 */
function faultOf(
  before: string | undefined,
  after: string,
  find: (text: string) => string | undefined,
): string | undefined {
  const fault = find(after);
  return fault === undefined || before === undefined ? fault : (find(before) ?? fault);
}

/** Plans `uninstall` for an agent. */
export async function planUninstall(
  installer: Installer,
  { where, scope, data }: Omit<PlanRequest, "settings" | "legs">,
): Promise<AgentPlan> {
  const { agent } = installer;
  const { title, events } = await loadAgent(agent);
  const inside = scope === "project" ? where.root : undefined;
  const files = filesToWrite(installer, scope, where, events).map(reader(data, inside));
  // Hooks in another scope may still start the scripts of this agent.
  const programsFolder = readConfig(join(where.runtime.wrappers, "none"), undefined).path.slice(0, -"none".length);
  const isNeeded = listReceipts(data).some(
    (other) =>
      other.agent === agent &&
      !files.some(({ found }) => found.path === other.path) &&
      !other.path.startsWith(programsFolder),
  );
  const programs = isNeeded ? [] : programsFor(installer, where, events, undefined).map(reader(data, undefined));
  const all = [...files, ...programs];
  return {
    installer,
    title,
    scope,
    changes: all.flatMap((one) => removal(installer, scope, one)),
    warnings: [],
    gone: all.filter(({ found, receipt }) => found.text === undefined && receipt).map(({ found }) => found.path),
    files: [],
    own: files.map(({ found }) => found.path),
    events: [],
  };
}

function isHeld({ holds }: ConfigFile, event: string): boolean {
  return holds?.(event) ?? true;
}

/** A file of the agent in its present state. */
interface FileThere {
  readonly file: ConfigFile;
  readonly found: FoundConfig;
  readonly receipt: Receipt | undefined;
}

function reader(data: string, inside: string | undefined): (file: ConfigFile) => FileThere {
  return (file) => {
    const found = readConfig(file.path, inside);
    return { file, found, receipt: readReceipt(data, found.path) };
  };
}

/** The file without anything of snapveil; `undefined` if nothing remains or the file does not exist. */
function leftOf(installer: Installer, { file, found, receipt }: FileThere): Buffer | undefined {
  return withoutOurs(file, found, receipt, lineOf(installer, file));
}

/** The change that removes everything of snapveil from a file; empty if there is nothing to remove. */
function removal(installer: Installer, scope: InstallScope, one: FileThere): PlannedFile[] {
  const { file, found, receipt } = one;
  if (!found.bytes) return [];
  const left = leftOf(installer, one);
  if (left?.equals(found.bytes)) return [];
  const isProgram = file.isProgram === true;
  const after = left?.toString("utf8");
  const { agent } = installer;
  return [{ agent, scope, found, after, isProgram, isRemoval: true, original: undefined, receipt }];
}

function offWarnings(
  { agent, switchedOff }: Installer,
  { file: { path, format }, found: { text } }: FileThere,
): string[] {
  const why = text !== undefined && format.read && switchedOff?.(format.read(text));
  return why ? [`${agent} runs no hooks at all as ${printable(path)} stands: ${why}.`] : [];
}
