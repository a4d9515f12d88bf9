import { appendFileSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { atomicWrite, makeFolder } from "../kit/files.ts";
import { sha256 } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { RULES, type SecretlintSettings } from "../redactors/doors/redact.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";
import type { PersonalKind } from "../worktree/doors/settings.ts";

/** A file that the user's audits share, in the data folder; `undefined` without a data folder. */
function keptFile(io: Io, name: string): string | undefined {
  const data = dataDir(io);
  return data && join(data, "audit", name);
}

function read(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}

/**
 * The ids of a repository's objects in which no secret was found. The next audit of the history skips these objects.
 * Ids that were saved before an interruption stay valid.
 */
export interface CleanObjects {
  has(id: string): boolean;
  add(id: string): void;
  /** Appends the new ids to the file. A line that a crash cut off is no valid id and is ignored. */
  save(): void;
}

/**
 * A hash of everything that decides whether an object is clean. The ids of clean objects are only used with the hash
 * under which they were saved.
 */
export function rulesDigest(
  version: string,
  secretlint: SecretlintSettings,
  personal: readonly PersonalKind[],
): string {
  return sha256(JSON.stringify([version, RULES, secretlint, personal])).slice(0, 32);
}

/** The clean objects of a repository. @param rules the result of `rulesDigest` */
export function readCleanObjects(io: Io, commonDir: string, rules: string): CleanObjects {
  const file = keptFile(io, sha256(commonDir).slice(0, 32));
  const header = `snapveil clean objects ${rules}`;
  const [first, ...lines] = file === undefined ? [] : read(file).split("\n");
  let isStarted = first === header;
  const known = new Set(isStarted ? lines.filter((line) => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(line)) : []);
  let added: string[] = [];
  return {
    has: (id) => known.has(id),
    add(id) {
      known.add(id);
      added.push(id);
    },
    save() {
      if (file === undefined || added.length === 0) return;
      const text = `\n${added.join("\n")}\n`; // blank lines are ignored; the first one ends a line that a crash cut off
      added = [];
      if (isStarted) return appendFileSync(file, text, { mode: 0o600 });
      makeFolder(dirname(file));
      atomicWrite(file, `${header}${text}`, { pid: io.pid });
      isStarted = true;
    },
  };
}
