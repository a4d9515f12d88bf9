/** @file Settings as they are written: by `allow`, by a mistake-free file, by their schema. */

export {
  addToSettings,
  linesInSettings,
  removeFromSettings,
  settingsFileToWrite,
  type HeldLines,
} from "../add-to-settings.ts";
export { applySettings } from "../apply-settings.ts";
export { settingsSchema } from "../settings-schema.ts";
