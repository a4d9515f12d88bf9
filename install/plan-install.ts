import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { ConfigFile } from "../agents/formats/config-file.ts";
import { configPath, type Installer, type InstallScope, type Where } from "../agents/formats/installer.ts";
import { statusCommand, statusLineAt, type StatusLine } from "../agents/formats/status-line.ts";
import { loadAgent } from "../agents/registry.ts";
import type { Leg } from "../builtins/builtin.ts";
import { printable } from "../kit/text.ts";
import { UserError } from "../kit/user-error.ts";
import type { Settings } from "../worktree/settings.ts";
import { chooseEvents } from "./choose-events.ts";
import { entriesFor, programsFor } from "./entries.ts";
import { builtinOf } from "./legs.ts";
import { readConfig, type FoundConfig } from "./read-config.ts";
import { readReceipt, type Receipt } from "./receipt.ts";
import { listReceipts } from "../worktree/list-receipts.ts";
import { attempt, withoutOurs } from "./without-ours.ts";

const SECOND_HAND = "what it makes of hooks is known at second hand. Look whether it starts them.";

/** One file as it is and as it shall be. */
export interface PlannedFile {
  readonly agent: string;
  readonly scope: InstallScope;
  readonly found: FoundConfig;
  /** `undefined`: the file goes. */
  readonly after: string | undefined;
  readonly isProgram: boolean;
  /** Everything of ours is taken out of it, so nothing needs to be remembered any more. */
  readonly isRemoval?: true;
  /** The file without anything of ours, to be remembered. */
  readonly original: Buffer | undefined;
  /** The receipt that `uninstall` has of it now. */
  readonly receipt: Receipt | undefined;
}

/** The plan for one agent. Nothing is written yet. */
export interface AgentPlan {
  readonly installer: Installer;
  readonly title: string;
  readonly scope: InstallScope;
  /** Files that do change. */
  readonly changes: readonly PlannedFile[];
  /** Why the agent would run nothing of it as its files are. */
  readonly warnings: readonly string[];
  /** Files that are remembered and are not there any more. */
  readonly gone: readonly string[];
  /** Files that hold registrations when it is done. */
  readonly files: readonly string[];
  /** Files that hold nothing else, links resolved; for a removal all that may hold any. */
  readonly own: readonly string[];
  readonly events: readonly string[];
  /** Instructions for each line. */
  readonly approvals?: readonly string[];
}

export interface PlanRequest {
  readonly where: Where;
  readonly data: string;
  readonly scope: InstallScope;
  readonly settings: Settings;
  readonly legs: readonly Leg[];
  /** Whether the agent's status line is wished for. One that `install` put in stays in any case. */
  readonly statusLine?: boolean;
}

/**
 * The changes of `install` for an agent.
 * @throws UserError if the scope does not exist, or a file cannot be used
 */
export async function planInstall(installer: Installer, request: PlanRequest): Promise<AgentPlan> {
  const { where, scope, data, settings, legs } = request;
  const { agent, isModule } = installer;
  const notes: string[] = [];
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

  const write = (file: ConfigFile, inside: string | undefined): PlannedFile[] => {
    const found = readConfig(file.path, inside);
    const receipt = readReceipt(data, found.path);
    const mine = file.entries ?? entries.filter(({ event }) => isHeld(file, event));
    if (mine.length === 0) return removal(installer, scope, file, found, receipt);
    const line = lineOf(installer, file);
    const own = line && found.text !== undefined ? attempt(file, () => line.find(found.text!)) : undefined;
    const hooked = attempt(file, () => file.format.put(found.text, mine));
    const other = request.statusLine && own === undefined ? statusLineElsewhere(installer, where, file) : undefined;
    const isSet = line && (own === "ours" || (request.statusLine && own === undefined && other === undefined));
    const after = isSet ? attempt(file, () => line.put(hooked, statusCommand(where.runtime))) : hooked;
    const taken = own === "other" ? found.path : other;
    if (request.statusLine && taken !== undefined) notes.push(ownLine(taken, statusCommand(where.runtime)));
    if (request.statusLine && !line) notes.push(`${agent} takes no command for a status line in ${found.path}.`);
    const isProgram = file.isProgram === true;
    const isRunnable = !isProgram || ((found.mode ?? 0) & 0o100) !== 0;
    if (after === found.text && isRunnable) return [];
    return [{ agent, scope, found, after, isProgram, original: withoutOurs(file, found, receipt, line), receipt }];
  };
  const inside = scope === "project" ? where.root : undefined;
  const changes = [
    ...programs.flatMap((file) => write(file, undefined)),
    ...files.flatMap((file) => write(file, inside)),
  ];
  const events = names.filter((name) => files.some((file) => isHeld(file, name)));
  const missing = names.filter((name) => !events.includes(name));
  const used = files.filter((file) => names.some((name) => isHeld(file, name)));
  return {
    installer,
    title: dialect.title,
    scope,
    changes,
    warnings: [
      ...(dialect.evidence.mark === "second hand" ? [`${dialect.title} is experimental: ${SECOND_HAND}`] : []),
      ...files.flatMap((file) => offWarnings(installer, file, inside)),
      ...notes,
      ...missing.map(
        (name) =>
          `Your settings ask for something at ${name}, which is not registered: not every release of ` +
          `${dialect.title} knows that event, and one that does not skips the whole file.`,
      ),
    ],
    gone: [],
    files: used.map(({ path }) => path),
    own: used.flatMap((file) => ownPath(file, inside, data)),
    events,
    approvals: entries.flatMap(({ event, command }) => installer.approval?.(event, command) ?? []),
  };
}

