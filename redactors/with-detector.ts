import type { Json } from "../kit/json.ts";
import { detector } from "./detect.ts";
import { redactJson as redactJsonBy, type JsonRedaction } from "./json/redact-json.ts";
import type { RedactJsonOptions } from "./json/walk.ts";
import { redactText as redactTextBy, type Redaction, type RedactOptions } from "./json/redact-text.ts";
import type { MarkerStyle } from "./marker.ts";

export { detector };

/**
 * `redactText` with snapveil's own detector as the default. This module loads the detector at once, for callers that
 * search much or cannot wait.
 */
export function redactText(text: string, marker: MarkerStyle, options: Partial<RedactOptions> = {}): Redaction {
  return redactTextBy(text, marker, { ...options, detectors: options.detectors ?? OWN });
}

/**
 * `redactJson` with snapveil's own detector as the default, for callers that search much or cannot wait for the
 * detector to load.
 */
export function redactJson<T extends Json>(
  value: T,
  marker: MarkerStyle,
  options: Partial<RedactJsonOptions> = {},
): JsonRedaction<T> {
  return redactJsonBy(value, marker, { ...options, detectors: options.detectors ?? OWN });
}

const OWN = [detector];
