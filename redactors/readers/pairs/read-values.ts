import { afterWrapper, parseFallback, parseQuoted } from "./quoted-value.ts";
import { parseBare, type Style } from "./bare-value.ts";
import type { JoinedName, ReadValue } from "./joined-name.ts";
import { inSubstitution, parseBraced, parseGroups, parseInGoRow, withSecret } from "./odd-values.ts";
import { isLineStart, isQuery } from "./place-of-name.ts";
import { scrambledWordAt } from "./scrambled-word-at.ts";
import type { Value } from "./value.ts";

/**
 * The value behind a name and its operator, the other items if it is the first one of a list, and the new value in a
 * plan of Terraform, which stands behind an arrow: `"old" -> "new"`.
 */
export function readValues(joined: JoinedName): ReadValue[] {
  const value = readValue(joined);
  if (value === undefined) return [];
  const changed = value.form === "scrambled" ? undefined : changedValue(joined, value);
  if (changed !== undefined) return [changed, value];
  return value.form === "quoted" ? [value, ...furtherItems(joined, value)] : [value];
}

/** The most items of a list that are read. */
const MOST_ITEMS = 16;

/** The other items of a list in quotes whose first item is `first`: `secret: ['…', '…']`. */
function furtherItems({ at, text, operator: { valueStart } }: JoinedName, first: Value): ReadValue[] {
  const items: ReadValue[] = [];
  if (text[valueStart] !== "[") return items;
  for (let { end } = first; items.length < MOST_ITEMS; ) {
    const comma = /^\\{0,3}["'`],\s{0,40}(?=\\{0,3}["'`])/.exec(text.slice(end, end + 50));
    const item = comma === null ? undefined : parseQuoted(at.scan, end + comma[0].length);
    if (item === undefined) break;
    items.push({ ...item, form: "quoted", isFurther: true });
    end = item.end;
  }
  return items;
}

/** The first form of a value that the text has: one with a mark at its end, a scrambled word, a bare word. */
function readValue(joined: JoinedName): ReadValue | undefined {
  const { text, nameStart, operator } = joined;
  const start = afterWrapper(text, operator.valueStart);
  const marked = markedValue(joined, start);
  if (marked !== undefined) return { ...marked, form: "quoted" };
  const scrambled = scrambledWordAt(text, nameStart, operator);
  if (scrambled !== undefined) return scrambled;
  const bare = bareValue(joined, start);
  return bare && { ...bare, form: "bare" };
}

/**
 * A value that has a mark at its end: quotes, braces, the last of four groups of letters, or the quotes of a default.
 */
function markedValue(joined: JoinedName, start: number): Value | undefined {
  const { at, text, promised, operator } = joined;
  return (
    parseQuoted(at.scan, start) ??
    parseBraced(joined, start) ??
    (promised.strength === "password" ? parseGroups(text, start) : undefined) ??
    parseFallback(at.scan, operator.valueStart)
  );
}

function bareValue(joined: JoinedName, start: number): Value | undefined {
  const { at, text } = joined;
  const bare = parseInGoRow(joined) ?? parseBare(at.scan, start, bareStyle(joined));
  return bare && inSubstitution(joined, withSecret(text, bare));
}

function changedValue({ at, text }: JoinedName, { end }: Value): ReadValue | undefined {
  const arrow = /^\\?"? -> (?=\\?")/.exec(text.slice(end, end + 8));
  const changed = arrow === null ? undefined : parseQuoted(at.scan, end + arrow[0].length);
  return changed && { ...changed, form: "quoted" };
}

/** Where a bare value ends: at the end of its line, or at a character that ends a value in a query or in code. */
function bareStyle({ text, nameStart, name, operator }: JoinedName): Style {
  // The id of a session can be a part of a path: `/bar;jsessionid=…?x=1`.
  if (isQuery(text, nameStart) || /^jsessionid$/i.test(name)) return "query";
  if (operator.kind === "enclosed") return "code";
  if (operator.kind === "words") return "line";
  if (operator.tight && (isLineStart(text, nameStart) || (operator.isStatement && !/[a-z]/.test(name)))) return "line";
  // A value alone on its line, as in YAML, extends to the line's end. If the line has quotes or commas, it is code.
  if (
    isLineStart(text, nameStart) &&
    /^[^\s"'`,;]{8,128}[ \t]*(?:\r?\n|$)/.test(text.slice(operator.valueStart, operator.valueStart + 140))
  )
    return "line";
  return "code";
}
