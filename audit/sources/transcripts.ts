import { lstatSync, readdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";

import type { Io } from "../../kit/io.ts";
import type { Content } from "../source.ts";
import { nameFrom, type AuditPlace } from "./audit-place.ts";
import { filesBelow } from "./files-below.ts";
import { readFile } from "./read-file.ts";
import { TRANSCRIPT_PLACES, type TranscriptPlace } from "./transcript-places.ts";

/** What the agents on this machine have written down of their sessions. No comment in them allows anything. */
export function* transcripts({ io, unread }: AuditPlace): Generator<Content> {
  const home = io.env["HOME"] ?? io.env["USERPROFILE"];
  for (const place of TRANSCRIPT_PLACES) {
    for (const entry of entriesOf(io, home, place)) {
      for (const file of filesAt(entry, unread)) {
        const name = home === undefined ? file : tilde(home, file);
        try {
          yield { source: { origin: "transcript", name, tracked: false, agent: place.agent }, chunks: readFile(file) };
        } catch (error) {
          const why = (error as NodeJS.ErrnoException).code ?? "unreadable";
          if (why !== "ENOENT") unread({ name, why }); // else its session was put away meanwhile
        }
      }
    }
  }
}

function entriesOf({ env }: Io, home: string | undefined, { variable, folder, entries }: TranscriptPlace): string[] {
  const moved = variable === undefined ? undefined : env[variable];
  const base = moved !== undefined && isAbsolute(moved) ? moved : home && join(home, folder);
  if (!base) return [];
  const names = namesIn(base);
  return entries.flatMap((entry) => {
    const matches = entry.endsWith("*")
      ? names.filter((name) => name.startsWith(entry.slice(0, -1)))
      : names.filter((name) => name === entry);
    return matches.map((name) => join(base, name));
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return []; // this agent is not here
  }
}

function filesAt(path: string, unread: AuditPlace["unread"]): Iterable<string> {
  const stats = lstatSync(path);
  if (stats.isDirectory()) return filesBelow(path, { wants: () => true, unread });
  return stats.isFile() ? [path] : [];
}

function tilde(home: string, file: string): string {
  const name = nameFrom(home, file);
  return name === file ? file : `~/${name}`;
}
