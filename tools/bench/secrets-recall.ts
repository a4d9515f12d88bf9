import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { detector, redactText } from "../../redactors/with-detector.ts";
import type { Detector } from "../../redactors/finding.ts";
import { findPlaces, findVariables } from "../../redactors/known-values/find-places.ts";
import { knownValuesDetector } from "../../redactors/known-values/known-values-detector.ts";

/** A folder with test vectors, beside the project and not part of it. */
const CORPUS = join(import.meta.dirname, "../../shared/corpus");

/**
 * The rule of vectors whose secret cannot be recognized from the text: it is one of the user's own secrets, which a
 * hook reads from files and variables.
 */
const OWN = "known-value-only";

interface Vector {
  readonly rule: string;
  readonly text: string;
  readonly label: "secret" | "clean";
  readonly secrets?: readonly string[];
  /** The labelled secrets of the text, each as `[start, end)` in code points. */
  readonly secret_spans?: readonly (readonly [number, number])[];
}

/** How many vectors (test texts with a labelled secret) of a set lose their secret by the redaction. */
export interface Recall {
  readonly vectors: number;
  /** The number of vectors in which no labelled secret is left whole. */
  readonly gone: number;
  /**
   * The number of vectors in which each label is cut by at least four fifths of its characters; names and hosts inside
   * the label count, too.
   */
  readonly covered: number;
}

/**
 * The recall on a set; `undefined` if the set is missing.
 * @param own whether the detector also searches for the own secrets of the set's user, as a hook does
 */
export function recallOf(set: string, own: boolean): Recall | undefined {
  const vectors = read(set)?.filter(({ label }) => label === "secret");
  if (vectors === undefined) return undefined;
  const detectors = own ? [detector, knownTo(vectors)] : [detector];
  let gone = 0;
  let covered = 0;
  for (const vector of vectors) {
    const { text, findings } = redactText(vector.text, "plain", { detectors });
    if ((vector.secrets ?? []).some((secret) => text.includes(secret))) continue;
    gone += 1;
    if (isCovered(vector, findings)) covered += 1;
  }
  return { vectors: vectors.length, gone, covered };
}

/** The number of similar texts without a secret that the redactor changes; `undefined` if the set is missing. */
export function flaggedOf(set: string): { readonly vectors: number; readonly flagged: number } | undefined {
  const vectors = read(set);
  const flagged = vectors?.filter(({ text }) => redactText(text, "plain").text !== text);
  return vectors && { vectors: vectors.length, flagged: flagged?.length ?? 0 };
}

function read(set: string): Vector[] | undefined {
  const file = join(CORPUS, `${set}.jsonl`);
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Vector);
}

/**
 * A detector that gets the secrets of the vectors with the rule `OWN` as values of environment variables, as a hook
 * gets the user's secrets.
 */
function knownTo(vectors: readonly Vector[]): Detector {
  const secrets = vectors.filter(({ rule }) => rule === OWN).flatMap(({ secrets: own = [] }) => own);
  const io = {
    env: Object.fromEntries(secrets.map((secret, at) => [`SERVICE_${at}_PASSWORD`, secret])),
    platform: process.platform,
  };
  const settings = { files: [], variables: [], projectFiles: [] };
  const variables = findVariables(io, settings);
  const known = knownValuesDetector(io, undefined, settings, variables, findPlaces(io, undefined, settings));
  if (!known) throw new Error("None of the user's own secrets is known.");
  return known;
}

function isCovered(
  { text, secret_spans: labels = [] }: Vector,
  findings: readonly { readonly span: readonly [number, number] }[],
): boolean {
  const isCut = (at: number) => findings.some(({ span: [start, end] }) => start <= at && at < end);
  const characters = [...text];
  return labels.every(([from, to]) => {
    const start = characters.slice(0, from).join("").length;
    const length = characters.slice(from, to).join("").length;
    const left = Array.from({ length }, (_, at) => start + at).filter((at) => !isCut(at));
    return left.length <= length / 5;
  });
}
