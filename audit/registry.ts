/**
 * File name → parser of a secretlint configuration, loaded only where there is one. The program forms (`.js`) are not
 * run.
 */
export const SECRETLINT_FILES = {
  ".secretlintrc.json": async () => (await import("jsonc-parser")).parse,
  ".secretlintrc": async () => (await import("yaml")).parse,
  ".secretlintrc.yaml": async () => (await import("yaml")).parse,
  ".secretlintrc.yml": async () => (await import("yaml")).parse,
} as const satisfies Record<string, () => Promise<(text: string) => unknown>>;
