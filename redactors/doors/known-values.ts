/** @file The user's own secrets, by value: out of variables and of the usual files. */

export { knownSecrets, type Searcher } from "../known-values/known-secrets.ts";
export { findPlaces, findVariables, namedPlaces } from "../known-values/find-places.ts";
export { USUAL_PATHS, secretsOf } from "../known-values/secret-files.ts";
export { exactDetector } from "../known-values/exact-detector.ts";
export { knownSpellings } from "../known-values/known-values-detector.ts";

// Marks stand for the values in a program that must not know these.
export { marksDetector, marksOf } from "../known-values/marks.ts";
