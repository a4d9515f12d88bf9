import { inQuotes, tokensOf, type Token } from "./code-tokens.ts";
import { PathsInCode } from "./paths-in-code.ts";

/**
 * Code in which each expression of a path stands as one text in quotes, as far as the code itself tells: variables,
 * `path.join(os.homedir(), 'x')`, `Path.home() / 'x'`, f-strings, and loops over the files of a folder.
 */
export function withPlainPaths(code: string): string {
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
 * Whether an expression may begin at a place: a name before `=` is set, a name behind a dot is another's, and a keyword
 * begins nothing.
 */
function mayBegin(tokens: readonly Token[], at: number): boolean {
  const [before = "", token, next] = [tokens[at - 1]?.text, tokens[at]!, tokens[at + 1]?.text];
  if (token.kind === "text") return true;
  if (token.kind === "name")
    return before !== "." && !/^(?:for|def|function|as|import|from)$/.test(before) && next !== "=" && next !== ":";
  // Behind a name stand the arguments of a call.
  return token.text === "(" && !/^[\w$)\]]+$/.test(before);
}
