import { openSync, closeSync, fstatSync, readFileSync, readSync, statSync } from "node:fs";

import { atomicWrite } from "../kit/atomic-write.ts";
import { asNumber, asString, isObject, type Json } from "../kit/json.ts";
import type { ObjectId } from "./engine.ts";
import type { GitPath } from "./git-path.ts";

/** What was true of one scope when it was last looked at. */
export interface ScopeState {
  /** What the tree did not tell, as it is kept, and its id. */
  readonly coverage: string;
  readonly coverageId: string;
  /** Signature of the source's index when its tracked files were last looked for. */
  readonly source: string;
}

/**
 * What we know about the shared index beyond what is in it. Only a cache: it counts for the index whose last bytes
 * (git's checksum) it names, and where it is missing or another's, two more git processes find everything out again.
 */
export interface CaptureState {
  readonly checksum: string;
  readonly tree: ObjectId;
  /** The name of the places of its entries, where they were kept. */
  readonly places?: string;
  /** When the stat data of unchanged files was last renewed, in milliseconds. */
  readonly refreshedAt?: number;
  /** Ignored files that the index holds, as the source tracks them. */
  readonly forced: readonly GitPath[];
  /** Such files that are gone: no listing shows them when they come back. */
  readonly absent: readonly GitPath[];
  readonly scopes: Readonly<Record<GitPath, ScopeState>>;
}

export function readCaptureState(shadow: string): CaptureState | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(`${shadow}/index.state`, "utf8"));
    if (!isObject(value) || !isObject(value["scopes"])) return undefined;
    const checksum = asString(value["checksum"]);
    const tree = asString(value["tree"]);
    if (checksum === undefined || tree === undefined) return undefined;
    const places = asString(value["places"]);
    const scopes: Record<GitPath, ScopeState> = {};
    for (const [prefix, scope] of Object.entries(value["scopes"])) {
      const [coverage, coverageId, source] = isObject(scope) ? [asString(scope["coverage"]), asString(scope["coverageId"]), asString(scope["source"])] : [];
      if (coverage !== undefined && coverageId !== undefined && source !== undefined) scopes[prefix] = { coverage, coverageId, source };
    }
    return { checksum, tree, ...(places !== undefined && { places }), refreshedAt: asNumber(value["refreshedAt"]) ?? 0, forced: pathsIn(value["forced"]), absent: pathsIn(value["absent"]), scopes };
  } catch {
    return undefined;
  }
}

function pathsIn(list: Json | undefined): GitPath[] {
  return Array.isArray(list) ? list.filter((path) => typeof path === "string") : [];
}

export function writeCaptureState(shadow: string, state: CaptureState, pid: number): void {
  atomicWrite(`${shadow}/index.state`, JSON.stringify(state), { pid });
}

/** The checksum that ends an index file, in hexadecimal; "" where there is no file. */
export function checksumOf(index: string, idBytes: number): string {
  let fd: number;
  try {
    fd = openSync(index, "r");
  } catch {
    return "";
  }
  try {
    const bytes = Buffer.alloc(idBytes);
    const { size } = fstatSync(fd);
    return size < idBytes || readSync(fd, bytes, 0, idBytes, size - idBytes) < idBytes ? "" : bytes.toString("hex");
  } finally {
    closeSync(fd);
  }
}

/** Changes whenever a file is replaced or written; "" where there is none. */
export function fileSignature(file: string): string {
  try {
    const found = statSync(file, { throwIfNoEntry: false }); // mostly there is none, and an exception is dear
    return found ? `${found.ino}.${found.size}.${found.mtimeMs}.${found.ctimeMs}` : "";
  } catch {
    return "";
  }
}
