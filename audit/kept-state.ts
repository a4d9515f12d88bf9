import { appendFileSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { atomicWrite, makeFolder } from "../kit/files.ts";
import { sha256 } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { RULES, type SecretlintSettings } from "../redactors/doors/redact.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";
import type { PersonalKind } from "../worktree/doors/settings.ts";

/** A file that audits of this user keep below the data folder; `undefined` if there is no such folder. */
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
 * The objects of a repository in which nothing was found, so that the next run over its history continues the last one,
 * even if that was stopped. Only their ids are kept.
 */
export interface CleanObjects {
  has(id: string): boolean;
  add(id: string): void;
  /** Writes the ids that were added since. A line that a crash cut off is no id, and is passed over. */
  save(): void;
}

/** A digest of the rules that made the ids of a file: with other rules an object may no longer be clean. */
export function rulesDigest(
  version: string,
  secretlint: SecretlintSettings,
  personal: readonly PersonalKind[],
): string {
  return sha256(JSON.stringify([version, RULES, secretlint, personal])).slice(0, 32);
}

/** The clean objects of a repository, by its path. */
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
      const text = `\n${added.join("\n")}\n`; // blank lines do no harm, and part this from a line that was cut off
      added = [];
      if (isStarted) return appendFileSync(file, text, { mode: 0o600 });
      makeFolder(dirname(file));
      atomicWrite(file, `${header}${text}`, { pid: io.pid });
      isStarted = true;
    },
  };
}
