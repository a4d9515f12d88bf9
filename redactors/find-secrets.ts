import { buildId } from "../kit/build-id.ts";
import type { Json } from "../kit/json.ts";
import { runInTime } from "../kit/run-within.ts";
import { allowancesFor } from "./allow/allowances.ts";
import type { CleanTexts } from "./memory/clean-texts.ts";
import { mergeFindings, type Detector, type Finding } from "./finding.ts";
import { knownSecrets, type Searcher } from "./known-values/known-secrets.ts";
import type { JsonRedaction } from "./json/redact-json.ts";
import { Redactor, type RedactorOptions } from "./redactor.ts";

/** How `findSecrets` searches a value. */
export interface SearchOptions extends RedactorOptions {
  /**
   * The session whose conversation the value is. Texts of this conversation in which an earlier search found nothing
   * are not searched again.
   */
  readonly session?: string;
  /** A further detector, for secrets that the caller has found by other means. */
  readonly told?: Detector;
}

/** A redacted value, its findings, and sentences for the user about rules that were not used. */
export interface Search<T extends Json> extends JsonRedaction<T> {
  readonly problems: readonly string[];
  /**
   * The redacted secrets in plain text, from which the caller can make allowances. They must not leave this process.
   */
  readonly taken: ReadonlySet<string>;
}

/**
 * Redacts a JSON value with the detectors that the settings switch on: snapveil's own detector, the user's own secrets,
 * the user's rules, personal data, secretlint. Returns the same reference if nothing was found.
 * @throws TooSlow if an answer is due before the whole value was searched
 */
export async function findSecrets<T extends Json>(
  value: T,
  searcher: Searcher,
  cwd: string | undefined,
  options: SearchOptions,
): Promise<Search<T>> {
  const { detectors: names } = searcher.settings.redaction;
  const lints = names.includes("secretlint");
  const { exact, problems } = await namedByUser(searcher, cwd, options.told);
  const memory = lints ? undefined : await memoryFor(value, searcher, exact, options);
  const redactor = new Redactor(searcher, options, await allowancesFor(searcher, cwd));
  const found = await searchAll(value, redactor, { exact, isOwn: names.includes("own"), memory });
  if (!lints) return { ...found, problems, taken: redactor.taken };
  // secretlint searches the redacted text, so that a smaller finding wins: of a URL with a password the other detectors
  // remove only the password.
  const first = redactor.taken;
  const linted = await (await import("./secretlint/lint-leaves.ts")).lintLeaves(found.value, options.skip);
  const more = await redactor.search(found.value, { detectors: linted });
  return {
    value: more.value,
    findings: [...found.findings, ...more.findings],
    problems,
    taken: new Set([...first, ...redactor.taken]),
  };
}

/**
 * One detector for the user's secrets, rules and personal data (`undefined` if the settings name none), and sentences
 * about rules that were not used.
 */
interface NamedByUser {
  readonly exact: Detector | undefined;
  readonly problems: readonly string[];
}

async function namedByUser(searcher: Searcher, cwd: string | undefined, told?: Detector): Promise<NamedByUser> {
  const { rules, personal } = searcher.settings.redaction;
  const { userRules } = rules.length > 0 ? await import("./user-rules/user-rules.ts") : {};
  const mine = userRules && runInTime(searcher.io, () => userRules(rules));
  const { personalDetector } = personal.length > 0 ? await import("./personal/personal-data.ts") : {};
  const wished = both(mine?.detector, personalDetector?.(personal));
  return { exact: both(both(await knownSecrets(searcher, cwd), wished), told), problems: mine?.problems ?? [] };
}

/** The detectors of a search, and the memory of the session's conversation. */
interface Sources extends Pick<NamedByUser, "exact"> {
  /** Whether snapveil's own detector is used, too. */
  readonly isOwn: boolean;
  readonly memory: CleanTexts | undefined;
}

/**
 * Searches with the user's detectors. snapveil's own detector searches, too, if the gate shows that it may find
 * something. It also does so if the user's detectors found something, since a marker that they put into the text can
 * change what snapveil's own detector finds beside it.
 */
async function searchAll<T extends Json>(
  value: T,
  redactor: Redactor,
  { exact, isOwn, memory }: Sources,
): Promise<JsonRedaction<T>> {
  const others = exact ? [exact] : [];
  const seen = new Set<string>();
  const clean = new Set(memory?.before); // grows, so that a repeated search skips these texts
  const isNeeded = isOwn && redactor.mayHold(value, clean);
  let found: JsonRedaction<T> = { value, findings: [] };
  if (!isNeeded && (others.length > 0 || memory !== undefined)) {
    const by = { detectors: others, clean: new Set(memory?.before), onClean: (text: string) => void seen.add(text) };
    found = isOwn ? redactor.redact(value, by) : await redactor.search(value, by);
  }
  if (isNeeded || (isOwn && found.findings.length > 0)) {
    seen.clear();
    const { detector } = await import("./detect.ts");
    const onClean = (text: string): void => {
      seen.add(text);
      clean.add(text);
    };
    found = await redactor.search(value, { detectors: [remembering(detector), ...others], clean, onClean });
  }
  memory?.remember([...seen]);
  return found;
}

/**
 * A detector that keeps its findings of each text, since `Redactor.search` may search a text twice. This saves 6 ms for
 * 10 KB.
 */
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
 * The least characters of a conversation whose clean texts are remembered. To search a shorter conversation once more
 * takes less time. Messages are not counted: twenty of an agent that reads files are as long as five hundred of a chat.
 */
const LONG = 8000;

/**
 * The session's memory of its conversation; `undefined` if the value is not the long conversation of a session, or if
 * the same text can be judged differently at the next turn.
 */
async function memoryFor(
  value: Json,
  { io, settings }: Searcher,
  exact: Detector | undefined,
  { session, skip }: SearchOptions,
): Promise<CleanTexts | undefined> {
  // The allowances of a trusted project can change from one turn to the next, so its conversations have no memory.
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

/** Whether a conversation has at least `LONG` characters. Counting stops at that number. */
function isLong(messages: readonly Json[]): boolean {
  let count = 0;
  const rest: Json[] = [...messages];
  for (let value = rest.pop(); value !== undefined && count < LONG; value = rest.pop()) {
    if (typeof value === "string") count += value.length;
    else if (typeof value === "object" && value !== null) rest.push(...(Object.values(value) as Json[]));
  }
  return count >= LONG;
}
