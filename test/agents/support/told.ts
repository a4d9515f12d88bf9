import { randomInt } from "node:crypto";

/** A truth value, since a failed comparison would print the whole request. */
export function shows(request: string | undefined, text: string): boolean {
  return request !== undefined && request.includes(text);
}

/** A made-up token of a form that is always found, put together here so that none stands in a file. */
export function token(): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  return ["gh", "p_", Array.from({ length: 36 }, () => letters[randomInt(letters.length)]).join("")].join("");
}
