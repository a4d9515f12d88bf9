import { Lexer, parse, YAMLParseError } from "yaml";

import type { Json } from "../kit/json.ts";

/**
 * The deepest nesting of collections. The parser recurses into each, and V8 ends the process if a regular expression
 * finds no stack left.
 */
const DEEPEST = 50;

/**
 * YAML 1.2, without aliases: settings do not need aliases, and these can be made to grow without end.
 * @throws Error with a sentence if the text is no such YAML
 */
export default function parseYaml(text: string): Json | undefined {
  if (isDeep(text)) throw new Error(`it nests more than ${DEEPEST} collections`);
  try {
    // Warnings would go to standard error, with the line in them. "silent" would pass over errors, too.
    return (parse(text, { maxAliasCount: 0, logLevel: "error" }) as Json | undefined) ?? undefined;
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    // The library's own sentence quotes the file.
    throw new Error(`${error.code.toLowerCase().replaceAll("_", " ")} at line ${error.linePos?.[0].line ?? "?"}`, {
      cause: error,
    });
  }
}

/**
 * Whether a text is nested too deep, by its tokens: open brackets, columns of a line's indentation, and collections
 * that begin on one line.
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
