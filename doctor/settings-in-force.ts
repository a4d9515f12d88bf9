import { isDeepStrictEqual } from "node:util";

import type { Io } from "../kit/io.ts";
import { applySettings } from "../worktree/doors/edit-settings.ts";
import {
  DEFAULT_SETTINGS,
  SETTINGS,
  settingsFiles,
  type PlannedBuiltin,
  type Settings,
  type SettingsFile,
} from "../worktree/doors/settings.ts";
import { eventsOf, faultsIn } from "./check-settings.ts";

/** The value of a setting, and the files that set it; no files if the value is the default. */
interface SettingInForce {
  readonly value: unknown;
  readonly from: readonly string[];
}

/** A builtin that runs at an event, and the settings file that names it; no file if the default profile names it. */
interface BuiltinInForce {
  readonly name: string;
  readonly args: readonly string[];
  readonly from?: string;
}

/** The settings that apply in a folder. */
export interface SettingsInForce {
  /** The settings files, in the order of their application. */
  readonly files: readonly SettingsFile[];
  readonly settings: Readonly<Record<string, SettingInForce>>;
  /** The builtins that the user switched off by name. */
  readonly off: readonly string[];
  /** Canonical event → the builtins that run at the event, with their arguments. */
  readonly events: Readonly<Record<string, readonly BuiltinInForce[]>>;
  readonly problems: readonly string[];
}

/** The settings that apply in a folder, with the files that set them. */
export async function settingsInForce(io: Io, cwd: string): Promise<SettingsInForce> {
  const files = await settingsFiles(io, cwd);
  let settings = DEFAULT_SETTINGS;
  const from = new Map<string, string[]>(SETTINGS.map(({ key }) => [key, []]));
  for (const file of files) {
    const next = await applySettings(file, settings);
    for (const [key, sayers] of from)
      if (!isDeepStrictEqual(valueOf(key, settings), valueOf(key, next))) sayers.push(file.file);
    settings = next;
  }
  const rows = [...from].map(([key, sayers]) => [key, { value: valueOf(key, settings), from: sayers }] as const);
  return {
    files,
    settings: Object.fromEntries(rows),
    off: Object.entries(settings.switches).flatMap(([name, isOn]) => (isOn ? [] : [name])),
    events: Object.fromEntries(
      Object.entries(eventsOf(settings)).map(([event, entries]) => [event, entries.map(inForce)]),
    ),
    problems: await faultsIn(settings),
  };
}

function inForce({ name, args, from }: PlannedBuiltin): BuiltinInForce {
  return { name, args, ...(from && { from: from.file }) };
}

function valueOf(key: string, settings: Settings): unknown {
  if (key === "builtins") {
    const { builtins, replaced, added } = settings;
    return { builtins, replaced, added };
  }
  const { keep, alsoRecord, ...checkpoints } = settings.checkpoints;
  const all: Readonly<Record<string, unknown>> = { ...settings, ...settings.redaction, checkpoints, keep, alsoRecord };
  return all[key];
}