/** The changes of `uninstall` for an agent. */
export async function planUninstall(
  installer: Installer,
  { where, scope, data }: Omit<PlanRequest, "settings" | "legs">,
): Promise<AgentPlan> {
  const { agent } = installer;
  const { title, events } = await loadAgent(agent);
  const inside = scope === "project" ? where.root : undefined;
  const read = (within: string | undefined) => (file: ConfigFile) => {
    const found = readConfig(file.path, within);
    return { file, found, receipt: readReceipt(data, found.path) };
  };
  const files = filesToWrite(installer, scope, where, events).map(read(inside));
  // A registration in another place may still need the programs that this one names.
  const programsFolder = readConfig(join(where.runtime.wrappers, "none"), undefined).path.slice(0, -"none".length);
  const isNeeded = listReceipts(data).some(
    (other) =>
      other.agent === agent &&
      !files.some(({ found }) => found.path === other.path) &&
      !other.path.startsWith(programsFolder),
  );
  const programs = isNeeded ? [] : programsFor(installer, where, events, undefined).map(read(undefined));
  const all = [...files, ...programs];
  return {
    installer,
    title,
    scope,
    changes: all.flatMap(({ file, found, receipt }) => removal(installer, scope, file, found, receipt)),
    warnings: [],
    gone: all.filter(({ found, receipt }) => found.text === undefined && receipt).map(({ found }) => found.path),
    files: [],
    own: files.map(({ found }) => found.path),
    events: [],
  };
}

/** @throws UserError if the agent has no such scope */
export function filesToWrite(
  installer: Installer,
  scope: InstallScope,
  where: Where,
  events: readonly string[],
): readonly ConfigFile[] {
  const files = installer.files[scope];
  const why = installer.without?.[scope] ?? `There is no such place for ${installer.agent}.`;
  if (!files) throw new UserError("badArgument", [why]);
  return files(where, events);
}

/** With the files that the agent reads hooks from and that we write none into. */
export function filesWithHooks(
  installer: Installer,
  scope: InstallScope,
  where: Where,
  events: readonly string[],
): readonly ConfigFile[] {
  if (!installer.files[scope]) return [];
  const files = filesToWrite(installer, scope, where, events);
  const [first] = files;
  const more = scope === "project" && first ? (installer.layers ?? []) : [];
  return [...files, ...more.map((path) => ({ ...first!, path: configPath(path, where) }))];
}

/** `undefined` if the agent keeps no status line in that file. */
function lineOf({ statusLine }: Installer, { format, isProgram }: ConfigFile): StatusLine | undefined {
  return statusLine && format.read && !isProgram ? statusLineAt(statusLine, format) : undefined;
}

/** A file of the agent's that sets somebody's own status line, which one beside it would hide. */
function statusLineElsewhere(installer: Installer, where: Where, file: ConfigFile): string | undefined {
  const files = (["user", "project"] as const).flatMap((scope) => filesWithHooks(installer, scope, where, []));
  const others = files.filter(({ path }) => path !== file.path && existsSync(path));
  return others.find((other) => {
    try {
      return lineOf(installer, other)?.find(readFileSync(other.path, "utf8")) === "other";
    } catch {
      return false; // it is broken, and the agent reads nothing of it
    }
  })?.path;
}

function ownLine(path: string, command: string): string {
  return `${printable(path)} sets a status line of your own, which stays. To have both, add to yours what this prints: ${printable(command)}`;
}

function isHeld({ holds }: ConfigFile, event: string): boolean {
  return holds?.(event) ?? true;
}

/** The path of a file that holds our entries alone, or does not exist yet. */
function ownPath(file: ConfigFile, inside: string | undefined, data: string): string[] {
  const found = readConfig(file.path, inside);
  return withoutOurs(file, found, readReceipt(data, found.path)) === undefined ? [found.path] : [];
}

/** The change that takes everything of ours out of a file, if there is any. */
function removal(
  installer: Installer,
  scope: InstallScope,
  file: ConfigFile,
  found: FoundConfig,
  receipt: Receipt | undefined,
): PlannedFile[] {
  if (!found.bytes) return [];
  const left = withoutOurs(file, found, receipt, lineOf(installer, file));
  if (left?.equals(found.bytes)) return [];
  const isProgram = file.isProgram === true;
  const after = left?.toString("utf8");
  const { agent } = installer;
  return [{ agent, scope, found, after, isProgram, isRemoval: true, original: undefined, receipt }];
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
