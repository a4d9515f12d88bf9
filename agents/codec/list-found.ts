import type { ObjectedItem } from "./outcome.ts";

/**
 * The command in sentences about the way to let a refused call pass. It works only for a person, so the sentence for
 * the model says to ask the person.
 */
const ALLOW_LAST = "snapveil allow --last";
export const MODEL_ALLOWS = `If it is meant, the person can let it pass with \`${ALLOW_LAST}\` in a terminal.`;
export const PERSON_ALLOWS = `To let it pass from now on, type \`${ALLOW_LAST}\` in a terminal.`;

/**
 * Replaces `--last` in a text by the refusal's id, because the last refusal may be another one when the text is read.
 */
export function allowsById(text: string, id: string): string {
  return text.replaceAll(ALLOW_LAST, `snapveil allow ${id}`);
}

/** A text without the sentences that offer `snapveil allow`, for an event that no log holds or that is allowed by now. */
export function withoutAllow(text: string): string {
  return text.replace(/(?:^| )[^.\n]*`snapveil allow [^`]*`[^.\n]*\./gm, "");
}

/** The most findings that a sentence names (`IN_SENTENCE`), and that a list over several lines names (`IN_LIST`). */
const [IN_SENTENCE, IN_LIST] = [5, 20] as const;

/** Findings in words: `github-token gh…9z (40 characters) in content, line 3; password (9 characters)`. */
export function listOf(found: readonly ObjectedItem[]): string {
  return inWords(found, IN_SENTENCE).join("; ");
}

/**
 * A sentence with its findings, then further sentences. One finding stands in the sentence itself, several on lines of
 * their own.
 * @param left the number of findings that `found` leaves out
 */
export function withFound(sentence: string, found: readonly ObjectedItem[], more: readonly string[], left = 0): string {
  const [first, ...others] = inWords(found, IN_LIST, left);
  const rest = more.join(" ");
  if (others.length > 0)
    return [`${sentence}:`, `  ${first}`, ...others.map((one) => `  ${one}`), rest].join("\n").trimEnd();
  return `${sentence}${first === undefined ? "" : `: ${first}`}. ${rest}`.trimEnd();
}

/** The findings without their masked secrets, for a model that must see no part of a secret. */
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
