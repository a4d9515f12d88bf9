import type { Token } from "./code-tokens.ts";

/** The most tokens that are skipped to find the end of an operand, and of a call's arguments. */
const [LONGEST_OPERAND, LONGEST_CALL] = [60, 200] as const;

/** The index after an operand that is not understood; `from` if its end is not found. */
export function behindOperand(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length && at - from < LONGEST_OPERAND; at += 1) {
    const { text, kind, before } = tokens[at]!;
    if (kind === "text") continue;
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
    const { text, kind } = tokens[at]!;
    if (kind === "text") continue;
    if (text === "(") depth += 1;
    else if (text === ")" && --depth === 0) return at + 1;
  }
  return from;
}

/** The indices of a call's arguments, or a list's items, and the index behind the bracket that closes these. */
export interface Arguments extends ReadonlyArray<number> {
  readonly end: number;
}

/** Finds the arguments of a call or the items of a list. @param from the index after the opening bracket */
export function argumentsAt(tokens: readonly Token[], from: number): Arguments {
  const found: number[] = [];
  let depth = 0;
  let isNext = true;
  let at = from;
  for (; at < tokens.length && at - from < LONGEST_CALL; at += 1) {
    const { text, kind } = tokens[at]!;
    const isSign = kind === "punctuation";
    if (isSign && /^[)\]}]$/.test(text) && depth-- === 0) return Object.assign(found, { end: at + 1 });
    if (isNext) found.push(at);
    isNext = isSign && depth === 0 && text === ",";
    if (isSign && /^[([{]$/.test(text)) depth += 1;
  }
  return Object.assign(found, { end: at });
}

/** The index of the innermost bracket that is open before `at`; 0 if none is found. */
export function openingBefore(tokens: readonly Token[], at: number): number {
  let depth = 0;
  for (let back = at - 1; back >= 0 && at - back < LONGEST_OPERAND; back -= 1) {
    const { text, kind } = tokens[back]!;
    if (kind === "text") continue;
    if (/^[)\]}]$/.test(text)) depth += 1;
    else if (/^[([{]$/.test(text) && depth-- === 0) return back;
  }
  return 0;
}

/** The index after `()`; `at` if no empty brackets stand there. */
export function behindEmpty(tokens: readonly Token[], at: number): number {
  return tokens[at]?.text === "(" && tokens[at + 1]?.text === ")" ? at + 2 : at;
}

/** The index after `require('os')`, which stands for the module; `undefined` if no such call stands at `at`. */
export function behindRequire(tokens: readonly Token[], at: number): number | undefined {
  if (!/^(?:require|__import__)$/.test(tokens[at]?.text ?? "")) return undefined;
  const [, open, text, close] = tokens.slice(at, at + 4);
  return open?.text === "(" && text?.kind === "text" && close?.text === ")" ? at + 4 : undefined;
}
