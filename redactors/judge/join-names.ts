import { isVendor } from "../rules/vendors.ts";

/** The words, with those put together that are one name in camelCase: SendGrid's are `send` and `grid`. */
export function joinNames(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const pair = (words[at] as string) + (words[at + 1] ?? "");
    const isName = at + 1 < words.length && pair.length > 5 && isVendor(pair);
    joined.push(isName ? pair : (words[at] as string));
    if (isName) at += 1;
  }
  return joined;
}
