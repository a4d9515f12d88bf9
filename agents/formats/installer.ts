import { existsSync } from "node:fs";
import { join } from "node:path";

import type { JsonObject } from "../../kit/json.ts";
import type { ConfigFile, Format } from "./config-file.ts";
import type { InstalledPlugin, PluginHooks } from "./plugin-hooks.ts";
import type { RuntimePlace } from "./runtime-place.ts";
import type { ToolServer } from "./tool-server.ts";
import type { WaysOut } from "./ways-out.ts";

/** The scope of an installation: one user on this machine, or one project. */
export type InstallScope = "user" | "project";

/** The folders, variables and platform of an installation. */
export interface Where {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** The project's top folder; without a repository the current folder. */
  readonly root: string;
  readonly runtime: RuntimePlace;
  /** The folder of the running program. */
  readonly program: string;
}

/**
 * The files that hold an agent's hooks in one scope.
 * @param events the events to register; for a removal all events that could be registered
 */
export type FilesOf = (where: Where, events: readonly string[]) => readonly ConfigFile[];

/** The agent's title and wire names of events, for sentences about its files. */
export interface AgentFacts {
  readonly title: string;
  readonly events: readonly string[];
}

/**
 * Returns the reason why the agent loads nothing from a file with this text, as a sentence; `undefined` if it loads the
 * file.
 */
export type Refuses = (path: string, text: string, agent: AgentFacts) => string | undefined;

/** A command of the agent that checks its own files and prints which parts it does not load. It calls no model. */
interface OwnWord {
  readonly program: string;
  readonly args: readonly string[];
  /** Variables that keep the agent from using the network. */
  readonly variables: Readonly<Record<string, string>>;
  /** The faults that the command printed; `undefined` if the output does not have the expected form. */
  faults(printed: string): readonly { readonly path: string; readonly words: string }[] | undefined;
}

/** The facts about an agent for `install` and doctor, apart from the paths and the format of its files. */
interface Facts {
  /** The agent's name as `--agent` takes it. */
  readonly agent: string;
  /** The reason why snapveil registers no hooks in a scope, as a sentence that names the alternative. */
  readonly without?: Partial<Record<InstallScope, string>>;
  /** The message for a scope whose file does not exist, if snapveil must not create the file. */
  readonly noFile?: string;
  /**
   * The agent takes only a program's path as a hook, without arguments: one program for the agent, or one for each
   * event.
   */
  readonly wraps?: "agent" | "event";
  /** The installed file is a JavaScript module of snapveil that the agent loads and that handles every event. */
  readonly isModule?: boolean;
  /**
   * The major release from which on the agent no longer loads snapveil's module, the program that prints the release
   * for `--version`, and the step that repairs this.
   */
  readonly servedBelow?: { readonly program: string; readonly major: number; readonly repair: string };
  /** The agent's payloads do not name their event, so the registered line names it by `--event`. */
  readonly namesEvent?: boolean | ((event: string) => boolean);
  /** The agent takes variables for a hook as a field beside the line, so the line sets none. */
  readonly takesEnv?: boolean;
  /**
   * Whether an event that the dialect knows is not registered: it is another name for a registered event, or some
   * release of the agent rejects it.
   */
  readonly leavesOut?: (event: string) => boolean;
  /** Other files of a project from which the agent loads hooks, in the same form as the installed file. */
  readonly layers?: readonly string[];
  /** Files from which the agent loads hooks of an administrator or of plugins. */
  readonly othersFiles?: (where: Where) => readonly string[];
  /** Files in which an administrator registers hooks for all users of the machine. `install` never writes these. */
  readonly managedFiles?: (where: Where) => readonly string[];
  /** Checks whether the agent loads the whole file. `install` and doctor use it before they call a line registered. */
  readonly refuses?: Refuses;
  /** The command that lets the agent itself report faults in its files. */
  readonly ownWord?: OwnWord;
  /**
   * Returns the reason why the agent runs no hooks although they are registered, such as a switch elsewhere in the
   * file; `undefined` if it runs them.
   */
  readonly switchedOff?: (root: JsonObject) => string | undefined;
  /** Whether the agent reads a timeout of this value in milliseconds; otherwise in seconds. */
  readonly isMilliseconds?: (timeout: number) => boolean;
  /**
   * The person's trust that the agent waits for before it runs hooks; absent if nobody knows where it keeps the trust.
   */
  readonly trust?: {
    /** Whether the agent's own files say that the person has trusted hooks of a file. */
    readonly isGiven: (where: Where, path: string) => boolean;
    /** The step of the person, as half a sentence. */
    readonly step: string;
  };
  /** Folders that the agent shares with another one: they count as its own only while they are empty. */
  readonly sharedFolders?: readonly string[];
  /** Steps that the person must take after the installation, in order. */
  readonly toDo?: readonly string[];
  /** The text that the person must type once to approve a registered line, before the steps in `toDo`. */
  readonly approval?: (event: string, command: string) => string;
  /** The name of a scope's files on the documentation page; default: the path of the first file. */
  readonly shown?: Partial<Record<InstallScope, string>>;
  /** A remark for the documentation page, in half a sentence. */
  readonly toKnow?: string;
  /**
   * The way back to an earlier point of a conversation, as the agent's makers document it. `resume`: the command that
   * reopens a conversation, with `ID` for its id. `back`: the text to type or the key to press in the conversation.
   */
  readonly conversation?: { readonly resume: string; readonly back?: string };
  /**
   * Paths of the agent's stored conversations, which `audit --transcripts` searches, in the form of `configPath`. A `*`
   * at the end matches any ending of the name.
   */
  readonly sessions?: readonly string[];
  /**
   * The path of keys in the file of hooks at which a command for the status line is configured as `{ "type": "command",
   * "command" }`; the command gets JSON with session and folder. Absent if the file cannot hold a status line, or
   * nobody has documented it.
   */
  readonly statusLine?: readonly string[];
  /**
   * Keys beside a command that make the agent refuse the event if the command fails, as the agent's makers document
   * them. They are written for events at which snapveil guards. Absent if the agent has no such keys, or nobody has
   * looked.
   */
  readonly closing?: JsonObject;
  /** Whether the keys of `closing` have no effect at an event. */
  readonly isSettled?: (event: string) => boolean;
  /** The events that the agent sends to commands only; it can send all other events to a URL, too. */
  readonly unserved?: readonly string[];
  /** The form of hooks in a plugin of the agent. */
  readonly plugin?: PluginHooks;
  /** Finds snapveil's plugins that are installed in the agent, in the agent's own files. */
  readonly plugins?: (where: Where) => readonly InstalledPlugin[];
  /** Commands of the agent that remove snapveil's hooks or all hooks. */
  readonly waysOut?: WaysOut;
  /** How the agent registers an MCP server; absent if it has no command for that, or nobody has tried it. */
  readonly toolServer?: ToolServer;
}

