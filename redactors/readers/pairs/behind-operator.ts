import { secretsOf } from "../../judge/judge-pair.ts";
import { tellOfNone } from "../../judge/judge-value.ts";
import { NamedValue } from "../../judge/named-value.ts";
import { inCell, pairAt, type Pair } from "../../judge/pair.ts";
import { MAX_TRIES, perScan } from "../../scan.ts";
import { wordLines } from "./bare-value.ts";
import { BLANK_JOINS, blankJoin } from "./blank-joins.ts";
import { anyHolds } from "./condition.ts";
import { joinedName, joinedValue, type JoinedName } from "./joined-name.ts";
import type { NameInText } from "./name-in-text.ts";
import { NO_PAIRS } from "./no-pairs.ts";
import { NO_VALUES } from "./no-values.ts";
import { placeOf } from "./place.ts";
import { readValues } from "./read-values.ts";

/**
 * The pairs of a name and the value behind its operator, in any format: .env, JSON at any escape level, YAML, INI,
 * TOML, XML, SQL, PHP, flags, prose. `BLANK_JOINS` says where a blank joins a name and a value, `NO_PAIRS` which name
 * means something else there, `NO_VALUES` which text is no value.
 */
export function* pairsBehindOperator(at: NameInText): Iterable<Pair> {
  const { operator } = at;
  if (operator === undefined || !isJoined(at)) return;
  const joined = joinedName(at, operator);
  if (joined === undefined || anyHolds(NO_PAIRS, joined)) return;
  const { name, promised, text } = joined;
  const block = operator.block ? blockOf(joined) : undefined;
  if (block !== undefined) {
    yield block;
    // If the lines together are no secret, the first one may be.
    if (secretsOf(block, text).length > 0) return;
  }
  let isSecret = false;
  for (const read of readValues(joined)) {
    if (wasTried(joined, read.end) || (read.isFurther === true && !isSecret)) continue;
    const value = joinedValue(joined, read);
    const none = NO_VALUES.find((row) => row.holds(value));
    if (none !== undefined) {
      tellOfNone(
        () => new NamedValue(promised, value.word, placeOf(value), name),
        none.name,
        `behind an operator: ${operator.row}`,
      );
      continue;
    }
    const place = placeOf(value);
    const pair = pairAt(read.start, { name, value: value.word, promised, place, syntax: "keyed", row: operator.row });
    yield pair;
    isSecret ||= text[operator.valueStart] === "[" && secretsOf(pair, text).length > 0;
  }
}

/** Whether an operator, or a blank that is one, stands between a name and the text behind. */
export function isJoined(at: NameInText): boolean {
  const { operator } = at;
  if (operator === undefined) return false;
  return operator.kind !== "words" || operator.announces || anyHolds(BLANK_JOINS, blankJoin(at, operator));
}

/** A value in a block of YAML with several lines, so that each line is a finding and the indents stay. */
function blockOf({ text, name, promised, operator }: JoinedName): Pair | undefined {
  const spans = wordLines(text, operator.valueStart);
  if (spans.length === 0) return undefined;
  const value = spans.map(([start, end]) => text.slice(start, end)).join("");
  return { name, value, promised, spans, place: inCell(false, () => false), syntax: "keyed" };
}

/** The end of the value that was judged last, and how often it was judged. */
const lastValue = perScan(() => ({ end: -1, tries: 0 }));

/** Whether the value that ends at `end` was judged often enough, for the many names that may stand before it. */
function wasTried({ at }: JoinedName, end: number): boolean {
  const last = lastValue(at.scan);
  if (end !== last.end) last.tries = 0;
  last.end = end;
  return ++last.tries > MAX_TRIES;
}
