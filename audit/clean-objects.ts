import { createHash } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { atomicWrite } from "../kit/atomic-write.ts";
import type { Io } from "../kit/io.ts";
import { makeFolder } from "../kit/make-folder.ts";
import { RULES } from "../redactors/rules/rules.ts";
import { dataDir } from "../worktree/data-dir.ts";
import type { SecretlintSettings } from "../redactors/secretlint/secretlint.ts";

/**
 * The objects of a repository in which nothing was found, so that the next run over its history goes on where the last
 * one ended, or was stopped. Only their ids are kept.
 */
export interface CleanObjects {
  has(id: string): boolean;
  add(id: string): void;
  /** Writes what was added since. A line that a crash cut off is no id, and is passed over. */
  save(): void;
}

/** What the ids in a file are worth: with other rules an object may no longer be clean. */
export function rulesDigest(version: string, secretlint: SecretlintSettings): string {
  return createHash("sha256")
    .update(JSON.stringify([version, RULES, secretlint]))
    .digest("hex")
    .slice(0, 32);
}

/** The clean objects of a repository, kept below the data folder under a digest of where it lies. */
export function readCleanObjects(io: Io, commonDir: string, rules: string): CleanObjects {
  const data = dataDir(io);
  const file = data && join(data, "audit", createHash("sha256").update(commonDir).digest("hex").slice(0, 32));
  const header = `snapveil clean objects ${rules}`;
  const lines = file === undefined ? [] : readLines(file);
  const isUsable = lines[0] === header;
  const known = new Set(isUsable ? lines.slice(1).filter((line) => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(line)) : []);
  let added: string[] = [];
  let isStarted = isUsable;
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

function readLines(file: string): string[] {
  try {
    return readFileSync(file, "latin1").split("\n");
  } catch {
    return [];
  }
}
