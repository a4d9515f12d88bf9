import { runWithin } from "../kit/run-within.ts";
import type { Json } from "../kit/json.ts";
import type { Detector } from "./finding.ts";
import { knownSecrets, type Searcher } from "./known-secrets.ts";
import { toMarker } from "./marker.ts";
import { mergeFindings } from "./merge-findings.ts";
import type { JsonRedaction, RedactJsonOptions } from "./redact-json.ts";
import { isAtOnceClean } from "./quick-look.ts";
import { loadSearch, loadUserRules } from "./registry.ts";

export interface SearchOptions extends RedactJsonOptions {
  /** The session whose conversation the value is: what held nothing in it before is not searched again. */
  readonly session?: string;
  /** Finds what is known to be a secret from elsewhere than the value. */
  readonly told?: Detector;
}

/** A value without its secrets, and what the person should hear. */
export interface Search<T extends Json> extends JsonRedaction<T> {
  /** Sentences about rules that cannot be used. */
  readonly problems: readonly string[];
}

/**
 * A JSON value without its secrets, looked for with everything that the settings name: snapveil's own detector, the user's
 * own secrets, the user's rules, secretlint. The same reference where nothing was found. The rules are loaded only where a
 * first look cannot rule out that there is something.
 * @throws TooSlow where an answer is due before all of it was searched
 */
export async function findSecrets<T extends Json>(value: T, searcher: Searcher, cwd: string | undefined, options: SearchOptions): Promise<Search<T>> {
  const { settings } = searcher;
  const { rules, detectors: names } = settings.redaction;
  const known = await knownSecrets(searcher, cwd);
  const within = <T>(work: () => T): T => runWithin(searcher.io.timeLeft?.() ?? Infinity, work);
  const { userRules } = rules.length > 0 ? await loadUserRules() : {};
  const mine = userRules && within(() => userRules(rules));
  const problems = (mine?.refused ?? []).map((kind) => `snapveil: the rule for "${kind}" is not used: its pattern is broken, too large, fits the empty text, or cannot be run in linear time.`);
  const exact = both(both(known, mine?.detector), options.told);
  const lints = names.includes("secretlint");
  if (!lints && within(() => isAtOnceClean(value, exact))) return { value, findings: [], problems };
  const { searchClosely } = await loadSearch();
  return { ...(await searchClosely(value, searcher, cwd, options, exact)), problems };
}

/**
 * A text without its secrets, also without those that begin in what came right before it: that is past changing, so of
 * them the text loses its part.
 */
export async function findSecretsBehind(before: string, text: string, searcher: Searcher, cwd: string | undefined, options: SearchOptions): Promise<Search<string>> {
  const { findings, problems } = await findSecrets(before + text, searcher, cwd, options);
  const cut = findings.filter(({ span }) => span[1] > before.length).map((one) => ({ ...one, span: [Math.max(0, one.span[0] - before.length), one.span[1] - before.length] as const }));
  let left = "";
  let from = 0;
  for (const { kind, span, quote = "" } of cut) {
    left += text.slice(from, span[0]) + (span[0] > 0 ? quote : "") + toMarker(searcher.settings.marker, kind) + quote;
    from = span[1];
  }
  left += text.slice(from);
  const alone = await findSecrets(left, searcher, cwd, options); // what a word before it hid
  return { value: cut.length === 0 && alone.value === left ? text : alone.value, findings: [...cut, ...alone.findings], problems };
}

function both(first: Detector | undefined, second: Detector | undefined): Detector | undefined {
  return first && second ? { find: (text) => mergeFindings([...first.find(text), ...second.find(text)]), id: `${first.id}\n${second.id}` } : (first ?? second);
}
