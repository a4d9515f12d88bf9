import { CHECKPOINT_SETTINGS } from "./setting-rows/checkpoint-rows.ts";
import { GENERAL_SETTINGS } from "./setting-rows/general-rows.ts";
import { GUARD_SETTINGS } from "./setting-rows/guard-rows.ts";
import { REDACTION_SETTINGS } from "./setting-rows/redaction-rows.ts";
import type { Setting } from "./setting-rows/setting-row.ts";
import { TEAM_SETTINGS } from "./setting-rows/team-rows.ts";

/** Every setting that a file may hold, in the order of docs/settings.md. */
export const SETTINGS: readonly Setting[] = [
  ...GENERAL_SETTINGS,
  ...CHECKPOINT_SETTINGS,
  ...REDACTION_SETTINGS,
  ...GUARD_SETTINGS,
  ...TEAM_SETTINGS,
];
