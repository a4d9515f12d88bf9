import { join } from "node:path";

import type { Installer, InstallScope } from "../agents/formats/installer.ts";
import { loadAgent } from "../agents/registry.ts";
import { listReceipts } from "../worktree/doors/switch.ts";
import { printable } from "../kit/text.ts";
import { filesToWrite } from "./agent-files.ts";
import { programsFor } from "./entries.ts";
import { lineOf } from "./plan-status-line.ts";
import { readConfig } from "./read-config.ts";
import { withoutOurs } from "./without-ours.ts";
import { type PlanRequest, type AgentPlan, reader, type FileThere, type PlannedFile } from "./agent-plan.ts";

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

/** The file without anything of snapveil; `undefined` if nothing remains or the file does not exist. */
export function leftOf(installer: Installer, { file, found, receipt }: FileThere): Buffer | undefined {
  return withoutOurs(file, found, receipt, lineOf(installer, file));
}

/** The change that removes everything of snapveil from a file; empty if there is nothing to remove. */
export function removal(installer: Installer, scope: InstallScope, one: FileThere): PlannedFile[] {
  const { file, found, receipt } = one;
  if (!found.bytes) return [];
  const left = leftOf(installer, one);
  if (left?.equals(found.bytes)) return [];
  const isProgram = file.isProgram === true;
  const after = left?.toString("utf8");
  const { agent } = installer;
  return [{ agent, scope, found, after, isProgram, isRemoval: true, original: undefined, receipt }];
}

/** A sentence if the settings of an agent switch all of its hooks off. */
export function offWarnings(
  { agent, switchedOff }: Installer,
  { file: { path, format }, found: { text } }: FileThere,
): string[] {
  const why = text !== undefined && format.read && switchedOff?.(format.read(text));
  return why ? [`${agent} runs no hooks at all as ${printable(path)} stands: ${why}.`] : [];
}
