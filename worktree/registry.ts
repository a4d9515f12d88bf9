import type { PlannedBuiltin, Settings } from "./settings.ts";

/** The settings after one more file; see `applySettings`. */
export type ReadSettingsFile = (file: string, origin: PlannedBuiltin["origin"], before: Settings) => Settings;

/**
 * Language → reader, loaded only where there is such a file. The first gives `undefined` for what is not plain JSON.
 */
export const SETTINGS_FILES = {
  json: () => import("./json-settings.ts"),
  jsonc: () => import("./jsonc-settings.ts"),
  yaml: () => import("./yaml-settings.ts"),
} as const satisfies Record<
  string,
  () => Promise<{ default: (...of: Parameters<ReadSettingsFile>) => Settings | undefined }>
>;

/** Remembers what was said; loaded only where there is something to say. */
export const loadIsFirstTime = () => import("./is-first-time.ts");
