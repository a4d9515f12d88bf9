import { nothing, VERDICTS, type Outcome, type Verdict } from "./outcome.ts";

/**
 * Two outcomes of one event as one, `second` having seen the rewrites of `first`.
 * The stricter verdict wins and reasons of equal ones are joined by a newline; contexts and notices are appended;
 * a later rewrite of the same part wins, since the earlier one was its input.
 * Associative, with `nothing` as identity; a denial is never lost.
 */
export function merge(first: Outcome, second: Outcome): Outcome {
  if (first === nothing) return second;
  if (second === nothing) return first;
  const verdict = stricter(first.verdict, second.verdict);
  const context = append(first.context, second.context);
  const notice = append(first.notice, second.notice);
  const unfinished = append(first.unfinished, second.unfinished);
  const rewriteNotice = append(first.rewriteNotice, second.rewriteNotice);
  const rewriteContext = append(first.rewriteContext, second.rewriteContext);
  const rewrite = { ...first.rewrite, ...second.rewrite };
  return {
    ...(verdict && { verdict }),
    ...(context && { context }),
    ...(Object.keys(rewrite).length > 0 && { rewrite }),
    ...(unfinished && { unfinished }),
    ...(notice && { notice }),
    ...(rewriteNotice && { rewriteNotice }),
    ...(rewriteContext && { rewriteContext }),
  };
}

function append(
  first: readonly string[] | undefined,
  second: readonly string[] | undefined,
): readonly string[] | undefined {
  return first && second ? [...first, ...second] : (first ?? second);
}

function stricter(first: Verdict | undefined, second: Verdict | undefined): Verdict | undefined {
  if (!first || !second) return first ?? second;
  const difference = VERDICTS.indexOf(first.kind) - VERDICTS.indexOf(second.kind);
  if (difference !== 0) return difference > 0 ? first : second;
  const reason = [first.reason, second.reason].filter((part) => part !== "").join("\n");
  return { kind: first.kind, reason };
}
