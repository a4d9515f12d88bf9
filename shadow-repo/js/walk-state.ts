import { readFileSync } from "node:fs";
import { join } from "node:path";

import { atomicWrite } from "../../kit/atomic-write.ts";
import { asString, isObject } from "../../kit/json.ts";
import type { GitPath } from "../git-path.ts";

/** Signatures of the ignore rules under which a scope's files were last judged. */
export interface WalkState {
  /** What the tree did not tell, as it is kept, and its id. */
  readonly coverage: string;
  readonly coverageId: string;
  /** Signature of the source's index: which files are covered whatever the rules. */
  readonly source: string;
  /** Every `.gitignore` that was met, by its folder. */
  readonly rules: Readonly<Record<GitPath, string>>;
}

/** What the engine knows about the shared index beyond what is in it; a cache that counts for one index only. */
interface Stored {
  readonly checksum: string;
  readonly scopes: Readonly<Record<GitPath, WalkState>>;
}

/** The states by scope, for the index with this checksum; none where another engine or process wrote it. */
export function readWalkStates(shadow: string, checksum: string): Stored["scopes"] {
  try {
    const value: unknown = JSON.parse(readFileSync(fileIn(shadow), "utf8"));
    if (!isObject(value) || value["checksum"] !== checksum || checksum === "" || !isObject(value["scopes"])) return {};
    const scopes: Record<GitPath, WalkState> = {};
    for (const [prefix, scope] of Object.entries(value["scopes"])) {
      if (!isObject(scope) || !isObject(scope["rules"])) continue;
      scopes[prefix] = {
        coverage: asString(scope["coverage"]) ?? "",
        coverageId: asString(scope["coverageId"]) ?? "",
        source: asString(scope["source"]) ?? "",
        rules: scope["rules"] as Record<GitPath, string>,
      };
    }
    return scopes;
  } catch {
    return {};
  }
}

export function writeWalkStates(shadow: string, stored: Stored, pid: number): void {
  atomicWrite(fileIn(shadow), JSON.stringify(stored), { pid });
}

function fileIn(shadow: string): string {
  return join(shadow, "index.walk");
}
