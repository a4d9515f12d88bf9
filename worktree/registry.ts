import type { PlannedBuiltin, Settings } from "./settings.ts";

/** The settings after one more file; see `applySettings`. */
export type ReadSettingsFile = (file: string, origin: PlannedBuiltin["origin"], before: Settings) => Settings;

/** File ending → reader, loaded only where such a file is. */
export const SETTINGS_FILES = {
  jsonc: () => import("./jsonc-settings.ts"),
  yaml: () => import("./yaml-settings.ts"),
} as const satisfies Record<string, () => Promise<{ default: ReadSettingsFile }>>;

/** Remembers what was said; loaded only where there is something to say. */
export const loadIsFirstTime = () => import("./is-first-time.ts");
