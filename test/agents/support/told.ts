import { randomInt } from "node:crypto";

/**
 * Whether a request of an agent holds a text. Line ends and blanks count as one blank, since a terminal's output is
 * wrapped. The result is a truth value, since a failed comparison would print the whole request.
 */
export function shows(request: string | undefined, text: string): boolean {
  const words = (said: string) => said.replace(/(?:\\+[nrt]|\s)+/g, " ");
  return request !== undefined && words(request).includes(words(text));
}

/** A made-up token of a form that is always found, put together here so that none stands in a file. */
export function token(): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  return ["gh", "p_", Array.from({ length: 36 }, () => letters[randomInt(letters.length)]).join("")].join("");
}
