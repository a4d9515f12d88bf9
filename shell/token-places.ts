import type { Token } from "./code-tokens.ts";

/** The most tokens that are skipped to find the end of an operand, and of a call's arguments. */
const [LONGEST_OPERAND, LONGEST_CALL] = [60, 200] as const;

/** The index after an operand that is not understood; `from` if its end is not found. */
export function behindOperand(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length && at - from < LONGEST_OPERAND; at += 1) {
    const { text, before } = tokens[at]!;
    if (/^[([{]$/.test(text)) depth += 1;
    else if (/^[)\]}]$/.test(text) && depth-- === 0) return at;
    else if (depth === 0 && (/^[,;]$/.test(text) || before.includes("\n"))) return at;
  }
  return from;
}

/**
 * The index after the bracket that closes a call; `from` if it is not found. @param from the index after the opening
 * bracket
 */
export function behindBracket(tokens: readonly Token[], from: number): number {
  let depth = 1;
  for (let at = from; at < tokens.length && at - from < LONGEST_CALL; at += 1) {
    const { text } = tokens[at]!;
    if (text === "(") depth += 1;
    else if (text === ")" && --depth === 0) return at + 1;
  }
  return from;
}

/** The index after `()`; `at` if no empty brackets stand there. */
export function behindEmpty(tokens: readonly Token[], at: number): number {
  return tokens[at]?.text === "(" && tokens[at + 1]?.text === ")" ? at + 2 : at;
}

/** The index after `require('os')`, which stands for the module; `undefined` if no such call stands at `at`. */
export function behindRequire(tokens: readonly Token[], at: number): number | undefined {
  const [name, open, text, close] = tokens.slice(at, at + 4);
  return name?.text === "require" && open?.text === "(" && text?.kind === "text" && close?.text === ")"
    ? at + 4
    : undefined;
}
