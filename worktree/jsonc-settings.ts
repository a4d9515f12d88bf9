import { parse, printParseErrorCode, type ParseError } from "jsonc-parser";

import type { Json } from "../kit/json.ts";
import { applySettings } from "./apply-settings.ts";
import type { ReadSettingsFile } from "./settings.ts";

/** Settings in JSON with comments and trailing commas. */
const jsoncSettings: ReadSettingsFile = (file, origin, before) => applySettings(parseJsonc, file, origin, before);
export default jsoncSettings;

function parseJsonc(text: string): Json | undefined {
  const errors: ParseError[] = [];
  const value = parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true }) as Json | undefined;
  const [first] = errors;
  if (first) throw new Error(`${printParseErrorCode(first.error)} at offset ${first.offset}`);
  return value;
}
