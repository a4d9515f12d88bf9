import { existsSync, readFileSync } from "node:fs";

import type { ConfigFile } from "../agents/formats/config-file.ts";
import type { Installer, Where } from "../agents/formats/installer.ts";
import { statusCommand, statusLineAt, type StatusLine } from "../agents/formats/status-line.ts";
import { printable } from "../kit/text.ts";
import { filesWithHooks } from "./agent-files.ts";
import type { FoundConfig } from "./read-config.ts";
import { attempt } from "./without-ours.ts";

interface Wish {
  readonly found: FoundConfig;
  /** The text of the file with snapveil's hooks. */
  readonly hooked: string;
  /** Whether to set the status line. A status line that `install` has set before stays in any case. */
  readonly isWished: boolean;
}

/**
 * Adds snapveil's status line to a file, unless the person has set another one. Also returns sentences for the person.
 */
export function withStatusLine(
  installer: Installer,
  where: Where,
  file: ConfigFile,
  { found: { path, text }, hooked, isWished }: Wish,
): { readonly text: string; readonly isSet: boolean; readonly notes: readonly string[] } {
  const line = lineOf(installer, file);
  if (!line)
    return {
      text: hooked,
      isSet: false,
      notes: isWished ? [`${installer.agent} takes no command for a status line in ${path}.`] : [],
    };
  const own = text === undefined ? undefined : attempt(file, () => line.find(text));
  const other = isWished && own === undefined ? statusLineElsewhere(installer, where, file) : undefined;
  const command = statusCommand(where.runtime);
  const isSet = own === "ours" || (isWished && own === undefined && other === undefined);
  const taken = own === "other" ? path : other;
  return {
    text: isSet ? attempt(file, () => line.put(hooked, command)) : hooked,
    isSet,
    notes: isWished && taken !== undefined ? [ownLine(taken, command)] : [],
  };
}

/** The form of a status line in a file; `undefined` if the agent has none in that file. */
export function lineOf({ statusLine }: Installer, { format, isProgram }: ConfigFile): StatusLine | undefined {
  return statusLine && format.read && !isProgram ? statusLineAt(statusLine, format) : undefined;
}

/**
 * Another settings file of the agent with a status line of the person's, which the status line of snapveil would
 * replace; `undefined` if there is none.
 */
function statusLineElsewhere(installer: Installer, where: Where, file: ConfigFile): string | undefined {
  const files = (["user", "project"] as const).flatMap((scope) => filesWithHooks(installer, scope, where, []));
  const others = files.filter(({ path }) => path !== file.path && existsSync(path));
  return others.find((other) => {
    try {
      return lineOf(installer, other)?.find(readFileSync(other.path, "utf8")) === "other";
    } catch {
      return false; // the file is broken, so the agent reads nothing of it
    }
  })?.path;
}

function ownLine(path: string, command: string): string {
  return (
    `${printable(path)} sets a status line of your own, which stays. To have both, add to yours what this ` +
    `prints: ${printable(command)}`
  );
}
