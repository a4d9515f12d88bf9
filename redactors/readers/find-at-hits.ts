import { findAnchors, type Hit } from "../anchors.ts";
import { flagsAt, NAME, runEnd } from "../charset.ts";
import type { Finding } from "../finding.ts";
import { RULES } from "../rules/rules.ts";
import type { Rule } from "../rules/rule.ts";
import { MAX_TRIES, addByForm, addFinding, type Reader, type Scan, startScan } from "../scan.ts";
import { isToken, tokenEnd } from "../token-end.ts";
import { unblank } from "../../kit/words.ts";
import { isGenerated } from "../judge/is-generated.ts";
import { READERS } from "./readers.ts";

/** The code that runs at an anchor: the rule for tokens with this prefix, or a reader. */
type Anchor = RuleAnchor | { readonly reader: Reader };

/** A prefix of tokens, and the rule with it. */
interface RuleAnchor {
  readonly prefix: string;
  readonly rule: Rule;
}

/** The tokens that were found so far in a scan. */
interface Tokens {
  /** The findings that are tokens, each with the end of the token's prefix. */
  readonly prefixEnds: Map<Finding, number>;
  /** The start and end of the last token, and how many other tokens were tried inside it. */
  start: number;
  end: number;
  tries: number;
}

export function findAtHits(text: string, hits: readonly Hit[] = findAnchors(text)): Finding[] {
  const scan = startScan(text);
  const tokens: Tokens = { prefixEnds: new Map(), start: 0, end: 0, tries: 0 };
  for (const { word, start, end } of hits) {
    for (const anchor of anchorsOf(word)) {
      if ("rule" in anchor) {
        if (!text.startsWith(anchor.prefix, start)) continue;
        findToken(scan, tokens, anchor.rule, start, end);
        if (start >= tokens.end) findOfOtherShape(scan, anchor, start, end);
      } else if (text.charCodeAt(start) < 128 && text.charCodeAt(end - 1) < 128) anchor.reader(scan, start, end);
    }
  }
  return withoutOverhang(scan, tokens.prefixEnds);
}

let anchors: ReadonlyMap<string, readonly Anchor[]> | undefined;

function anchorsOf(word: string): readonly Anchor[] {
  anchors ??= anchorsByWord();
  return anchors.get(word) ?? [];
}

function anchorsByWord(): Map<string, Anchor[]> {
  const byWord = new Map<string, Anchor[]>();
  const add = (word: string, anchor: Anchor): void => {
    const same = byWord.get(word);
    if (same === undefined) byWord.set(word, [anchor]);
    else same.push(anchor);
  };
  for (const rule of RULES)
    for (const prefix of rule[1].split(" ").map(unblank)) add(prefix.toLowerCase(), { prefix, rule });
  for (const [reader, words] of READERS) for (const word of words.split(" ")) add(unblank(word), { reader });
  return byWord;
}

/**
 * Leaves out a token that continues on the next line if another rule's token with the same start ends at the line's
 * end: `KEY` and a word on the next line are not one token.
 */
function withoutOverhang({ text, found }: Scan, tokens: ReadonlyMap<Finding, number>): Finding[] {
  const wholeUntil = new Map<number, number>();
  for (const [start, end] of [...tokens.keys()].map(({ span }) => span)) {
    if (/^\r?\n/.test(text.slice(end, end + 2))) wholeUntil.set(start, Math.min(end, wholeUntil.get(start) ?? end));
  }
  if (wholeUntil.size === 0) return found;
  return found.filter(
    (finding) => !tokens.has(finding) || finding.span[1] <= (wholeUntil.get(finding.span[0]) ?? Infinity),
  );
}

/**
 * Adds the token whose prefix is `[start, bodyStart)`, if the rule's shape follows, if no letter or digit touches the
 * token (or another secret does), and if a machine may have issued it.
 */
function findToken(scan: Scan, tokens: Tokens, rule: Rule, start: number, bodyStart: number): void {
  const { text } = scan;
  if (start > tokens.start && start < tokens.end && ++tokens.tries > MAX_TRIES * 4) return;
  const end = tokenEnd(text, rule, start, bodyStart, scan.found.at(-1)?.span[1] === start);
  if (end === -1) return;
  // Inside another token the tries are not counted from 0: otherwise a row of prefixes would be read once for each
  // prefix.
  if (start >= tokens.end || start === tokens.start) {
    if (start !== tokens.start) tokens.tries = 0;
    tokens.start = start;
    tokens.end = Math.max(tokens.end, end);
  }
  if (!isToken(text, rule, start, bodyStart, end)) return;
  const [kind, , , edge] = rule;
  const from = edge === "after" ? bodyStart : start;
  const last = scan.found.at(-1);
  const lastBody = last?.span[0] === from && last.span[1] === end ? tokens.prefixEnds.get(last) : undefined;
  // The rule with the longest prefix wins: a token with `sk_live_` is Stripe's, though other services' tokens begin
  // with `sk_`.
  if (lastBody !== undefined && lastBody < bodyStart) scan.found.pop();
  addFinding(scan, kind, from, end, "high");
  tokens.prefixEnds.set(scan.found.at(-1)!, bodyStart);
}

/**
 * The least characters of a prefix with which hardly any name begins, the least characters of a body without a known
 * shape, and the most characters that are read of such a body.
 */
const [LEAST_PREFIX, LEAST_BODY, MOST_BODY] = [5, 16, 200] as const;
/** The ending of a file's name: `test_kreutzer1986.cpp` is no token of a test. */
const FILE_END = /\.[a-z]{1,4}$/;
/** A member of a module whose name begins as a token does: `test_v3.OAuth2RestfulTestCase`. */
const MEMBER = /^[a-z]\w*\.[A-Z][a-z]*\w*[a-z]$/;

/**
 * Finds a token that has a rule's prefix but not the rule's shape, since vendors change lengths and alphabets. The body
 * must look as if a machine made it.
 */
function findOfOtherShape(scan: Scan, { prefix, rule }: RuleAnchor, start: number, bodyStart: number): void {
  const { text } = scan;
  const [kind, , , edge] = rule;
  if (edge === "after" || prefix.length < LEAST_PREFIX || !/[_.:-]$/.test(prefix)) return;
  if (start > 0 && flagsAt(text, start - 1) & NAME) return;
  const end = runEnd(text, bodyStart, NAME, bodyStart + MOST_BODY);
  const longest = Math.max(
    ...text
      .slice(bodyStart, end)
      .split(/[_-]/)
      .map(({ length }) => length),
  );
  const body = text.slice(bodyStart, end);
  if (longest < LEAST_BODY || FILE_END.test(body) || MEMBER.test(body) || !isGenerated(body)) return;
  addByForm(scan, kind, start, end, "low", `other-${kind}`);
}
