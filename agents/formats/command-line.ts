import { join } from "node:path";

import { inShell } from "../../kit/in-shell.ts";
import type { RuntimePlace } from "./runtime-place.ts";

/** The parts of a registered line. */
export interface CommandParts {
  readonly agent: string;
  /** The event, for agents whose payload does not name it. */
  readonly event?: string;
  /** The only builtin to run, whatever the settings say. */
  readonly builtin?: string;
  /**
   * `launcher`: the line is a program's path and words, which finds another Node if its own is gone. `shell`: the
   * line names Node itself and clears no variable, for hooks that talk TLS; the agent hands it to a shell.
   */
  readonly via: "shell" | "launcher";
}

/** Variables that make each start of Node slower, or make it load foreign code; a hook has no use for them. */
export const CLEARED = { NODE_EXTRA_CA_CERTS: "", NODE_OPTIONS: "" } as const;

/** The line that an agent is to start for an event. It names no version and nothing that a new release moves. */
export function commandLine(place: RuntimePlace, parts: CommandParts): string {
  const words = hookWords(parts).map((word) => commandWord(word, place.platform));
  if (place.platform === "win32")
    return [windowsProgram(parts.via === "launcher" ? place.launcher : place.talker), ...words].join(" ");
  if (parts.via === "launcher") return [commandWord(place.launcher, place.platform), ...words].join(" ");
  const started = [place.node, place.script].map((path) => commandWord(path, place.platform));
  return [...started, "hook", ...words].join(" ");
}

/**
 * A program as cmd, PowerShell and Git Bash all start it: PowerShell takes a quoted first word for a text and sh eats
 * backslashes, so it has neither; cmd takes slashes behind a drive. Between quotes if the path needs some; PowerShell
 * then does not start it.
 */
function windowsProgram(path: string): string {
  const slashed = path.replaceAll("\\", "/");
  return isBare(slashed) ? slashed : `"${slashed}"`;
}

/**
 * Whether a path is one word in all three shells: no blank, and no character that ends a name or expands in one of
 * them.
 */
export function isBare(path: string): boolean {
  return /^[a-z]:(?:[\\/][\p{L}\p{N}._~-]+)+$/iu.test(path);
}

/** Whether a text names the copy that agents start. Windows has two ways to write a path, and a short name of it. */
export function namesRuntime(text: string, { folder, launcher, wrappers, platform }: RuntimePlace): boolean {
  if (platform !== "win32") return text.includes(folder) || text.includes(wrappers);
  const slashed = (path: string) => path.replace(/\\+/g, "/").toLowerCase();
  return [folder, launcher.replace(/\.cmd$/, "")].some((path) => slashed(text).includes(slashed(path)));
}

/** A program of one event or agent, for agents that take nothing but a program's path. */
export function wrapperPath(place: RuntimePlace, name: string): string {
  return join(place.wrappers, `snapveil-${name}`);
}

function hookWords({ agent, event, builtin }: CommandParts): string[] {
  return [
    "--agent",
    agent,
    ...(event === undefined ? [] : ["--event", event]),
    ...(builtin === undefined ? [] : [builtin]),
  ];
}

/** A word as a POSIX shell reads it back; for Windows between double quotes, which its paths cannot contain. */
export function commandWord(word: string, platform: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return platform === "win32" ? `"${word}"` : inShell(word);
}
