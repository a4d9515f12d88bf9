import { remembered } from "../kit/remembered.ts";
import { inQuotes, tokensOf, type Token } from "./code-tokens.ts";
import { PathsInCode } from "./paths-in-code.ts";

/**
 * Code in which each path expression is replaced by a quoted text, as far as its value is known: variables,
 * `path.join(os.homedir(), 'x')`, `Path.home() / 'x'`, f-strings, and loops over the files of a folder.
 */
export function withPlainPaths(code: string): string {
  const known = PLAIN.get(code);
  if (known !== undefined) return known;
  const plain = plainPathsOf(code);
  PLAIN.set(code, plain);
  return plain;
}

/** The last codes, since several guards of a call look at the same one. */
const PLAIN = remembered<string, string>(4);

function plainPathsOf(code: string): string {
  const tokens = tokensOf(code);
  const paths = new PathsInCode(tokens);
  let text = "";
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at]!;
    const found = mayBegin(tokens, at) ? paths.expression(at) : undefined;
    if (found && (found[1] > at + 1 || found[0] !== token.text || token.prefix !== "")) {
      text += token.before + inQuotes(found[0]);
      at = found[1];
    } else {
      text += token.before + token.source;
      at += 1;
    }
  }
  return text;
}

/**
 * Whether a path expression may begin at a token. A name before `=` is assigned, a name after a dot is a member, and a
 * name after a keyword such as `import` is defined.
 */
function mayBegin(tokens: readonly Token[], at: number): boolean {
  const [before = "", token, next] = [tokens[at - 1]?.text, tokens[at]!, tokens[at + 1]?.text];
  if (token.kind === "text") return true;
  if (token.kind === "name")
    return before !== "." && !/^(?:for|def|function|as|import|from)$/.test(before) && next !== "=" && next !== ":";
  // A bracket after a name holds the arguments of a call.
  return token.text === "(" && !/^[\w$)\]]+$/.test(before);
}