/** The installer of one agent: files, formats and facts. Each `*.install.ts` file defines one. */
export interface Installer extends Facts {
  /** The files to write for each scope. */
  readonly files: Partial<Record<InstallScope, FilesOf>>;
  /** Folders that the agent creates. If one of them exists, the agent is used on this machine. */
  readonly folders: (where: Where) => readonly string[];
  /** Files of other agents whose registered hooks this agent runs as well. */
  readonly alsoReads: (where: Where) => readonly string[];
  /**
   * The shell in which the agent starts a registered line. `sh`: `sh`. `user`: the user's shell. `login`: the user's
   * shell as a login shell. `none`: none, or nobody has looked; the line is written so that it needs no shell.
   */
  readonly shell: "sh" | "user" | "login" | "none";
}

/** The definition of an installer, with paths in the form of `configPath`. */
interface Definition extends Facts {
  /** The path of the file in each scope. Of several paths the first that exists is used, else the last. */
  readonly user?: string;
  readonly project?: string | readonly string[];
  /** The format of the file. `events`: all events of the agent. */
  readonly format?: (events: readonly string[], scope: InstallScope) => Format;
  /** The files of each scope if one path and one format cannot describe them. */
  readonly files?: Installer["files"];
  readonly folders: readonly string[];
  readonly alsoReads?: readonly string[];
  /** Default: `none`. */
  readonly shell?: Installer["shell"];
}

/**
 * The keys of `closing` to write for a guarded event; `undefined` if the agent has no such keys, or they have no effect
 * at this event.
 */
export function closingAt({ closing, isSettled }: Installer, event: string): JsonObject | undefined {
  return isSettled?.(event) ? undefined : closing;
}

export function defineInstaller(definition: Definition): Installer {
  const { user, project, format, folders, alsoReads = [] } = definition;
  const one = (scope: InstallScope, path: string | readonly string[] = []): Installer["files"] => {
    const paths = [path].flat();
    if (paths.length === 0 || !format) return {};
    const file: FilesOf = (where, events) => {
      const places = paths.map((each) => configPath(each, where));
      const place = places.find((each) => existsSync(each)) ?? places.at(-1)!;
      return [{ path: place, format: format(events, scope) }];
    };
    return { [scope]: file };
  };
  return {
    shell: "none",
    ...definition,
    files: definition.files ?? { ...one("user", user), ...one("project", project) },
    folders: (where) => folders.map((path) => configPath(path, where)),
    alsoReads: (where) => alsoReads.map((path) => configPath(path, where)),
  };
}

/**
 * Resolves a path in a shell's notation, such as `~/.codex/hooks.json` or `${CODEX_HOME:-~/.codex}/hooks.json`. Any
 * other path is relative to the project.
 */
export function configPath(path: string, where: Pick<Where, "home" | "env" | "root">): string {
  const { home, env, root } = where;
  if (!/^[~$]/.test(path)) return join(root, path);
  const [, name, usual, rest] = /^\$\{(\w+):-(.*)\}(.*)$/.exec(path) ?? [];
  if (name !== undefined) return join(env[name] || configPath(usual!, where), rest!);
  return join(home, path.slice(1));
}
