import { parse, printParseErrorCode, type ParseError } from "jsonc-parser";

import type { Json } from "../kit/json.ts";

/**
 * Parses JSON with comments and trailing commas; `undefined` for an empty text.
 * @throws Error with a sentence if the text is broken
 */
export default function parseJsonc(text: string): Json | undefined {
  const errors: ParseError[] = [];
  const value = parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true }) as Json | undefined;
  const [first] = errors;
  if (first) throw new Error(`${inWords(printParseErrorCode(first.error))} at ${placeIn(text, first.offset)}`);
  return value;
}

/** `CloseBraceExpected` becomes `close brace expected`. */
function inWords(code: string): string {
  return code.replaceAll(/[A-Z]/g, (letter, at) => `${at === 0 ? "" : " "}${letter.toLowerCase()}`);
}

/** `line 3, column 7`: both begin at 1, as in an editor. */
function placeIn(text: string, offset: number): string {
  const lines = text.slice(0, offset).split("\n");
  return `line ${lines.length}, column ${lines.at(-1)!.length + 1}`;
}
