import type { GateTable, GateText } from "./gate.ts";
import { choicesOf, rarest } from "./needed-words.ts";

// Only the build and the tests use this module.

/** Matches a part of a pattern that is only a text, with or without `\\b` at its ends. */
const TEXT = /^(\\b)?((?:[^\\()[\]{}|*+?.^$]|\\[^a-zA-Z0-9])+)(\\b)?$/;

/**
 * Makes the table of a gate that lets a text pass if it contains a match of one of the patterns, or one of the names.
 */
export function tableOf(sources: readonly string[], names: readonly string[] = []): GateTable {
  const parts = [...new Set(sources.flatMap(branchesOf))];
  const texts = parts.flatMap((part): GateText[] => {
    const [, before, text, behind] = TEXT.exec(part) ?? [];
    if (text === undefined) return [];
    return [[text.replace(/\\(.)/g, "$1").toLowerCase(), before !== undefined, behind === undefined ? "" : "word"]];
  });
  const isWord = ([text, before, behind]: GateText) => before && behind !== "" && /^\w+$/.test(text);
  const plain = [...new Set(names)].filter((name) => /^[\w-]+$/.test(name));
  const others = [...new Set(names)]
    .filter((name) => !plain.includes(name))
    .map((name) => String.raw`\b(?:${name})(?![\w:])`);
  return {
    words: texts.flatMap((one) => (isWord(one) ? [one[0]] : [])).join(" "),
    texts: [...plain.map((name): GateText => [name, true, "name"]), ...texts.filter((one) => !isWord(one))],
    patterns: [...parts.filter((part) => !TEXT.test(part)), ...others].map((part) => [textsIn(part), part]),
  };
}

/** The alternatives at the top level of a pattern. */
function branchesOf(source: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const [piece] of source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|[^]/g)) {
    if (piece === "(") depth += 1;
    if (piece === ")") depth -= 1;
    if (piece === "|" && depth === 0) parts.push("");
    else parts.push(parts.pop()! + piece);
  }
  return parts;
}

/** Texts, at least one of which is part of everything that a pattern matches; empty if there are none. */
function textsIn(source: string): string[] {
  const words = rarest(choicesOf(new RegExp(source, "i"))) ?? [];
  const texts = words.map((word) => {
    const pieces = word
      .replaceAll("\\b", "")
      .split(/\[=\\s\]\+|\\s\*/)
      .map((piece) => piece.replace(/\\(.)/g, "$1"));
    return pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), "");
  });
  return texts.includes("") ? [] : [...new Set(texts)];
}
