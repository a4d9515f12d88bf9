import { DEFAULT_REDACTION, type RedactionSettings } from "./redaction-settings.ts";

/** A builtin and its arguments, as settings or the default profile name it. */
export interface PlannedBuiltin {
  readonly name: string;
  readonly args: readonly string[];
  readonly origin: "user" | "project";
}

/** What the user and the project set. Everything has a default. */
export interface Settings {
  /** Canonical event name → the builtins that the user wants there, in place of the default profile's. */
  readonly builtins: Readonly<Record<string, readonly PlannedBuiltin[]>>;
  /** Canonical event name → builtins that the project adds. */
  readonly added: Readonly<Record<string, readonly PlannedBuiltin[]>>;
  /** `plain` writes `[REDACTED]`, `typed` names the kind of secret too. */
  readonly marker: "plain" | "typed";
  /**
   * Whether arguments are rewritten also where the agent then takes the call for approved (Codex, Droid), instead of
   * denied. The user's choice alone.
   */
  readonly approvingRewrites: boolean;
  /**
   * Whether a leak that can only be stopped together with the whole turn stops it. A project can switch it on, not off.
   */
  readonly strict: boolean;
  /** Seconds after which a hook answers, whatever its work has come to. The user's choice alone. */
  readonly deadline: number;
  /**
   * What records checkpoints: absent, the installed git, or isomorphic-git where there is none. The user's choice
   * alone.
   */
  readonly engine?: "git" | "isomorphic-git";
  readonly redaction: RedactionSettings;
  /** Sentences about settings files that could not be used, for the person at the agent. */
  readonly problems: readonly string[];
}

export const DEFAULT_SETTINGS: Settings = {
  builtins: {},
  added: {},
  marker: "plain",
  approvingRewrites: false,
  strict: false,
  deadline: 12,
  redaction: DEFAULT_REDACTION,
  problems: [],
};

/** The settings after one more file; see `applySettings`. */
export type ReadSettingsFile = (file: string, origin: PlannedBuiltin["origin"], before: Settings) => Settings;
