import { join } from "node:path";

import type { RuntimePlace } from "./runtime-place.ts";

/** The parts of a registered line. */
export interface CommandParts {
  readonly agent: string;
  /** For agents whose payload does not name its event. */
  readonly event?: string;
  /** Runs this one alone, whatever the settings say. */
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
  const words = hookWords(parts).map((word) => quoted(word, place.platform));
  const isWindows = place.platform === "win32";
  if (parts.via === "launcher" && !isWindows) return [quoted(place.launcher, place.platform), ...words].join(" ");
  const started = [place.node, place.script].map((path) => quoted(path, place.platform));
  return [...started, "hook", ...words].join(" ");
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
export function quoted(word: string, platform: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return platform === "win32" ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A line of `install`: a path below its runtime. */
const INSTALLED = /[\\/]runtime[\\/](?:current[\\/]snapveil\.cjs|snapveil-hook|wrappers[\\/]snapveil-[\w.-]+)/;
/** A plugin's line, whether its agent has put the plugin's folder into it or not. */
const PACKAGED = /[\\/]dist[\\/]snapveil(?:\.cmd)?["']?\s+hook\b/;
/** Somebody's own line, also by way of npx. */
const BY_HAND = /\bsnapveil(?:\.cjs)?(?:@[\w.-]+)?["']?\s+hook\b/;

/** Whether a command starts snapveil, and who wrote it. */
export function ownerOf(command: string): "install" | "plugin" | "hand" | undefined {
  if (INSTALLED.test(command)) return "install";
  if (PACKAGED.test(command)) return "plugin";
  return BY_HAND.test(command) ? "hand" : undefined;
}

/** Whether somebody's own line stands in a file, beside those that `install` wrote. */
export function hasLineByHand(text: string): boolean {
  return BY_HAND.test(text.replaceAll(new RegExp(INSTALLED, "g"), "\0"));
}

/** Whether a command asks npm for the program each time. */
export function npxIn(command: string): boolean {
  return /(?:^|[\s/"'])(?:npx|npm\s+(?:exec|x)|pnpm\s+dlx|bunx|yarn\s+dlx)\b/.test(command);
}
