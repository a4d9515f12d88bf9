import { parse } from "yaml";

import type { Json } from "../kit/json.ts";
import { applySettings } from "./apply-settings.ts";
import type { ReadSettingsFile } from "./registry.ts";

/** Settings in YAML 1.2, without aliases: settings do not need them, and they can be made to grow without end. */
const yamlSettings: ReadSettingsFile = (file, origin, before) => applySettings(parseYaml, file, origin, before);
export default yamlSettings;

function parseYaml(text: string): Json | undefined {
  return (parse(text, { maxAliasCount: 0 }) as Json | undefined) ?? undefined;
}
