import type { Reply, Dialect } from "../agents/codec/dialect.ts";
import { withoutAllow } from "../agents/codec/list-found.ts";
import type { ObjectedItem, Outcome } from "../agents/codec/outcome.ts";
import type { JsonFinding } from "../redactors/doors/finding.ts";
import { describeRule } from "../redactors/doors/judge.ts";
import { redactText } from "../redactors/doors/redact.ts";
import type { ExplainedValue, FoundBeside } from "./explain-values.ts";
import type { ExplainedVerdict } from "./explain-verdict.ts";
import type { WhyDialect } from "./why-dialect.ts";

/** The position of a secret. The secret itself is not included. */
export interface ExplainedFinding {
  readonly rule: string;
  readonly kind: string;
  readonly confidence: string;
  /** What the rule looks for, in words; empty for a rule of the user's own. */
  readonly looks_for: string;
  /** A JSON pointer into the value that the builtin searched. */
  readonly at: string;
  /** The first character of the secret in that text, from 1 on. */
  readonly from: number;
  /** The number of characters. */
  readonly length: number;
}

export interface ExplainedBuiltin {
  readonly name: string;
  /** The canonical event that the builtin answered. */
  readonly event: string;
  /** Whether the user's or a project's settings name the builtin; the default profile counts as the user's. */
  readonly origin: "user" | "project";
  /**
   * `not run`: the builtin would record or send something, which `explain` never does. `not matched`: its matchers do
   * not fit the event, or the agent itself gives its model the same text; `says` holds the reason.
   */
  readonly state: "ran" | "not run" | "not matched";
  /** The kinds of the builtin's outcome: `nothing`, or any of `context`, `notice`, `rewrite of …`, a verdict. */
  readonly says: readonly string[];
  readonly findings: readonly ExplainedFinding[];
  /** The values under names that the builtin's search judged, whether or not these are secrets. */
  readonly values: readonly ExplainedValue[];
  /** Sentences about parts that the builtin could not check and let pass. */
  readonly remarks: readonly string[];
  /** The builtin searched for secrets, and met neither a word, a prefix or an address that announces one. */
  readonly unannounced?: true;
}

export interface Explanation {
  readonly agent: string;
  readonly title: string;
  /** The event's name in the agent's spelling; empty if the payload has none. */
  readonly event: string;
  /** The canonical events that the payload stands for. */
  readonly canonical: readonly string[];
  readonly chosen: WhyDialect;
  /** The agent's final treatment of the event. */
  readonly verdict: ExplainedVerdict;
  /** Whether SNAPVEIL_DISABLE is set or snapveil is switched off, so that no builtin runs. */
  readonly disabled: boolean;
  readonly builtins: readonly ExplainedBuiltin[];
  /** The findings that led to the answer: kinds, masked excerpts and positions. */
  readonly found: readonly (ObjectedItem & { readonly guard: string })[];
  /** The sentences about the findings that the model and the person get. */
  readonly texts: { readonly model?: readonly string[]; readonly person?: readonly string[] };
  /** The reply, with secrets in it redacted. */
  readonly reply: { readonly stdout: string; readonly stderr: string; readonly exit_code: number };
  /** Sentences on what the agent does with the reply. */
  readonly effect: readonly string[];
}

/**
 * The texts about a refusal or redaction, without the other context for the model, and without the offer to let the
 * event pass, since an explanation is not logged.
 */
export function textsOf({ verdict, notice = [] }: Outcome): Explanation["texts"] {
  const said = verdict && verdict.kind !== "allow" ? verdict : undefined;
  const isForPerson = said !== undefined && [said.person, said.question].includes(said.reason);
  const clean = (texts: readonly string[]) => texts.map((text) => redactText(withoutAllow(text), "plain").text);
  const person = clean([...(said && isForPerson ? [said.reason] : []), ...notice]);
  return {
    ...(said && !isForPerson && { model: clean([said.reason]) }),
    ...(person.length > 0 && { person }),
  };
}

/** The kinds of an outcome, as `ExplainedBuiltin.says` has them. */
export function saidBy({ verdict, context, rewrite, notice }: Outcome): string[] {
  const said = [
    ...(verdict ? [verdict.kind] : []),
    ...Object.keys(rewrite ?? {}).map((part) => `rewrite of ${part}`),
    ...(context && context.length > 0 ? ["context"] : []),
    ...(notice && notice.length > 0 ? ["notice"] : []),
  ];
  return said.length === 0 ? ["nothing"] : said;
}

/** A finding with its position as a JSON pointer, without secrets. `rows` are what rows of words found in the search. */
export function pointAt(
  { rule, kind, confidence, path, span }: JsonFinding,
  rows: readonly FoundBeside[],
): ExplainedFinding {
  // Keys come from the payload, so they may be secrets, too.
  const at = path
    .map(
      (step) => `/${redactText(String(step), "plain").text.slice(0, 60).replaceAll("~", "~0").replaceAll("/", "~1")}`,
    )
    .join("");
  const length = span[1] - span[0];
  const words = rows.find((row) => row.rule === rule && row.length === length)?.words;
  return { rule, kind, confidence, looks_for: describeRule(rule, words) ?? "", at, from: span[0] + 1, length };
}

/** A reply without secrets. */
export function shown({ stdout, stderr, exitCode }: Reply): Explanation["reply"] {
  return { stdout: redactText(stdout, "plain").text, stderr: redactText(stderr, "plain").text, exit_code: exitCode };
}

/** The verdict if an error occurred, which replaces the outcomes of all builtins. */
export function failedVerdict({ title }: Dialect, { exitCode, stdout }: Reply): ExplainedVerdict {
  const isRefused = exitCode === 2 || /"(?:deny|block|cancel)"|"continue":false/.test(stdout);
  return isRefused
    ? { kind: "refused", sentence: `Refused: something failed on the way, and ${title} is told so.` }
    : { kind: "passes", sentence: `Passes: something failed on the way, and ${title} goes on.` };
}

/** The sentence about an event that no builtin answers; `undefined` for any other event. */
export function whyNoEffect(disabled: string | undefined, isFailed: boolean): string[] | undefined {
  if (disabled) return [`${disabled}: nothing is looked at, and the agent goes on as if there were no hook.`];
  return isFailed ? ["Something failed on the way; this is the answer to that."] : undefined;
}
