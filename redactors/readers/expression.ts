import { pattern } from "../../kit/word-pattern.ts";
/** What stands around a secret so that it is not printed, or is digested; and a list, of which the first is read. */
const WRAPPED = pattern("i")`
    ^(?:(?:Sensitive|SecretStr|SecretString|Redacted|PASSWORD|ENCRYPT|CRYPT|MD5|SHA[12]?|(?:String|
    Secret(?:String)?|SecretBox)::(?:from|new)|Some|new String|std::string|(?:aws|pulumi)\.String|
    Buffer\.from|\[\]byte)\((?=["'])|\[\s{0,12}(?=["'])|"?@ByteArray\()
  `;

/** Where the value begins that may stand in such a call at `at`. */
export function afterWrapper(text: string, at: number): number {
  return at + (WRAPPED.exec(text.slice(at, at + 20))?.[0].length ?? 0);
}

/**
 * What an expression at `at` comes to where nothing else is set: where the quote stands in `options.password || "…"`,
 * `… or "…"`, `… ?? "…"`; -1 where it is no such one.
 */
export function fallbackOf(text: string, at: number): number {
  const length = FALLBACK.exec(text.slice(at, at + 100))?.[0].length;
  return length === undefined ? -1 : at + length;
}

const FALLBACK = /^[\w$.]{1,60}(?:[([](?:["'][\w.-]{0,40}["'])?[)\]])? (?:or|\|\||\?\?) {1,2}(?=["'])/;

/** Where the quote of a value at `at` stands, if it has one: prefixes and escapes may come before it. */
export function quoteAt(text: string, at: number): number {
  let open = at;
  // Python's b"", f"", r"", C#'s @"", $"", Objective-C's @"", NSString and C++ prefixes.
  while (open < at + 2 && "brufLR@$".includes(text[open] ?? " ")) open += 1;
  while (text[open] === "\\" && open - at < 32) open += 1;
  return open;
}
