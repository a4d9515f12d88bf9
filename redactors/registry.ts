/** The redactor with all its rules; where `isPlainlyClean` has the answer they need not be loaded. */
export const loadFindSecrets = () => import("./find-secrets.ts");

/** The user's own secrets: files are read for them, so only where there is text to look at. */
export const loadKnownValues = () => import("./known-values/known-values-detector.ts");
