import { RE2JS } from "re2js";

import type { UserRule } from "../../worktree/doors/settings.ts";
import type { Detector, Finding } from "../finding.ts";
import { mergeFindings } from "../finding.ts";
import { patternCost } from "./pattern-cost.ts";

/** A detector for the user's own patterns, and sentences about patterns that are not used. */
export interface UserRules {
  readonly detector: Detector;
  readonly problems: readonly string[];
}

/** The most findings of one rule in one text, so that a pattern which matches everywhere does not fill the memory. */
const MOST = 10_000;

/**
 * The most instructions of one rule (below: of all rules together). For each KiB of text an instruction costs up to a
 * tenth of a millisecond.
 */
const MOST_OF_ONE = 1000;
const MOST_OF_ALL = 5000;

/** Compiles the user's rules. RE2 runs them in time that is proportional to the text's length. */
export function userRules(rules: readonly UserRule[]): UserRules {
  const problems: string[] = [];
  let left = MOST_OF_ALL;
  const compiled = rules.flatMap(({ kind, pattern }) => {
    const cost = patternCost(pattern);
    const expression = cost <= Math.min(left, MOST_OF_ONE) ? compile(pattern) : undefined;
    if (expression) left -= cost;
    if (expression) return [{ kind, expression }];
    problems.push(
      `snapveil: the rule for "${kind}" is not used: its pattern is broken, too large, fits the empty text, or ` +
        "cannot be run in linear time.",
    );
    return [];
  });
  return {
    problems,
    detector: {
      isCertain: true,
      find: (text) => mergeFindings(compiled.flatMap(({ kind, expression }) => findAll(text, kind, expression))),
    },
  };
}

function compile(pattern: string): RE2JS | undefined {
  try {
    const expression = RE2JS.compile(pattern);
    // A pattern that matches the empty text matches everywhere, so it is not used.
    return expression.matcher("").lookingAt() ? undefined : expression;
  } catch {
    return undefined;
  }
}

function findAll(text: string, kind: string, expression: RE2JS): Finding[] {
  const found: Finding[] = [];
  const matcher = expression.matcher(text);
  const named = expression.groupCount() > 0 && Object.hasOwn(expression.namedGroups(), "secret");
  while (found.length < MOST && matcher.find()) {
    const inGroup = named && matcher.start("secret") >= 0;
    const span = inGroup
      ? ([matcher.start("secret"), matcher.end("secret")] as const)
      : ([matcher.start(), matcher.end()] as const);
    if (span[1] > span[0]) found.push({ rule: kind, kind, span, confidence: "high" });
  }
  return found;
}
