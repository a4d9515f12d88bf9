import { buildId } from "../kit/build-id.ts";
import { existsSync } from "node:fs";

import { runWithin } from "../kit/run-within.ts";
import type { Json } from "../kit/json.ts";
import { allowancesFor } from "./allowances.ts";
import { cleanFile, cleanFolder } from "./clean-file.ts";
import type { CleanTexts } from "./clean-texts.ts";
import type { SearchOptions } from "./find-secrets.ts";
import type { Detector } from "./finding.ts";
import type { Searcher } from "./known-secrets.ts";
import type { JsonRedaction } from "./redact-json.ts";
import { loadCleanTexts, loadLintLeaves, loadRedactor } from "./registry.ts";

import { surveyJson } from "./survey-json.ts";

/**
 * The rest of `findSecrets`, for what a glance could not tell: a first look at all texts, then the redactor for those in which
 * there may be something. `exact` finds what is known to be a secret.
 */
export async function searchClosely<T extends Json>(value: T, searcher: Searcher, cwd: string | undefined, options: SearchOptions, exact: Detector | undefined): Promise<JsonRedaction<T>> {
  const { settings } = searcher;
  const within = <T>(work: () => T): T => runWithin(searcher.io.timeLeft?.() ?? Infinity, work);
  const lints = settings.redaction.detectors.includes("secretlint");
  const remembering = options.session === undefined || lints ? undefined : memoryFor(value, searcher, exact, options.session, options);
  const memory = remembering?.isBegun ? await remembering.load() : undefined;
  const survey = within(() => surveyJson(value, { ...options, ...(memory && { plain: memory.before }) }, exact));
  if (survey.clean && !lints) {
    (memory ?? (isMuch(survey.closer) ? await remembering?.load() : undefined))?.remember(survey.plainTexts());
    return { value, findings: [] };
  }

  const { redactJson, detector } = await loadRedactor();
  const allowed = await allowancesFor(searcher, cwd);
  const allows = (kind: string, text: string): boolean => (options.allows?.(kind, text) ?? false) || (allowed?.allows(kind, text) ?? false);
  const chosen = { ...options, ...((options.allows || allowed) && { allows }) };
  const detectors = [...(settings.redaction.detectors.includes("own") ? [detector] : []), ...(exact ? [exact] : [])];
  const clean: string[] = [...survey.closer];
  const whole = { ...chosen, plain: survey.plain, passed: survey.passed, detectors, ...(remembering && { onClean: (text: string) => clean.push(text) }) };
  const found = within(() => redactJson(value, settings.marker, whole));
  (memory ?? (isMuch(clean) ? await remembering?.load() : undefined))?.remember([...survey.plainTexts(), ...clean]);
  if (!lints) return found;
  // It looks at what the others left, so that an address loses its password and not itself.
  const linted = await (await loadLintLeaves()).lintLeaves(found.value, options.skip);
  const more = within(() => redactJson(found.value, settings.marker, { ...chosen, detectors: linted }));
  return { value: more.value, findings: [...found.findings, ...more.findings] };
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
  const version = Array.isArray(value) && value.length >= LONG ? buildId() : undefined;
  // What a trusted project allows can change from one turn to the next.
  if (version === undefined || settings.redaction.trustedProjects.length > 0) return undefined;
  const rules = JSON.stringify([version, settings.redaction, exact?.id ?? ""]);
  const folder = cleanFolder(io);
  const isBegun = folder !== undefined && existsSync(folder) && existsSync(cleanFile(folder, session));
  return { isBegun, load: async () => (await loadCleanTexts()).cleanTexts(io, session, rules, value, skip) };
}
