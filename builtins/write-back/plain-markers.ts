const OPEN = String.raw`(?:\[|\\{1,2}(?:x5[bB]|u005[bB]|u\{5[bB]\}|U0000005[bB]|0?133))`;
const CLOSE = String.raw`(?:\]|\\{1,2}(?:x5[dD]|u005[dD]|u\{5[dD]\}|U0000005[dD]|0?135))`;
const ESCAPED = new RegExp(`${OPEN}REDACTED(:[a-z0-9-]{1,48})?${CLOSE}`, "g");
/** `"[RED" + "ACTED]"` */
const JOINT = /(["'`])[ \t]{0,8}\+[ \t]{0,8}\1/g;

/**
 * The text with its markers as they are read by whoever runs or parses it: brackets that are written as escapes of a
 * shell, of JSON, of Python or of JavaScript stand for themselves. `\[REDACTED\]` stays: a pattern that looks for a
 * marker is none.
 */
export function plainMarkers(text: string): string {
  return text.replace(ESCAPED, (_whole, kind: string | undefined) => `[REDACTED${kind ?? ""}]`);
}

/** The same for a command, whose scripts may also put a marker together from pieces. */
export function plainCommandMarkers(text: string): string {
  const joined = plainMarkers(text.replace(JOINT, ""));
  return /\[REDACTED(?::[a-z0-9-]+)?\]/.test(joined) ? joined : text;
}
