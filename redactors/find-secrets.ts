import { runWithin } from "../kit/run-within.ts";
import type { Json } from "../kit/json.ts";
import type { Detector } from "./finding.ts";
import { knownSecrets, type Searcher } from "./known-secrets.ts";
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

function both(first: Detector | undefined, second: Detector | undefined): Detector | undefined {
  return first && second ? { find: (text) => mergeFindings([...first.find(text), ...second.find(text)]), id: `${first.id}\n${second.id}` } : (first ?? second);
}
