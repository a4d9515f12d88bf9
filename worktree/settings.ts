/** The key of entries for every event, which come beside the entries of the event or of its default profile. */
export const ANY_EVENT = "*";

/** A builtin and its arguments, as settings or the default profile name it. */
export interface PlannedBuiltin {
  readonly name: string;
  readonly args: readonly string[];
  readonly origin: "user" | "project";
  /** Only the default profile names the builtin. */
  readonly isDefault?: true;
  /** The file with the entry; absent for an entry of the default profile. */
  readonly from?: EntrySource;
  /** The builtin runs only if all of these match. */
  readonly matchers?: Matchers;
  /** Seconds of the deadline that are the builtin's own. */
  readonly timeout?: number;
  /** The fate of the event if the builtin fails, in the place of the fate that the table of builtins names. */
  readonly onFailure?: OnFailure;
}

/** The place of an entry in a settings file. */
interface EntrySource {
  readonly file: string;
  /** The way to the entry: `builtins.pre_tool_use[0]`. */
  readonly at: string;
  /** The file is of a repository around that of the folder, of which only the guards are meant. */
  readonly isOuter: boolean;
}

/** A settings file that is there. */
export interface SettingsFile {
  readonly file: string;
  readonly origin: PlannedBuiltin["origin"];
  /**
   * The entry comes from a repository around the folder's own: its denials hold, and of its added builtins the guards.
   */
  readonly isOuter: boolean;
}

/** The fate of the event: it goes on, the person is asked, or it is refused. */
type OnFailure = "allow" | "ask" | "deny";

/** The events that an entry is for; in each list one has to fit. */
export interface Matchers {
  /** Names of tools as the agent has them; `*` and `?` stand for characters. */
  readonly tools?: readonly string[];
  /** Globs: absolute, beginning with `~/`, without a slash for a name anywhere, else below the worktree's top. */
  readonly paths?: readonly string[];
  readonly agents?: readonly string[];
  /** Canonical names, or the agent's own. */
  readonly events?: readonly string[];
}

/** The answer to a secret: put a marker in its place, let the person decide, refuse, or only warn. */
export type Policy = "redact" | "ask" | "deny" | "warn";

/** The least certainty of a secret that counts. */
type MinConfidence = "high" | "medium" | "low";

/**
 * The places of a secret: arguments of a call that writes a file, of a command, of any other tool; a tool's output; the
 * messages to the model; the person's prompt.
 */
export type PolicyPlace = "write" | "shell" | "tool" | "output" | "messages" | "prompt";

/** Kinds of personal data that are looked for on wish. */
export const PERSONAL_KINDS = ["email", "phone", "card", "iban", "ssn"] as const;

/** One kind of personal data. */
export type PersonalKind = (typeof PERSONAL_KINDS)[number];

/** A pattern of the user's own. */
export interface UserRule {
  /** The kind as the marker names it: `[a-z0-9-]+`. */
  readonly kind: string;
  /** A pattern in RE2's syntax. The text of a group named `secret` is cut out, else the whole match. */
  readonly pattern: string;
}

/** Further places with the user's own secrets, beside the usual ones. */
export interface KnownValueSettings {
  /** Absolute, beginning with `~/`, or relative to the worktree. */
  readonly files: readonly string[];
  /** Names of environment variables whose values are secret, whatever their form. */
  readonly variables: readonly string[];
  /** Files that the project names: they count only if they lie in the worktree. */
  readonly projectFiles: readonly string[];
}

/** The settings of the search for secrets, and of its results. */
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
  /** A less certain finding passes. */
  readonly minConfidence: Readonly<Record<PolicyPlace, MinConfidence>>;
  /** Whether a marker that a tool call would write is replaced by the text of its own file. */
  readonly restore: boolean;
}

/** The settings for destructive commands. A pattern is a rule's name, or the beginning of a command. */
export interface DestructiveSettings {
  /** The level; absent: that of the builtin's arguments. */
  readonly level?: "catastrophic" | "unrecorded" | "all";
  readonly deny: readonly string[];
  readonly ask: readonly string[];
  /** The user's alone. */
  readonly allow: readonly string[];
}

/** The user's limits on the targets of http_post. */
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

/** The limits of recording, and the time that checkpoints are kept. All of these are the user's alone. */
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
  /** Patterns as in `.gitignore`, of the setting `alsoRecord`: captures take these files in though git ignores them. */
  readonly alsoRecord: readonly string[];
  /** The bounds of the store of ignored files; `false`: no ignored file is kept. */
  readonly keep: KeepSettings | false;
}

/** Ignored files that are kept, though no checkpoint holds these. */
export interface KeepSettings {
  /** Bytes of the largest file. */
  readonly fileLimit: number;
  /** Bytes of all files of a worktree. */
  readonly budget: number;
  readonly files: number;
  /** Patterns as in `.gitignore`: these files are not kept. */
  readonly exclude: readonly string[];
}

/** The settings of the user and the project; `SETTINGS` tells the project's part. Everything has a default. */
export interface Settings {
  /** Canonical event name → the builtins that the user wants at the event, beside the default profile's. */
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
  /** The engine that records checkpoints: absent, the installed git, or isomorphic-git if there is none. */
  readonly engine?: "git" | "isomorphic-git";
  /** Whether checkpoints keep the first line of the prompt and of the call's command. */
  readonly titles: boolean;
  /** Whether refusals and redactions are kept in a log, with the settings that let them pass. */
  readonly logRefusals: boolean;
  readonly redaction: RedactionSettings;
  readonly destructive: DestructiveSettings;
  readonly httpPost: HttpPostSettings;
  readonly secretFiles: SecretFileSettings;
  readonly checkpoints: CheckpointSettings;
  /** Sentences about settings files that could not be used, for the person at the agent. */
  readonly problems: readonly string[];
}

/** The settings of a person who has written none. */
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
    // A marker in a command makes it fail, and a marker in a file destroys the file's text: a person decides that.
    policy: { write: "ask", shell: "redact", tool: "redact", output: "redact", messages: "redact", prompt: "redact" },
    // A finding that rests on its surroundings alone is left in arguments: a wrong guess in an output costs a word, in
    // arguments a command that works. A refused prompt has to be typed again, so only a sure finding stops one.
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
    alsoRecord: [],
    keep: { fileLimit: 8 * 1024 ** 2, budget: 256 * 1024 ** 2, files: 5000, exclude: [] },
  },
  problems: [],
};
