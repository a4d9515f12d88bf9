import type { Json } from "../kit/json.ts";
import { detector } from "./detect.ts";
import type { Detector } from "./finding.ts";
import { redactJson, type JsonRedaction, type RedactJsonOptions } from "./redact-json.ts";
import { knownSecrets, type Searcher } from "./known-secrets.ts";

/**
 * A JSON value without its secrets, looked for with everything that the settings name. The same reference where nothing
 * was found.
 */
export async function findSecrets<T extends Json>(value: T, searcher: Searcher, cwd: string | undefined, options: RedactJsonOptions): Promise<JsonRedaction<T>> {
  const known = await knownSecrets(searcher, cwd);
  const detectors: Detector[] = [detector, ...(known ? [known] : [])];
  return redactJson(value, searcher.settings.marker, { ...options, detectors });
}
