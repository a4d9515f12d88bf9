/** @file What a search yields: findings that point at a span and quote nothing. */

export {
  RANK,
  mergeFindings,
  partsOf,
  valueOf,
  type Confidence,
  type Detector,
  type Finding,
  type Path,
  type Weigh,
} from "../finding.ts";

// Findings in JSON, with the path of the text.
export type { JsonFinding, RedactJsonOptions } from "../json/walk.ts";
