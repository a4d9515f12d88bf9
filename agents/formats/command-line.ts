import { join } from "node:path";

import { inShell } from "../../kit/in-shell.ts";
import type { RuntimePlace } from "./runtime-place.ts";

/** The parts from which the command of a registered hook is built. */
export interface CommandParts {
  readonly agent: string;
  /** The event, for agents whose payload does not name it. */
  readonly event?: string;
  /** Run only this builtin, whatever the settings say. */
  readonly builtin?: string;
  /**
   * `launcher`: the command starts the launcher, a script that finds another Node if the registered one is gone.
   * `shell`: the command starts Node directly and clears no variables, for hooks that use TLS; the agent must run it
   * through a shell.
   */
  readonly via: "shell" | "launcher";
}

/** Variables that are cleared for a hook, because they slow down the start of Node or make Node load foreign code. */
export const CLEARED = { NODE_EXTRA_CA_CERTS: "", NODE_OPTIONS: "" } as const;

/** The command that an agent runs for an event. It holds no version number and no path that an update changes. */
export function commandLine(place: RuntimePlace, parts: CommandParts): string {
  const words = hookWords(parts);
  if (place.platform === "win32")
    return [windowsProgram(parts.via === "launcher" ? place.launcher : place.talker), ...words].join(" ");
  if (parts.via === "launcher") return [commandWord(place.launcher, place.platform), ...words].join(" ");
  const started = [place.node, place.script].map((path) => commandWord(path, place.platform));
  return [...started, "hook", ...words].join(" ");
}

/**
 * The path of a program in a form that cmd, PowerShell and Git Bash can start: without quotes, because PowerShell takes
 * a quoted first word for a string, and with slashes, because sh removes backslashes. A path that needs quotes gets
 * them; PowerShell then cannot start it.
 */
function windowsProgram(path: string): string {
  const slashed = path.replaceAll("\\", "/");
  return isBare(slashed) ? slashed : `"${slashed}"`;
}

/**
 * Whether a Windows path is one word in cmd, PowerShell and sh: it has no blank and no character that one of these
 * shells treats specially.
 */
export function isBare(path: string): boolean {
  return /^[a-z]:(?:[\\/][\p{L}\p{N}._~-]+)+$/iu.test(path);
}

/**
 * Whether a text holds the path of the installed snapveil that agents start. On Windows the path may have slashes or
 * backslashes, either letter case, or the 8.3 short name.
 */
export function namesRuntime(text: string, { folder, launcher, wrappers, platform }: RuntimePlace): boolean {
  if (platform !== "win32") return text.includes(folder) || text.includes(wrappers);
  const slashed = (path: string) => path.replace(/\\+/g, "/").toLowerCase();
  return [folder, launcher.replace(/\.cmd$/, "")].some((path) => slashed(text).includes(slashed(path)));
}

/** The path of a program for one event or agent, for agents that take no arguments with a program's path. */
export function wrapperPath(place: RuntimePlace, name: string): string {
  return join(place.wrappers, `snapveil-${name}`);
}

/** The words behind the program: names from the tables of agents and builtins, which need no quotes in any shell. */
function hookWords({ agent, event, builtin }: CommandParts): string[] {
  return [
    "--agent",
    agent,
    ...(event === undefined ? [] : ["--event", event]),
    ...(builtin === undefined ? [] : [builtin]),
  ];
}

/** Quotes a word for a POSIX shell; on Windows by double quotes, which a Windows path cannot contain. */
export function commandWord(word: string, platform: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return platform === "win32" ? `"${word}"` : inShell(word);
}
