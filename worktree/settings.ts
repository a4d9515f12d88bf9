/** The key of entries for every event, which come beside those of the event or of its default profile. */
export const ANY_EVENT = "*";

/** A builtin and its arguments, as settings or the default profile name it. */
export interface PlannedBuiltin {
  readonly name: string;
  readonly args: readonly string[];
  readonly origin: "user" | "project";
  /** The default profile names it, and nobody else. */
  readonly isDefault?: true;
  /** Who says so; absent for what the default profile brings. */
  readonly from?: EntrySource;
  /** It runs only where all of these hold. */
  readonly matchers?: Matchers;
  /** Seconds of the deadline that are its own. */
  readonly timeout?: number;
  /** What its failure means, in place of what the table says. */
  readonly onFailure?: OnFailure;
}

/** The place of an entry in a settings file. */
interface EntrySource {
  readonly file: string;
  /** The way to it: `builtins.pre_tool_use[0]`. */
  readonly at: string;
  /** The file is of a repository around that of the folder, of which only the guards are meant. */
  readonly isOuter: boolean;
}

/** A settings file that is there. */
export interface SettingsFile {
  readonly file: string;
  readonly origin: PlannedBuiltin["origin"];
  /** Of a repository around that of the folder: what it denies holds, and of the builtins that it adds the guards. */
  readonly isOuter: boolean;
}

/** The event goes on, the person is asked, or it is refused. */
type OnFailure = "allow" | "ask" | "deny";

/** Which events an entry is for; of each list one must fit. */
export interface Matchers {
  /** Names as the agent has them; `*` and `?` stand for characters. */
  readonly tools?: readonly string[];
  /** Globs: absolute, beginning with `~/`, without a slash for a name anywhere, else below the worktree's top. */
  readonly paths?: readonly string[];
  readonly agents?: readonly string[];
  /** Canonical names, or the agent's own. */
  readonly events?: readonly string[];
}

/** What happens if a secret is found: put a marker there, let the person decide, refuse, or only say so. */
export type Policy = "redact" | "ask" | "deny" | "warn";

/**
 * Where a secret can be found: arguments of a call that writes a file, of a command, of any other tool; a tool's
 * output; the messages to the model; what the person wrote.
 */
/** How sure it has to be that something is a secret. */
type MinConfidence = "high" | "medium" | "low";

export type PolicyPlace = "write" | "shell" | "tool" | "output" | "messages" | "prompt";

/** Personal data that is looked for on wish. */
export const PERSONAL_KINDS = ["email", "phone", "card", "iban", "ssn"] as const;

export type PersonalKind = (typeof PERSONAL_KINDS)[number];

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
  /** Kinds of personal data that count as secrets. */
  readonly personal: readonly PersonalKind[];
  /** `off`: the user's own secrets are not looked for. */
  readonly knownValues: KnownValueSettings | "off";
  readonly rules: readonly UserRule[];
  /** Lines as in `.snapveilignore`. */
  readonly allow: readonly string[];
  /** Projects whose `.snapveilignore` counts in hooks too: an agent can write that file. */
  readonly trustedProjects: readonly string[] | "all";
  readonly policy: Readonly<Record<PolicyPlace, Policy>>;
  /** What is less sure than this passes. */
  readonly minConfidence: Readonly<Record<PolicyPlace, MinConfidence>>;
  /** Whether a marker that a tool call would write is replaced by what stands in that file. */
  readonly restore: boolean;
}

/** What is done about commands that destroy something. A pattern is a rule's name, or how a command begins. */
export interface DestructiveSettings {
  /** Absent: what the builtin's arguments say. */
  readonly level?: "catastrophic" | "unrecorded" | "all";
  readonly deny: readonly string[];
  readonly ask: readonly string[];
  /** The user's alone. */
  readonly allow: readonly string[];
}

/** Where the user lets events be sent. */
interface HttpPostSettings {
  /** Hosts that may have a private address. */
  readonly allow: readonly string[];
}

/** Globs of files, as in `Matchers.paths`, beside those that are known to hold secrets. */
interface SecretFileSettings {
  readonly deny: readonly string[];
  /** The user's alone. */
  readonly allow: readonly string[];
}

