/** The redactor with all its rules. */
export const loadRedactor = () => import("./redactor.ts");

/** The user's own secrets: files are read for them, so only where there is text to look at. */
export const loadKnownValues = () => import("./known-values/known-values-detector.ts");

/** What a session remembers of its conversation; loads the hash functions, so only for a long one. */
export const loadCleanTexts = () => import("./memory/clean-texts.ts");

/** RE2 for the user's own patterns; loaded only where there are some. */
export const loadUserRules = () => import("./user-rules/user-rules.ts");

/** What `.snapveilignore` says; loaded only where the user allows something. */
export const loadAllowLines = () => import("./allow/allow-lines.ts");

/** secretlint; loaded only where the settings name it. */
export const loadLintLeaves = () => import("./secretlint/lint-leaves.ts");

/** For those that seldom have a text to search. */
export const loadFindSecrets = () => import("./find-secrets.ts");
