import { openSync, closeSync, fstatSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";

import { atomicWrite } from "../kit/atomic-write.ts";
import { asNumber, asString, isObject } from "../kit/json.ts";
import type { ObjectId } from "./engine.ts";
import type { GitPath } from "./git-path.ts";

/** What was true of one scope when it was last looked at. */
export interface ScopeState {
  /** Signature of the ignore files that a listing does not show. */
  readonly rules: string;
  /** When the known files were last held against the ignore rules, in milliseconds. */
  readonly rulesAt: number;
  /** Signature of the source's index when its tracked files were last looked for. */
  readonly source: string;
  /** How many known files are ignored, and known only because the source tracks them. */
  readonly forced: number;
}

/**
 * What we know about the shared index beyond what is in it. Only a cache: it counts for the index whose last bytes
 * (git's checksum) it names, and where it is missing or another's, one more git process finds everything out again.
 */
export interface CaptureState {
  readonly checksum: string;
  readonly tree: ObjectId;
  /** When the stat data of unchanged files was last renewed, in milliseconds. */
  readonly refreshedAt?: number;
  readonly scopes: Readonly<Record<GitPath, ScopeState>>;
}

export function readCaptureState(shadow: string): CaptureState | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(join(shadow, "index.state"), "utf8"));
    if (!isObject(value) || !isObject(value["scopes"])) return undefined;
    const checksum = asString(value["checksum"]);
    const tree = asString(value["tree"]);
    if (checksum === undefined || tree === undefined) return undefined;
    const scopes: Record<GitPath, ScopeState> = {};
    for (const [prefix, scope] of Object.entries(value["scopes"])) {
      if (!isObject(scope)) continue;
      scopes[prefix] = { rules: asString(scope["rules"]) ?? "", rulesAt: asNumber(scope["rulesAt"]) ?? 0, source: asString(scope["source"]) ?? "", forced: asNumber(scope["forced"]) ?? 1 };
    }
    return { checksum, tree, refreshedAt: asNumber(value["refreshedAt"]) ?? 0, scopes };
  } catch {
    return undefined;
  }
}

export function writeCaptureState(shadow: string, state: CaptureState, pid: number): void {
  atomicWrite(join(shadow, "index.state"), JSON.stringify(state), { pid });
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
