import type { Json } from "../kit/json.ts";
import { knownSecrets, type Searcher } from "./known-secrets.ts";
import type { JsonRedaction, RedactJsonOptions } from "./redact-json.ts";
import { loadRedactor } from "./registry.ts";
import { surveyJson } from "./survey-json.ts";

/**
 * A JSON value without its secrets, looked for with everything that the settings name. The same reference where nothing
 * was found. The rules are loaded only where a first look cannot rule out that there is something.
 */
export async function findSecrets<T extends Json>(value: T, searcher: Searcher, cwd: string | undefined, options: RedactJsonOptions): Promise<JsonRedaction<T>> {
  const known = await knownSecrets(searcher, cwd);
  const survey = surveyJson(value, options, known);
  if (survey.clean) return { value, findings: [] };
  const { redactJson, detector } = await loadRedactor();
  return redactJson(value, searcher.settings.marker, { ...options, plain: survey.plain, detectors: known ? [detector, known] : [detector] });
}
