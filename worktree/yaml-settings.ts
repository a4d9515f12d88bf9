import { parse, YAMLParseError } from "yaml";

import type { Json } from "../kit/json.ts";
import { applySettings } from "./apply-settings.ts";
import type { ReadSettingsFile } from "./registry.ts";

/** Settings in YAML 1.2, without aliases: settings do not need them, and they can be made to grow without end. */
const yamlSettings: ReadSettingsFile = (file, origin, before) => applySettings(parseYaml, file, origin, before);
export default yamlSettings;

function parseYaml(text: string): Json | undefined {
  try {
    // Silent: a warning would go to standard error, with the line in it.
    return (parse(text, { maxAliasCount: 0, logLevel: "silent" }) as Json | undefined) ?? undefined;
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new Error(`${error.code} at line ${error.linePos?.[0].line ?? "?"}`, { cause: error }); // the library's sentence quotes the file
  }
}
