/** The key in `builtins` whose entries apply to every event, in addition to the event's own. */
export const ANY_EVENT = "*";

/** A builtin with arguments, as an entry of the settings or of the default profile names it. */
export interface PlannedBuiltin {
  readonly name: string;
  readonly args: readonly string[];
  readonly origin: "user" | "project";
  /** Set if the builtin comes from the default profile and not from a settings file. */
  readonly isDefault?: true;
  /** The position of the entry; absent if it comes from the default profile. */
  readonly from?: EntrySource;
  /** The builtin runs only if each of these lists matches the event. */
  readonly matchers?: Matchers;
  /** The builtin's own timeout in seconds; absent: the hook's deadline. */
  readonly timeout?: number;
  /** The reaction to a failure of the builtin; absent: as in the table of builtins. */
  readonly onFailure?: OnFailure;
}

/** The position of an entry in a settings file. */
interface EntrySource {
  readonly file: string;
  /** The path of the entry: `builtins.pre_tool_use[0]`. */
  readonly at: string;
  /**
   * Whether the file lies outside of the nearest repository, in an enclosing folder. If so, only the file's guards run.
   */
  readonly isOuter: boolean;
}

/** A settings file that exists. */
export interface SettingsFile {
  readonly file: string;
  readonly origin: PlannedBuiltin["origin"];
  /**
   * Whether the file lies outside of the nearest repository, in an enclosing folder. If so, only the file's denials and
   * guards apply.
   */
  readonly isOuter: boolean;
}

/** The reaction to a failure of a builtin: the event goes on, the person is asked, or the event is refused. */
type OnFailure = "allow" | "ask" | "deny";

/** Conditions of an entry. In each list at least one text has to match the event. */
export interface Matchers {
  /** The agent's names of tools, with the wildcards `*` and `?`. */
  readonly tools?: readonly string[];
  /**
   * Globs. A glob that is absolute or begins with `~/` matches whole paths; a glob without a slash matches a name in
   * any folder; any other glob starts at the worktree's top.
   */
  readonly paths?: readonly string[];
  readonly agents?: readonly string[];
  /** Canonical names of events, or the agent's. */
  readonly events?: readonly string[];
}

/**
 * The reaction to a secret: it is replaced by a marker, the person is asked, the event is refused, or the person is
 * warned.
 */
export type Policy = "redact" | "ask" | "deny" | "warn";

/** The lowest confidence with which a finding is treated as a secret. */
type MinConfidence = "high" | "medium" | "low";

/**
 * The kinds of text that may hold a secret: arguments of a call that writes a file, of a shell command, of another
 * tool; a tool's output; the messages to the model; the person's prompt.
 */
export type PolicyPlace = "write" | "shell" | "tool" | "output" | "messages" | "prompt";

/** Kinds of personal data that can be searched. None is searched by default. */
export const PERSONAL_KINDS = ["email", "phone", "card", "iban", "ssn"] as const;

/** One kind of personal data. */
export type PersonalKind = (typeof PERSONAL_KINDS)[number];

/** A search pattern from the settings. */
export interface UserRule {
  /** The kind in a marker: `[a-z0-9-]+`. */
  readonly kind: string;
  /**
   * A pattern in RE2's syntax. If it has a group named `secret`, only the group's text is redacted, else the whole
   * match.
   */
  readonly pattern: string;
}

/** The sources of the user's own secrets, in addition to the usual files and variables. */
export interface KnownValueSettings {
  /** Paths: absolute, beginning with `~/`, or relative to the worktree. */
  readonly files: readonly string[];
  /** Names of environment variables whose values are always secrets, whatever they look like. */
  readonly variables: readonly string[];
  /** Files from a project's settings. A file outside of the worktree is ignored. */
  readonly projectFiles: readonly string[];
}

/** The settings of the search for secrets and of the reaction to findings. */
export interface RedactionSettings {
  readonly detectors: readonly ("own" | "secretlint")[];
  /** Kinds of personal data that are treated as secrets. */
  readonly personal: readonly PersonalKind[];
  /** `off`: texts are not searched for the user's own secrets. */
  readonly knownValues: KnownValueSettings | "off";
  readonly rules: readonly UserRule[];
  /** Findings to let pass, in the syntax of `.snapveilignore`. */
  readonly allow: readonly string[];
  /**
   * Folders of projects whose `.snapveilignore` also applies in hooks. By default that file does not apply in hooks,
   * because an agent can write it.
   */
  readonly trustedProjects: readonly string[] | "all";
  readonly policy: Readonly<Record<PolicyPlace, Policy>>;
  /** A finding with a lower confidence is not redacted. */
  readonly minConfidence: Readonly<Record<PolicyPlace, MinConfidence>>;
  /**
   * Whether a marker in the arguments of a call that writes a file is replaced by the secret, which is read from that
   * file.
   */
  readonly restore: boolean;
}

