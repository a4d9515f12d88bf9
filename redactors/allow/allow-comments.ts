import { lineEnd } from "../../kit/text.ts";
import type { Finding } from "../finding.ts";

/** Comments of several scanners. Each comment allows every finding on its line. */
const ON_THE_LINE = /gitleaks:allow|betterleaks:allow|trufflehog:ignore|pragma:\s?(?:allow|white)list secret/;
const ON_THE_NEXT = /pragma:\s?(?:allow|white)list nextline secret/;
/** Matches secretlint's directives: an action, then the rules with `,` between them, then `--` and a reason. */
const DIRECTIVE = /secretlint-(disable-next-line|disable-line|disable|enable)(?![\w-])([^\n]*)/g;

/**
 * The findings that a comment in the text allows. It is used only for files that people review: in a text that an agent
 * reads, another person may have planted the comment.
 */
export function allowedByComment(
  text: string,
  findings: readonly (Finding & { readonly rules: readonly string[] })[],
): Set<Finding> {
  const disabled = disabledStretches(text);
  return new Set(
    findings.filter((finding) => isAllowedOnLine(text, finding.span) || disabled.some((one) => covers(one, finding))),
  );
}

function isAllowedOnLine(text: string, [start, end]: readonly [number, number]): boolean {
  const first = lineStart(text, start);
  if (ON_THE_LINE.test(text.slice(first, lineEnd(text, start)))) return true;
  if (ON_THE_LINE.test(text.slice(lineStart(text, end - 1), lineEnd(text, end - 1)))) return true;
  return first > 0 && ON_THE_NEXT.test(text.slice(lineStart(text, first - 1), first));
}

interface Stretch {
  readonly from: number;
  to: number;
  /** The rules that the comment switches off; empty for all rules. */
  readonly rules: readonly string[];
}

function disabledStretches(text: string): Stretch[] {
  if (!text.includes("secretlint-disable")) return [];
  const stretches: Stretch[] = [];
  for (const match of text.matchAll(DIRECTIVE)) {
    const [, action, rest = ""] = match;
    const rules = rest.split("--")[0]?.match(/@?[\w-]+(?:\/[\w-]+)?/g) ?? [];
    const after = lineEnd(text, match.index);
    if (action === "disable-line") stretches.push({ from: lineStart(text, match.index), to: after, rules });
    else if (action === "disable-next-line") stretches.push({ from: after + 1, to: lineEnd(text, after + 1), rules });
    else if (action === "disable") stretches.push({ from: match.index, to: Infinity, rules });
    else
      for (const one of stretches)
        if (one.to === Infinity && rules.every((rule) => one.rules.includes(rule))) one.to = match.index;
  }
  return stretches;
}

function covers(
  { from, to, rules }: Stretch,
  { span, rules: found }: Finding & { readonly rules: readonly string[] },
): boolean {
  if (span[0] < from || span[1] > to) return false;
  return (
    rules.length === 0 ||
    rules.some((rule) => found.some((one) => one === rule || one.endsWith(`/${rule}`) || one.endsWith(`-rule-${rule}`)))
  );
}

function lineStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}
