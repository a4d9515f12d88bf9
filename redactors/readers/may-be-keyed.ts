import { COLON, EQUALS, QUOTE, runStart } from "../charset.ts";
import type { Scan } from "../scan.ts";
import { comparedWith } from "./compared.ts";
import { isInFile } from "./filed.ts";
import { mayBeHeading } from "./heading.ts";
import { isDeclared, isQuery } from "./line-start.ts";
import { mayBeValue } from "./may-be-value.ts";
import { allowsSpace, fullName, isFirst, judgeName, MAX_NAME, nameEndOf, nameStartOf } from "./named.ts";
import { findOperator } from "./operator.ts";

/**
 * Whether `readKeyed` can find anything at a telling word: what it needs of the name, of the operator, and of how the value
 * begins. True where only the value's judges can tell.
 */
export function mayBeKeyed(scan: Scan, start: number, end: number): boolean {
  const { text } = scan;
  const wordEnd = runStart(text, end, EQUALS | COLON | QUOTE, start);
  if (wordEnd <= scan.nameEnd) return false;
  const nameEnd = (scan.nameEnd = nameEndOf(text, wordEnd));
  const nameStart = nameStartOf(text, start);
  const name = text.slice(nameStart, nameEnd);
  // Of these only the reader knows where they begin.
  if (name.length > MAX_NAME || /[ñÑ]/.test(name)) return true;
  const key = judgeName(fullName(text, nameStart, nameEnd));
  if (key === undefined) return false;
  // A weak name heads no column, and nothing is compared with it.
  const isWeak = judgeName(name)?.strength === "hint";
  if (!isWeak && comparedWith(text, nameEnd) !== undefined) return true;
  const operator = findOperator(text, nameEnd);
  if (operator === undefined) return !isWeak && mayBeHeading(text, nameStart, nameEnd);
  if (operator.kind === "space" && key.strength === "hint" && !isDeclared(text, nameStart)) return false;
  if ((operator.kind === "space" && !allowsSpace(text, nameStart, operator)) || (operator.kind === "argument" && !isFirst(text, nameStart, operator))) return !isWeak && mayBeHeading(text, nameStart, nameEnd);
  if (key.strength === "password" && isInFile(text, name, nameStart)) return true;
  return mayBeValue(text, operator, name, key.strength === "hint" && isQuery(text, nameStart) ? { ...key, strength: "secret" } : key);
}
