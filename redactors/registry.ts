/** The redactor with all its rules; where `isPlainlyClean` has the answer they need not be loaded. */
export const loadRedactText = () => import("./redact-text.ts");
