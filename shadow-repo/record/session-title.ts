import { rmSync, unlinkSync } from "node:fs";

import { atomicWrite, makeFolder, namesIn } from "../../kit/files.ts";
import { sha256 } from "../../kit/hash.ts";
import type { Io } from "../../kit/io.ts";
import { textOfFile } from "../read-disk.ts";

/**
 * Keeps the title of a session's present prompt for the turns and calls that follow, since some agents send the prompt
 * in an event of its own. A prompt without a title deletes the title of the prompt before.
 */
export function keepTitle({ pid }: Io, shadow: string, session: string, title: string | undefined): void {
  if (title === undefined) return forgetTitle(shadow, session);
  makeFolder(`${shadow}/titles`);
  atomicWrite(fileOf(shadow, session), title, { pid });
}

/** The title of a session; `undefined` if none is kept. */
export function readTitle(shadow: string, session: string): string | undefined {
  return textOfFile(fileOf(shadow, session)) || undefined;
}

/** Deletes the title of a session. */
export function forgetTitle(shadow: string, session: string): void {
  try {
    unlinkSync(fileOf(shadow, session));
  } catch {
    // Usually there is no title. A title that cannot be deleted now is deleted by `keepTitlesOf`.
  }
}

/** Deletes the titles of all sessions that are not in `sessions`. */
export function keepTitlesOf(shadow: string, sessions: ReadonlySet<string>): void {
  const kept = new Set([...sessions].map((session) => fileOf(shadow, session)));
  for (const name of namesIn(`${shadow}/titles`))
    if (!kept.has(`${shadow}/titles/${name}`)) rmSync(`${shadow}/titles/${name}`, { force: true });
}

function fileOf(shadow: string, session: string): string {
  return `${shadow}/titles/${sha256(session).slice(0, 32)}`;
}
