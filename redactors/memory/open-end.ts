/** A line that is longer is no line of a secret's any more. */
const LONGEST_LINE = 8192;

/** The first line of a private key, and what ends it. */
const KEY_BEGINS = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_ENDS = "-----END ";

/** A line that names what the next one holds. */
const NAMES_NEXT = /[=:|>\\][-+]?[ \t]*\r?\n$/;

/**
 * What of a text can be part of a secret that goes on in the next piece: the line that has not ended, the first line of
 * a private key that has not, or a last line that names a value. "" in the usual case, where a piece ends with its
 * line.
 */
export function openEnd(text: string): string {
  const key = openKey(text);
  if (key === "" && /[\r\n]$/.test(text) && !NAMES_NEXT.test(text.slice(-8))) return "";
  const last = text.trimEnd().length - 1;
  const from = Math.max(text.lastIndexOf("\n", last), text.lastIndexOf("\r", last)) + 1;
  const line = text.slice(Math.max(from, text.length - LONGEST_LINE));
  return key === "" || line.includes(key) ? line : `${key}\n${line}`;
}

function openKey(text: string): string {
  let last: RegExpExecArray | undefined;
  for (const match of text.matchAll(KEY_BEGINS)) last = match;
  return last === undefined || text.includes(KEY_ENDS, last.index + last[0].length) ? "" : last[0];
}

/** An output that is shorter says too little of itself. */
const TELLING = 8;
const COMPARED = 64;

/**
 * Whether a text is not the next piece but the whole output, which comes once more when the tool has ended: it ends as
 * the last piece did.
 */
export function isWhole(text: string, before: string): boolean {
  const end = before.slice(-COMPARED).trim();
  return end.length < TELLING ? text.trim() === before.trim() : text.trimEnd().endsWith(end);
}
