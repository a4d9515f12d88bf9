import { existsSync } from "node:fs";
import { join } from "node:path";

import type { JsonObject } from "../../kit/json.ts";
import type { ConfigFile, Format } from "./config-file.ts";
import type { InstalledPlugin, PluginHooks } from "./plugin-hooks.ts";
import type { RuntimePlace } from "./runtime-place.ts";
import type { WaysOut } from "./ways-out.ts";

/** The reach of an installation: one user on this machine, or one project. */
export type InstallScope = "user" | "project";

/** The folders and variables of an installation. */
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

/** @param events the events to register; for a removal all events that could be registered */
export type FilesOf = (where: Where, events: readonly string[]) => readonly ConfigFile[];

/** Facts of the agent's dialect for a sentence about its files. */
export interface AgentFacts {
  readonly title: string;
  readonly events: readonly string[];
}

/** The reason why the agent loads nothing of a file with this text, as a sentence; `undefined` if it loads it. */
export type Refuses = (path: string, text: string, agent: AgentFacts) => string | undefined;

/** A command of the agent's that looks at its own files and tells what it does not load, without a model. */
interface OwnWord {
  readonly program: string;
  readonly args: readonly string[];
  /** Variables that keep the agent from the network. */
  readonly variables: Readonly<Record<string, string>>;
  /** The faults in the printed answer; `undefined` if it is no such answer. */
  faults(printed: string): readonly { readonly path: string; readonly words: string }[] | undefined;
}

/** The facts about an agent that `install` uses, whatever its files are like. */
interface Facts {
  /** The agent's name as `--agent` takes it. */
  readonly agent: string;
  /** The reason why a scope is missing, as a sentence that names the alternative. */
  readonly without?: Partial<Record<InstallScope, string>>;
  /** The sentence for a scope that has no file yet, if a file of ours would not do. */
  readonly noFile?: string;
  /** The line is a program's path and nothing else: one program for the agent, or one for each of its events. */
  readonly wraps?: "agent" | "event";
  /** The installed file is a module of ours that the agent loads, and that serves every event. */
  readonly isModule?: boolean;
  /** The first release that does not load our module, and the program that prints its release for `--version`. */
  readonly servedBelow?: { readonly program: string; readonly major: number; readonly repair: string };
  /** The payload does not name its event, so the line does. */
  readonly namesEvent?: boolean | ((event: string) => boolean);
  /** Variables stand beside the line and not in it. */
  readonly takesEnv?: boolean;
  /**
   * Events that are not registered although the dialect knows them: another name for the same event, or one that some
   * release rejects.
   */
  readonly leavesOut?: (event: string) => boolean;
  /** Files of a project beside ours that hold hooks as well, in the same form. */
  readonly layers?: readonly string[];
  /** Further files out of which the agent takes hooks that are not snapveil's: of an administrator, of plugins. */
  readonly othersFiles?: (where: Where) => readonly string[];
  /** The whole file is held against this before a line of ours is called registered, and by doctor. */
  readonly refuses?: Refuses;
  /** The command by which the agent itself is asked for its faults. */
  readonly ownWord?: OwnWord;
  /** The reason why the agent would run no hooks although they are registered, by another key of its file. */
  readonly switchedOff?: (root: JsonObject) => string | undefined;
  /** Whether a timeout in its file counts milliseconds; otherwise it counts seconds. */
  readonly isMilliseconds?: (timeout: number) => boolean;
  /** Steps that the person must still take, in order. */
  readonly toDo?: readonly string[];
  /** The text that the person must type once for each line, before everything else. */
  readonly approval?: (event: string, command: string) => string;
  /** The page's words for a scope's files, if the path of the first one does not do. */
  readonly shown?: Partial<Record<InstallScope, string>>;
  /** A further remark for the page, in half a sentence. */
  readonly toKnow?: string;
  /**
   * A person's way back in a conversation of the agent's, as its makers document it: `resume` is the command that opens
   * one again, with `ID` in the place of the session's, and `back` the text to type or the key to press in it.
   */
  readonly conversation?: { readonly resume: string; readonly back?: string };
  /**
   * The files and folders that hold its sessions, which `audit --transcripts` reads; see `configPath` for the paths. A `*` at
   * the end stands for any ending of the name.
   */
  readonly sessions?: readonly string[];
  /**
   * The keys under which its file of hooks holds a status line, `{ "type": "command", "command" }`, that gets JSON with
   * session and folder; absent if it has none there, or nobody has documented it.
   */
  readonly statusLine?: readonly string[];
  /**
   * The keys beside a command with which a failure of the command refuses the event, as its makers document them; they
   * stand at the events that snapveil lets no failure pass. Without them the agent has none, or nobody has looked.
   */
  readonly closing?: JsonObject;
  /** Events at which these keys would change nothing. */
  readonly isSettled?: (event: string) => boolean;
  /** Events that the agent sends to no address, only to a command, if it sends any to an address. */
  readonly unserved?: readonly string[];
  /** The form of hooks in the agent's plugins. */
  readonly plugin?: PluginHooks;
  /** snapveil's plugins that are installed in the agent, as its own files say. */
  readonly plugins?: (where: Where) => readonly InstalledPlugin[];
  /** The agent's commands that remove snapveil's hooks, or all hooks. */
  readonly waysOut?: WaysOut;
}

/** The installer of an agent. Every agent has a file of its own that gives one of these. */
export interface Installer extends Facts {
  /** The files of each scope. */
  readonly files: Partial<Record<InstallScope, FilesOf>>;
  /** Folders of the agent's own; if one exists, the agent is used on this machine. */
  readonly folders: (where: Where) => readonly string[];
  /** Files of other agents whose registrations this one runs too. */
  readonly alsoReads: (where: Where) => readonly string[];
  /**
   * The agent's way to start the line. `sh`, `user` (the user's own shell) and `login` (that as a login shell): through
   * a shell. `none`: as a program with words, or nobody has looked; the line then needs no shell.
   */
  readonly shell: "sh" | "user" | "login" | "none";
}

/** An installer in the form of its file; see `configPath` for the paths. */
interface Definition extends Facts {
  /** The file of each scope; of several paths the first that exists, else the last. */
  readonly user?: string;
  readonly project?: string | readonly string[];
  /** The file's format. `events`: all events of the agent. */
  readonly format?: (events: readonly string[], scope: InstallScope) => Format;
  /** The files in the place of `path` and `format`, if it is not one file at one place. */
  readonly files?: Installer["files"];
  readonly folders: readonly string[];
  readonly alsoReads?: readonly string[];
  /** The shell that starts the line; default: `none`. */
  readonly shell?: Installer["shell"];
}

/** The keys of `closing` for an entry of an event that guards. */
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
 * A path as a shell reads it, `~/.codex/hooks.json` or `${CODEX_HOME:-~/.codex}/hooks.json`. Any other lies in the
 * project.
 */
export function configPath(path: string, where: Pick<Where, "home" | "env" | "root">): string {
  const { home, env, root } = where;
  if (!/^[~$]/.test(path)) return join(root, path);
  const [, name, usual, rest] = /^\$\{(\w+):-(.*)\}(.*)$/.exec(path) ?? [];
  if (name !== undefined) return join(env[name] || configPath(usual!, where), rest!);
  return join(home, path.slice(1));
}
