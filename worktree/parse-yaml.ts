import { Lexer, parse, YAMLParseError } from "yaml";

import type { Json } from "../kit/json.ts";

/**
 * The deepest nesting of lists and mappings. The parser recurses into each, and V8 ends the process if a regular
 * expression runs out of stack.
 */
const DEEPEST = 50;

/**
 * Parses YAML 1.2 without aliases: settings need no aliases, and a few aliases can expand to gigabytes. `undefined` for
 * an empty text.
 * @throws Error with a sentence if it is broken
 */
export default function parseYaml(text: string): Json | undefined {
  if (isDeep(text)) throw new Error(`it nests more than ${DEEPEST} collections`);
  try {
    // With the library's default level it would print warnings, with the file's line, to standard error. The level
    // "silent" would hide errors, too.
    return (parse(text, { maxAliasCount: 0, logLevel: "error" }) as Json | undefined) ?? undefined;
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    // The library's message quotes the file, which may hold a secret.
    throw new Error(`${error.code.toLowerCase().replaceAll("_", " ")} at line ${error.linePos?.[0].line ?? "?"}`, {
      cause: error,
    });
  }
}

/**
 * Whether a text may be nested deeper than `DEEPEST`. Counts the lexer's open brackets and, for block style, a line's
 * indentation and the collections that begin on it.
 */
function isDeep(text: string): boolean {
  let open = 0;
  let onLine = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === "[" || token === "{") open += 1;
    else if (token === "]" || token === "}") open -= 1;
    else if (token === "-" || token === "?" || token === ":") onLine += 1;
    else if (token.includes("\n")) onLine = 0;
    else if (/^ +$/.test(token) && onLine === 0) onLine = token.length;
    if (open > DEEPEST || (open === 0 && onLine > DEEPEST)) return true;
  }
  return false;
}
