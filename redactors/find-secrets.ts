import { existsSync } from "node:fs";

import type { Json } from "../kit/json.ts";
import { allowancesFor } from "./allowances.ts";
import { cleanFile, cleanFolder } from "./clean-file.ts";
import type { Detector } from "./finding.ts";
import { knownSecrets, type Searcher } from "./known-secrets.ts";
import { mergeFindings } from "./merge-findings.ts";
import type { JsonRedaction, RedactJsonOptions } from "./redact-json.ts";
import type { CleanTexts } from "./clean-texts.ts";
import { isAtOnceClean } from "./quick-look.ts";
import { loadCleanTexts, loadLintLeaves, loadRedactor, loadSurvey, loadUserRules } from "./registry.ts";
import { rulesVersion } from "./rules-version.ts";

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
 */
export async function findSecrets<T extends Json>(value: T, searcher: Searcher, cwd: string | undefined, options: SearchOptions): Promise<Search<T>> {
  const { settings } = searcher;
  const { rules, detectors: names } = settings.redaction;
  const known = await knownSecrets(searcher, cwd);
  const mine = rules.length > 0 ? (await loadUserRules()).userRules(rules) : undefined;
  const problems = (mine?.refused ?? []).map((kind) => `snapveil: the rule for "${kind}" is not used: its pattern is broken, fits the empty text, or cannot be run in linear time.`);
  const exact = both(both(known, mine?.detector), options.told);
  const lints = names.includes("secretlint");
  if (!lints && isAtOnceClean(value, exact)) return { value, findings: [], problems };
  const remembering = options.session === undefined || lints ? undefined : memoryFor(value, searcher, exact, options.session, options);
  const memory = remembering?.isBegun ? await remembering.load() : undefined;
  const { surveyJson } = await loadSurvey();
  const survey = surveyJson(value, { ...options, ...(memory && { plain: memory.before }) }, exact);
  if (survey.clean && !lints) {
    (memory ?? (isMuch(survey.closer) ? await remembering?.load() : undefined))?.remember(survey.plainTexts());
    return { value, findings: [], problems };
  }

  const { redactJson, detector } = await loadRedactor();
  const allowed = await allowancesFor(searcher, cwd);
  const allows = (kind: string, text: string): boolean => (options.allows?.(kind, text) ?? false) || (allowed?.allows(kind, text) ?? false);
  const chosen = { ...options, ...((options.allows || allowed) && { allows }) };
  const detectors = [...(names.includes("own") ? [detector] : []), ...(exact ? [exact] : [])];
  const clean: string[] = [...survey.closer];
  const found = redactJson(value, settings.marker, { ...chosen, plain: survey.plain, passed: survey.passed, detectors, ...(remembering && { onClean: (text: string) => clean.push(text) }) });
  (memory ?? (isMuch(clean) ? await remembering?.load() : undefined))?.remember([...survey.plainTexts(), ...clean]);
  if (!lints) return { ...found, problems };
  // It looks at what the others left, so that an address loses its password and not itself.
  const linted = await (await loadLintLeaves()).lintLeaves(found.value, options.skip);
  const more = redactJson(found.value, settings.marker, { ...chosen, detectors: linted });
  return { value: more.value, findings: [...found.findings, ...more.findings], problems };
}

/** A conversation shorter than this is looked at again sooner than it is remembered. */
const LONG = 50;
/** Characters that were searched in vain: for less, as for text that is told to be clean at a first look, looking again is cheaper. */
const MUCH = 96 * 1024;

function isMuch(texts: readonly string[]): boolean {
  return texts.reduce((sum, text) => sum + text.length, 0) >= MUCH;
}

/** What a session remembers of its conversation, whether there is something yet, and how to get at it. */
interface Remembering {
  readonly isBegun: boolean;
  load(): Promise<CleanTexts | undefined>;
}

function memoryFor(value: Json, { io, settings }: Searcher, exact: Detector | undefined, session: string, { skip }: SearchOptions): Remembering | undefined {
  const version = Array.isArray(value) && value.length >= LONG ? rulesVersion() : undefined;
  // What a trusted project allows can change from one turn to the next.
  if (version === undefined || settings.redaction.trustedProjects.length > 0) return undefined;
  const rules = JSON.stringify([version, settings.redaction, exact?.id ?? ""]);
  const folder = cleanFolder(io);
  const isBegun = folder !== undefined && existsSync(folder) && existsSync(cleanFile(folder, session));
  return { isBegun, load: async () => (await loadCleanTexts()).cleanTexts(io, session, rules, value, skip) };
}

function both(first: Detector | undefined, second: Detector | undefined): Detector | undefined {
  return first && second ? { find: (text) => mergeFindings([...first.find(text), ...second.find(text)]), id: `${first.id}\n${second.id}` } : (first ?? second);
}
