import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { detector } from "../redactors/redactor.ts";
import type { Detector } from "../redactors/finding.ts";
import { findPlaces, findVariables } from "../redactors/known-values/find-places.ts";
import { knownValuesDetector } from "../redactors/known-values/known-values-detector.ts";
import { redactText } from "../redactors/redactor.ts";

/** Vectors that lie beside the project and are no part of it. */
const CORPUS = join(import.meta.dirname, "../../shared/corpus");

/** Vectors whose secret nothing in the text gives away: it is one of the user's own, which a hook knows. */
const OWN = "known-value-only";

interface Vector {
  readonly rule: string;
  readonly text: string;
  readonly label: "secret" | "clean";
  readonly secrets?: readonly string[];
  /** `[start, end)` in code points. */
  readonly secret_spans?: readonly (readonly [number, number])[];
}

/** Of the vectors with a secret, how many lose it. */
export interface Recall {
  readonly vectors: number;
  /** No labelled secret is left whole. */
  readonly gone: number;
  /**
   * And of no label more than a fifth of the characters is left, names and hosts that the label takes in counted as
   * well.
   */
  readonly covered: number;
}

/**
 * Of a set in ../shared/corpus; `undefined` where it is not there. With `own`, its user's own secrets are known as a
 * hook knows them.
 */
export function recallOf(set: string, own: boolean): Recall | undefined {
  const vectors = read(set)?.filter(({ label }) => label === "secret");
  if (vectors === undefined) return undefined;
  const known = own ? knownTo(vectors) : undefined;
  let gone = 0;
  let covered = 0;
  for (const vector of vectors) {
    const { text, findings } = redactText(vector.text, "plain", { detectors: [detector, ...(known ? [known] : [])] });
    if ((vector.secrets ?? []).some((secret) => text.includes(secret))) continue;
    gone += 1;
    if (
      isCovered(
        vector,
        findings.map(({ span }) => span),
      )
    )
      covered += 1;
  }
  return { vectors: vectors.length, gone, covered };
}

/** The user's environment holds those secrets, each in a variable, and is read as it is before every event. */
function knownTo(vectors: readonly Vector[]): Detector | undefined {
  const secrets = vectors.filter(({ rule }) => rule === OWN).flatMap(({ secrets: own = [] }) => own);
  const io = {
    env: Object.fromEntries(secrets.map((secret, at) => [`SERVICE_${at}_PASSWORD`, secret])),
    platform: process.platform,
  };
  const settings = { files: [], variables: [], projectFiles: [] };
  return knownValuesDetector(io, undefined, settings, findVariables(io, settings), findPlaces(io, undefined, settings));
}

/** How many look-alikes are touched; `undefined` where the set is not there. */
export function flaggedOf(set: string): { readonly vectors: number; readonly flagged: number } | undefined {
  const vectors = read(set);
  return (
    vectors && {
      vectors: vectors.length,
      flagged: vectors.filter(({ text }) => redactText(text, "plain").text !== text).length,
    }
  );
}

function read(set: string): Vector[] | undefined {
  const file = join(CORPUS, `${set}.jsonl`);
  return existsSync(file)
    ? readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Vector)
    : undefined;
}

function isCovered(
  { text, secret_spans: labels = [] }: Vector,
  spans: readonly (readonly [number, number])[],
): boolean {
  const cut = new Uint8Array(text.length);
  for (const [start, end] of spans) cut.fill(1, start, end);
  const offsets: number[] = [];
  for (let at = 0; at < text.length; at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1) offsets.push(at);
  offsets.push(text.length);
  return labels.every(([from, to]) => {
    const [start = 0, end = 0] = [offsets[from], offsets[to]];
    let left = 0;
    for (let at = start; at < end; at++) if (cut[at] === 0) left += 1;
    return left <= (end - start) / 5;
  });
}
