import type { Json } from "./json.ts";

/** Matches a name that may hold a secret: at least 16 characters, a digit among them, no blanks. */
const LONG = /^(?=.*\d)\S{16,}$/s;
/** The most names that are returned for one value. */
const MOST = 200;

/** Names of fields in a value, at any depth, that are long enough for a secret. */
export function longNamesIn(value: Json): readonly string[] {
  const names = new Set<string>();
  const open: Json[] = [value];
  for (let one = open.pop(); one !== undefined && names.size < MOST; one = open.pop()) {
    if (typeof one !== "object" || one === null) continue;
    for (const [name, child] of Object.entries(one)) {
      if (!Array.isArray(one) && LONG.test(name)) names.add(name);
      if (typeof child === "object" && child !== null) open.push(child);
    }
  }
  return [...names];
}