/** The settings of `block_destructive`. A pattern is the name of a rule or the beginning of a command. */
export interface DestructiveSettings {
  /** Which commands are stopped; absent: as in the builtin's arguments. */
  readonly level?: "catastrophic" | "unrecorded" | "all";
  readonly deny: readonly string[];
  readonly ask: readonly string[];
  /** Only the user's file may hold this list. */
  readonly allow: readonly string[];
}

/** The user's restrictions of the hosts to which `http_post` sends. */
interface HttpPostSettings {
  /** Hosts that may have a private address. */
  readonly allow: readonly string[];
}

/** Globs of files in the syntax of `Matchers.paths`, in addition to the builtin list of secret files. */
interface SecretFileSettings {
  readonly deny: readonly string[];
  /** Only the user's file may hold this list. */
  readonly allow: readonly string[];
}

/** The limits of checkpoints. Only the user's file may hold them. */
export interface CheckpointSettings {
  /** The largest new file, in bytes, that is recorded if git does not track it. */
  readonly newFileLimit: number;
  /** The largest size, in bytes, to which a recorded file may grow and still be recorded, if git does not track it. */
  readonly growingFileLimit: number;
  /** How long a checkpoint is kept, counted in days on which something was recorded. */
  readonly days: number;
  /** The most bytes on disk that one shadow repository may take. */
  readonly budget: number;
  /** Patterns as in `.gitignore` of files that are never recorded. */
  readonly exclude: readonly string[];
  /** Patterns as in `.gitignore` of files that are recorded although git ignores them. */
  readonly alsoRecord: readonly string[];
  /** The limits of the store of ignored files; `false`: ignored files are not kept. */
  readonly keep: KeepSettings | false;
}

/** The limits of the store of ignored files, which are kept beside the checkpoints. */
export interface KeepSettings {
  /** The largest ignored file that is kept, in bytes. */
  readonly fileLimit: number;
  /** The most bytes of all kept ignored files of a worktree together. */
  readonly budget: number;
  readonly files: number;
  /** Patterns as in `.gitignore` of files that are not kept. */
  readonly exclude: readonly string[];
}

/**
 * What a team asks of each machine that works on a project. `snapveil doctor --project` checks it; no hook reads it.
 */
interface TeamSettings {
  /** Agents, by snapveil's names, that must start snapveil. */
  readonly agents: readonly string[];
  /** Builtins that must run, beside the guards of the default profile and `snapshot`, which always must. */
  readonly builtins: readonly string[];
  /** The oldest release of snapveil. */
  readonly release?: string;
}

/**
 * The joined settings of the user's and projects' files. Each setting has a default; `SETTINGS` says what a project may
 * change.
 */
export interface Settings {
  /** Canonical event name → builtins from the user's file, which run in addition to the default profile's. */
  readonly builtins: Readonly<Record<string, readonly PlannedBuiltin[]>>;
  /** Canonical names of events at which the user's builtins replace the default profile's. */
  readonly replaced: readonly string[];
  /** Canonical event name → builtins from projects' files. */
  readonly added: Readonly<Record<string, readonly PlannedBuiltin[]>>;
  /** The path of the user's settings file; absent if there is none. */
  readonly usersFile?: string;
  /**
   * Builtin → `false`: the user switched it off at every event. The names are not checked when the settings are read.
   */
  readonly switches: Readonly<Record<string, boolean>>;
  /** `plain` markers are `[REDACTED]`; `typed` markers also name the kind of secret. */
  readonly marker: "plain" | "typed";
  /**
   * Whether a call's arguments are redacted even if the agent then runs the call without asking the person (Codex,
   * Droid). `false`: the call is denied.
   */
  readonly approvingRewrites: boolean;
  /** Whether a leak that cannot be prevented in another way stops the whole turn. */
  readonly strict: boolean;
  /** Seconds after which a hook answers even if its builtins have not finished. */
  readonly deadline: number;
  /** The engine that records checkpoints; absent: git if it is installed, else isomorphic-git. */
  readonly engine?: "git" | "isomorphic-git";
  /** Whether a process may stay between two events of a session, and answer the next ones. */
  readonly resident: boolean;
  /** Whether checkpoints keep the first line of the prompt and of the command. */
  readonly titles: boolean;
  /** Whether a log keeps refusals and redactions, with the settings that would allow each. */
  readonly logRefusals: boolean;
  readonly redaction: RedactionSettings;
  readonly destructive: DestructiveSettings;
  readonly httpPost: HttpPostSettings;
  readonly secretFiles: SecretFileSettings;
  readonly checkpoints: CheckpointSettings;
  readonly team: TeamSettings;
  /** Sentences about invalid settings and unreadable files, which the agent shows to the person. */
  readonly problems: readonly string[];
}
