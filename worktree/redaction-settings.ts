/** What happens where a secret is found: put a marker there, let the person decide, refuse, or only say so. */
export type Policy = "redact" | "ask" | "deny" | "warn";

/**
 * Where a secret can be found: arguments of a call that writes a file, of a command, of any other tool; a tool's
 * output; the messages to the model; what the person wrote.
 */
export type PolicyPlace = "write" | "shell" | "tool" | "output" | "messages" | "prompt";

/** A pattern of the user's own. */
export interface UserRule {
  /** As the marker names it: `[a-z0-9-]+`. */
  readonly kind: string;
  /** In RE2's syntax. What a group named `secret` holds is cut out, else the whole match. */
  readonly pattern: string;
}

/** Where to look for secrets that the user has, beside the usual places. */
export interface KnownValueSettings {
  /** Absolute, beginning with `~/`, or relative to the worktree. */
  readonly files: readonly string[];
  /** Names of environment variables whose values are secret, whatever they look like. */
  readonly variables: readonly string[];
  /** Files that the project names: they count only where they lie in the worktree. */
  readonly projectFiles: readonly string[];
}

/** How secrets are looked for and what then happens. */
export interface RedactionSettings {
  readonly detectors: readonly ("own" | "secretlint")[];
  /** `off`: the user's own secrets are not looked for. */
  readonly knownValues: KnownValueSettings | "off";
  readonly rules: readonly UserRule[];
  /** Lines as in `.snapveilignore`; the user's choice alone. */
  readonly allow: readonly string[];
  /** Projects whose `.snapveilignore` counts in hooks too: an agent can write that file. The user's choice alone. */
  readonly trustedProjects: readonly string[] | "all";
  readonly policy: Readonly<Record<PolicyPlace, Policy>>;
  /** Whether a marker that a tool call would write is replaced by what stands in that file. The user's choice alone. */
  readonly restore: boolean;
}

export const DEFAULT_REDACTION: RedactionSettings = {
  detectors: ["own"],
  knownValues: { files: [], variables: [], projectFiles: [] },
  rules: [],
  allow: [],
  trustedProjects: [],
  // A marker in a command makes it fail, one in a file destroys what was there: that is for a person to decide.
  policy: { write: "ask", shell: "redact", tool: "redact", output: "redact", messages: "redact", prompt: "redact" },
  restore: false,
};
