import { buildId } from "../kit/build-id.ts";
import type { Json } from "../kit/json.ts";
import { runInTime } from "../kit/run-within.ts";
import { allowancesFor } from "./allow/allowances.ts";
import type { CleanTexts } from "./memory/clean-texts.ts";
import { mergeFindings, type Detector, type Finding, type Weigh } from "./finding.ts";
import { knownSecrets, type Searcher } from "./known-values/known-secrets.ts";
import { type JsonRedaction, redactJson } from "./json/redact-json.ts";
import type { RedactJsonOptions } from "./json/walk.ts";
import { mayHoldIn } from "./gate.ts";

/**
 * Loads the weighing of findings.
 * @param found the findings of a first search, and the texts in which they stand
 */
type LoadWeigh = (found: readonly Finding[], texts: readonly string[]) => Promise<Weigh>;

export interface SearchOptions extends Omit<RedactJsonOptions, "weigh" | "detectors"> {
  /** Loads the judge of which findings count; loaded only for the first finding. Default: all count. */
  readonly weigh?: LoadWeigh | undefined;
  /** The session whose conversation the value is: its texts that held nothing before are not searched again. */
  readonly session?: string;
  /** Finds secrets that are known from elsewhere than the value. */
  readonly told?: Detector;
}

/** A value without its secrets, and sentences for the person. */
export interface Search<T extends Json> extends JsonRedaction<T> {
  readonly problems: readonly string[];
  /** The found secrets, whole, in the form for an allowance. They must not leave this process. */
  readonly taken: ReadonlySet<string>;
}

/**
 * A JSON value without its secrets, searched with everything that the settings name: snapveil's own detector, the
 * user's own secrets, the user's rules, personal data, secretlint. The same reference if nothing was found.
 * @throws TooSlow if an answer is due before all of it was searched
 */
export async function findSecrets<T extends Json>(
  value: T,
  searcher: Searcher,
  cwd: string | undefined,
  options: SearchOptions,
): Promise<Search<T>> {
  const { settings } = searcher;
  const { rules, detectors: names, personal } = settings.redaction;
  const lints = names.includes("secretlint");
  const within = <T>(work: () => T): T => runInTime(searcher.io, work);
  const { userRules } = rules.length > 0 ? await import("./user-rules/user-rules.ts") : {};
  const mine = userRules && within(() => userRules(rules));
  const problems = mine?.problems ?? [];
  const { personalDetector } = personal.length > 0 ? await import("./personal/personal-data.ts") : {};
  const wished = both(mine?.detector, personalDetector?.(personal));
  const exact = both(both(await knownSecrets(searcher, cwd), wished), options.told);
  const memory = lints ? undefined : await memoryFor(value, searcher, exact, options);
  const allowed = await allowancesFor(searcher, cwd);
  const { weigh: loadWeigh, ...plain } = options;
  let taken = new Set<string>();
  const seen = new Set<string>();
  const clean = new Set(memory?.before); // also for the search that begins anew
  const onClean = (text: string): void => {
    seen.add(text);
    clean.add(text);
  };
  const redact = <T extends Json>(part: T, by: RedactJsonOptions): JsonRedaction<T> => {
    taken = new Set();
    const allows = (kind: string, text: string): boolean => {
      const isAllowed = (options.allows?.(kind, text) ?? false) || (allowed?.allows(kind, text) ?? false);
      if (!isAllowed) taken.add(text);
      return isAllowed;
    };
    return within(() => redactJson(part, settings.marker, { ...plain, ...by, allows }));
  };
  /**
   * The weighing is loaded for the first finding. Mostly all findings count, and then the first search is enough: to
   * walk through 1,000 messages again takes 4 ms.
   */
  const search = async <T extends Json>(part: T, by: RedactJsonOptions): Promise<JsonRedaction<T>> => {
    if (!loadWeigh) return redact(part, by);
    const asked: Parameters<Weigh>[] = [];
    const note: Weigh = (some, text, at) => {
      const path = at();
      asked.push([some, text, () => path]);
      return some;
    };
    const found = redact(part, { ...by, weigh: note });
    if (found.findings.length === 0) return found;
    const weigh = await loadWeigh(found.findings, [...taken]);
    const count = within(() => asked.every(([some, ...place]) => weigh(some, ...place).length === some.length));
    return count ? found : redact(part, { ...by, weigh });
  };
  const others = exact ? [exact] : [];
  const isOwn = names.includes("own");
  const isNeeded = isOwn && within(() => mayHoldIn(value, { ...plain, clean }));
  let found: JsonRedaction<T> = { value, findings: [] };
  if (!isNeeded && (others.length > 0 || memory !== undefined)) {
    const by = { detectors: others, clean: new Set(memory?.before), onClean: (text: string) => void seen.add(text) };
    found = isOwn ? redact(value, by) : await search(value, by);
  }
  // The cuts of the other detectors can change how the rest is read.
  if (isNeeded || (isOwn && found.findings.length > 0)) {
    seen.clear();
    const { detector } = await import("./detect.ts");
    found = await search(value, { detectors: [remembering(detector), ...others], clean, onClean });
  }
  memory?.remember([...seen]);
  if (!lints) return { ...found, problems, taken };
  // This detector searches the text that the others left, so that an address loses its password and not itself.
  const first = taken;
  const linted = await (await import("./secretlint/lint-leaves.ts")).lintLeaves(found.value, options.skip);
  const more = await search(found.value, { detectors: linted });
  return {
    value: more.value,
    findings: [...found.findings, ...more.findings],
    problems,
    taken: new Set([...first, ...taken]),
  };
}

/** A detector that searches each text once: a second search, which weighs, takes 6 ms less for 10 KB. */
function remembering(detector: Detector): Detector {
  const known = new Map<string, readonly Finding[]>();
  return {
    ...detector,
    find(text) {
      const found = known.get(text) ?? detector.find(text);
      known.set(text, found);
      return found;
    },
  };
}

function both(first: Detector | undefined, second: Detector | undefined): Detector | undefined {
  return first && second
    ? {
        find: (text) => mergeFindings([...first.find(text), ...second.find(text)]),
        id: `${first.id}\n${second.id}`,
        isCertain: true,
      }
    : (first ?? second);
}

/**
 * Characters: a shorter conversation is searched again sooner than it is remembered. Not a number of messages: twenty
 * of an agent that reads files are as long as five hundred of a talk.
 */
const LONG = 8000;

/** The session's memory of its conversation; `undefined` for any value but a long one. */
async function memoryFor(
  value: Json,
  { io, settings }: Searcher,
  exact: Detector | undefined,
  { session, skip }: SearchOptions,
): Promise<CleanTexts | undefined> {
  // The allowances of a trusted project can change from one turn to the next.
  if (session === undefined || !Array.isArray(value) || !isLong(value) || settings.redaction.trustedProjects.length > 0)
    return undefined;
  const version = buildId();
  if (version === undefined) return undefined;
  return (await import("./memory/clean-texts.ts")).cleanTexts(
    io,
    session,
    JSON.stringify([version, settings.redaction, exact?.id ?? ""]),
    value,
    skip,
  );
}

/** Whether a conversation has so many characters; counted no further than that. */
function isLong(messages: readonly Json[]): boolean {
  let count = 0;
  const rest: Json[] = [...messages];
  for (let value = rest.pop(); value !== undefined && count < LONG; value = rest.pop()) {
    if (typeof value === "string") count += value.length;
    else if (typeof value === "object" && value !== null) rest.push(...(Object.values(value) as Json[]));
  }
  return count >= LONG;
}
