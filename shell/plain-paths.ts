import { remembered } from "../kit/remembered.ts";
import { tokensOf, type Token } from "./code-tokens.ts";
import { AskedContext, type CodeContext } from "./code-context.ts";
import { withoutComments } from "./comments-in-code.ts";
import type { Found } from "./expressions.ts";
import { PathsInCode } from "./paths-in-code.ts";
import { withImportedNames } from "./imported-names.ts";
import { inCode } from "./values-in-code.ts";

/**
 * Code in which each path expression is replaced by a quoted text, as far as its value is known: variables,
 * `path.join(os.homedir(), 'x')`, `Path.home() / 'x'`, f-strings, and loops over the files of a folder.
 * Where a variable may have one of several texts, the quoted text holds all of them with `OR` between these.
 */
export function withPlainPaths(code: string, context: CodeContext = {}): string {
  const known = PLAIN.get(code) ?? [];
  const same = known.find(({ asked }) => asked.isSameIn(context));
  if (same) return same.plain;
  const asked = new AskedContext(context);
  const plain = plainPathsOf(code, asked);
  PLAIN.set(code, [{ asked, plain }, ...known].slice(0, MOST_CONTEXTS));
  return plain;
}

/** A code with plain paths, and all facts about the surroundings on which these paths depend. */
interface Plain {
  readonly asked: AskedContext;
  readonly plain: string;
}

/** The last codes, since several guards of a call look at the same ones. */
const PLAIN = remembered<string, readonly Plain[]>(8);
const MOST_CONTEXTS = 4;

function plainPathsOf(code: string, context: CodeContext): string {
  const tokens = withImportedNames(tokensOf(withoutComments(code)));
  const paths = new PathsInCode(tokens, context);
  let text = "";
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at]!;
    const found = mayBegin(tokens, at) ? paths.expression(at) : undefined;
    if (found && replaces(tokens, at, found)) {
      text += token.before + inCode(found[0]);
      at = found[1];
    } else {
      text += token.before + token.source;
      at += 1;
    }
  }
  return text;
}

/**
 * Whether the value of an expression stands in place of the expression. A list that a function makes item by item is
 * left, since the function may delete each item: `paths.map((path) => fs.rm(path))`.
 */
function replaces(tokens: readonly Token[], at: number, [{ texts, isList }, next]: Found): boolean {
  if (next === at + 1) return texts.length !== 1 || texts[0] !== tokens[at]!.text || tokens[at]!.prefix !== "";
  return next > at && !(isList && tokens.slice(at, next).some(({ text }) => /^(?:=>|\{)$/.test(text)));
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
  return token.text === "(" && tokens[at - 1]?.kind !== "name" && !/^[)\]]$/.test(before);
}
