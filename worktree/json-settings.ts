import type { Json } from "../kit/json.ts";
import { applySettings } from "./apply-settings.ts";
import type { ReadSettingsFile } from "./settings.ts";

/** Settings in JSON without comments, which need no library; `undefined` where the file is anything else. */
export default function jsonSettings(
  ...[file, origin, before]: Parameters<ReadSettingsFile>
): ReturnType<ReadSettingsFile> | undefined {
  let isJson = true;
  const parse = (text: string): Json | undefined => {
    try {
      return JSON.parse(text) as Json;
    } catch {
      isJson = false;
      return undefined;
    }
  };
  const settings = applySettings(parse, file, origin, before);
  return isJson ? settings : undefined;
}