/** What is recorded, and for how long it is kept. All of it is the user's alone. */
export interface CheckpointSettings {
  /** Bytes above which a new file is not recorded, unless git tracks it. */
  readonly newFileLimit: number;
  /** Bytes above which a file that was recorded, and that git does not track, is not recorded again. */
  readonly growingFileLimit: number;
  /** Days with a record after which a checkpoint is forgotten. */
  readonly days: number;
  /** Bytes on disk that one shadow repository may take. */
  readonly budget: number;
  /** Patterns as in `.gitignore`: no capture takes these files in. */
  readonly exclude: readonly string[];
}

/** What the user and the project set; `SETTINGS` tells which of it a project may. Everything has a default. */
export interface Settings {
  /** Canonical event name → the builtins that the user wants there, beside the default profile's. */
  readonly builtins: Readonly<Record<string, readonly PlannedBuiltin[]>>;
  /** Canonical names of events whose list stands in place of the profile's. */
  readonly replaced: readonly string[];
  /** Canonical event name → builtins that the project adds. */
  readonly added: Readonly<Record<string, readonly PlannedBuiltin[]>>;
  /** The user's own settings file, if there is one. */
  readonly usersFile?: string;
  /** Name → `false`: the user switched that builtin off at every event. Names are not checked here. */
  readonly switches: Readonly<Record<string, boolean>>;
  /** `plain` writes `[REDACTED]`, `typed` names the kind of secret too. */
  readonly marker: "plain" | "typed";
  /**
   * Whether arguments are rewritten also if the agent then takes the call for approved (Codex, Droid), instead of
   * denied.
   */
  readonly approvingRewrites: boolean;
  /** Whether a leak that can only be stopped together with the whole turn stops it. */
  readonly strict: boolean;
  /** Seconds after which a hook answers, whatever its work has come to. */
  readonly deadline: number;
  /** What records checkpoints: absent, the installed git, or isomorphic-git if there is none. */
  readonly engine?: "git" | "isomorphic-git";
  /** Whether checkpoints keep the first line of the prompt and of the call's command. */
  readonly titles: boolean;
  /** Whether what was refused or taken out is kept in a log, with what lets it pass. */
  readonly logRefusals: boolean;
  readonly redaction: RedactionSettings;
  readonly destructive: DestructiveSettings;
  readonly httpPost: HttpPostSettings;
  readonly secretFiles: SecretFileSettings;
  readonly checkpoints: CheckpointSettings;
  /** Sentences about settings files that could not be used, for the person at the agent. */
  readonly problems: readonly string[];
}

export const DEFAULT_SETTINGS: Settings = {
  builtins: {},
  replaced: [],
  added: {},
  switches: {},
  marker: "plain",
  approvingRewrites: false,
  strict: false,
  deadline: 12,
  titles: true,
  logRefusals: true,
  redaction: {
    detectors: ["own"],
    personal: [],
    knownValues: { files: [], variables: [], projectFiles: [] },
    rules: [],
    allow: [],
    trustedProjects: [],
    // A marker in a command makes it fail, one in a file destroys what was there: that is for a person to decide.
    policy: { write: "ask", shell: "redact", tool: "redact", output: "redact", messages: "redact", prompt: "redact" },
    // What rests on its surroundings alone is left in arguments: a wrong guess in an output costs a word, in arguments a
    // command that works. A prompt that is refused has to be typed again, so only what is sure stops one.
    minConfidence: {
      write: "medium",
      shell: "medium",
      tool: "medium",
      output: "low",
      messages: "low",
      prompt: "high",
    },
    restore: false,
  },
  destructive: { deny: [], ask: [], allow: [] },
  httpPost: { allow: [] },
  secretFiles: { deny: [], allow: [] },
  checkpoints: {
    newFileLimit: 2 * 1024 ** 2,
    growingFileLimit: 32 * 1024 ** 2,
    days: 14,
    budget: 2 * 1024 ** 3,
    exclude: [],
  },
  problems: [],
};
