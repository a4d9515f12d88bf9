/** The redactor with all its rules; where a first look has the answer they need not be loaded. */
export const loadRedactor = () => import("./redactor.ts");

/** The user's own secrets: files are read for them, so only where there is text to look at. */
export const loadKnownValues = () => import("./known-values/known-values-detector.ts");
