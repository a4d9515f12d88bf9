import type { ObjectedItem } from "./outcome.ts";

/** How to let a refusal pass, for the model and for the person. The command runs for nobody but a person. */
const ALLOW_LAST = "snapveil allow --last";
export const MODEL_ALLOWS = `If it is meant, the person can let it pass with \`${ALLOW_LAST}\` in a terminal.`;
export const PERSON_ALLOWS = `To let it pass from now on, type \`${ALLOW_LAST}\` in a terminal.`;

/** The sentence in the form for a later reader, when another refusal may be the last one. */
export function allowsById(text: string, id: string): string {
  return text.replaceAll(ALLOW_LAST, `snapveil allow ${id}`);
}

/** Things that a sentence names at most; the next is for a list. */
const [IN_SENTENCE, IN_LIST] = [5, 20] as const;

/** `github-token gh…9z (40 characters) in content, line 3; password (9 characters)`: kinds, excerpts and places. */
export function listOf(found: readonly ObjectedItem[]): string {
  return inWords(found, IN_SENTENCE).join("; ");
}

/**
 * A sentence with the findings behind it, and further sentences: one finding goes on in the sentence, more stand on
 * lines of their own.
 * @param left things that are in no list
 */
export function withFound(sentence: string, found: readonly ObjectedItem[], more: readonly string[], left = 0): string {
  const [first, ...others] = inWords(found, IN_LIST, left);
  const rest = more.join(" ");
  if (others.length > 0)
    return [`${sentence}:`, `  ${first}`, ...others.map((one) => `  ${one}`), rest].join("\n").trimEnd();
  return `${sentence}${first === undefined ? "" : `: ${first}`}. ${rest}`.trimEnd();
}

/** The findings without their excerpts, for a model that must not see any part of them. */
export function withoutExcerpts(found: readonly ObjectedItem[]): ObjectedItem[] {
  return found.map(({ excerpt: _excerpt, ...one }) => one);
}

function inWords(found: readonly ObjectedItem[], most: number, left = 0): string[] {
  const named = found.map(({ kind, excerpt, where }) =>
    [kind, excerpt, where].filter((part) => part !== undefined && part !== "").join(" "),
  );
  const unique = [...new Set(named)];
  const more = Math.max(0, unique.length - most) + left;
  return more === 0 ? unique : [...unique.slice(0, most), `and ${more} more`];
}
