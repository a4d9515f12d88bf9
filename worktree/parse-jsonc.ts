import { parse, printParseErrorCode, type ParseError } from "jsonc-parser";

import type { Json } from "../kit/json.ts";

/** JSON with comments and trailing commas. @throws Error with a sentence where the text is none */
export default function parseJsonc(text: string): Json | undefined {
  const errors: ParseError[] = [];
  const value = parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true }) as Json | undefined;
  const [first] = errors;
  if (first) throw new Error(`${printParseErrorCode(first.error)} at offset ${first.offset}`);
  return value;
}
