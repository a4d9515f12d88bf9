/** @file The settings of user and project, read and joined. */

export {
  readSettings,
  settingsFiles,
  settingsOfFile,
  settingsPlaces,
  userSettingsFile,
  userSettingsFolder,
} from "../read-settings.ts";
export { SETTINGS } from "../setting-table.ts";
export {
  ANY_EVENT,
  type CheckpointSettings,
  type DestructiveSettings,
  type KeepSettings,
  type KnownValueSettings,
  type Matchers,
  type PersonalKind,
  type PlannedBuiltin,
  type Policy,
  type PolicyPlace,
  type RedactionSettings,
  type Settings,
  type SettingsFile,
  type UserRule,
} from "../settings.ts";
export { DEFAULT_SETTINGS } from "../default-settings.ts";
