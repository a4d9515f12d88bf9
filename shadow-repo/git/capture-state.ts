import { readFileSync } from "node:fs";

import { defined } from "../../kit/defined.ts";
import { atomicWrite, readRegularFile } from "../../kit/files.ts";
import { createHash } from "../../kit/hash.ts";
import { asNumber, asString, isObject, type Json } from "../../kit/json.ts";
import type { CoverageId } from "../coverage.ts";
import type { ObjectId } from "../engine.ts";
import type { GitPath } from "../git-path.ts";

/**
 * Path → the time of the file's last change (ctime) in milliseconds, with its fraction. If the file still has this
 * time, it is unchanged. 0: no time proves that, so the next capture reads the file.
 */
export type Doubtful = Readonly<Record<GitPath, number>>;

/** The facts about the last capture of one folder. */
interface ScopeState {
  /** The id of the tree's coverage. */
  readonly coverage: CoverageId;
  /** The signature that the source's index had when the capture searched for the files that the source tracks. */
  readonly source: string;
  /** The signature of the exclusion in the settings; absent if there was none. */
  readonly excluded?: string;
}

/**
 * Facts about the shared index that git does not store in it. They are a cache, valid only for the index with this
 * checksum. Without them a capture starts two more git processes to find them out.
 */
export interface CaptureState {
  readonly checksum: string;
  readonly tree: ObjectId;
  /** The signature that the object store had just before all objects of the tree were found in it. */
  readonly store?: string;
  /** When the stat data of unchanged files was last renewed, in milliseconds. */
  readonly refreshedAt?: number;
  /** Ignored files that the index holds, since the source tracks them. */
  readonly trackedButIgnored: readonly GitPath[];
  /**
   * Ignored files that the source tracks and the index does not hold, as they were deleted or left out. No listing of
   * git shows them when they come back.
   */
  readonly absent: readonly GitPath[];
  /** Files of the index whose next change git might miss. */
  readonly doubtful?: Doubtful;
  /** Files of the index that fit the patterns of `alsoRecord` in the scope's coverage. */
  readonly included?: readonly GitPath[];
  readonly scopes: Readonly<Record<GitPath, ScopeState>>;
}

export function readCaptureState(shadow: string): CaptureState | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(`${shadow}/index.state`, "utf8"));
    if (!isObject(value) || !isObject(value["scopes"])) return undefined;
    const checksum = asString(value["checksum"]);
    const tree = asString(value["tree"]);
    if (checksum === undefined || tree === undefined) return undefined;
    const scopes: Record<GitPath, ScopeState> = {};
    for (const [prefix, scope] of Object.entries(value["scopes"])) {
      const [coverage, source, excluded] = isObject(scope)
        ? ["coverage", "source", "excluded"].map((name) => asString(scope[name]))
        : [];
      if (coverage !== undefined && source !== undefined)
        scopes[prefix] = { coverage, source, ...(excluded !== undefined && { excluded }) };
    }
    return {
      checksum,
      tree,
      ...defined({ store: asString(value["store"]) }),
      refreshedAt: asNumber(value["refreshedAt"]) ?? 0,
      trackedButIgnored: pathsIn(value["forced"]),
      absent: pathsIn(value["absent"]),
      ...(value["doubtful"] !== undefined && { doubtful: doubtfulIn(value["doubtful"]) }),
      ...(value["included"] !== undefined && { included: pathsIn(value["included"]) }),
      scopes,
    };
  } catch {
    return undefined;
  }
}

function doubtfulIn(value: Json): Doubtful {
  const times = isObject(value) ? Object.entries(value) : pathsIn(value).map((path) => [path, 0] as const);
  return Object.fromEntries(times.map(([path, time]) => [path, asNumber(time) ?? 0]));
}

function pathsIn(list: Json | undefined): GitPath[] {
  return Array.isArray(list) ? list.filter((path) => typeof path === "string") : [];
}

export function writeCaptureState(
  shadow: string,
  { trackedButIgnored: forced, ...state }: CaptureState,
  pid: number,
): void {
  atomicWrite(`${shadow}/index.state`, JSON.stringify({ ...state, forced }), { pid });
}

/**
 * The checksum at the end of an index file, in hexadecimal; `""` if the file is missing or does not match its checksum,
 * which git itself does not check.
 */
export function checksumOf(index: string, idBytes: number): string {
  let bytes: Buffer;
  try {
    bytes = readRegularFile(index).bytes;
  } catch {
    return "";
  }
  if (bytes.length < idBytes) return "";
  const sum = bytes.toString("hex", bytes.length - idBytes);
  const content = bytes.subarray(0, bytes.length - idBytes);
  return createHash(idBytes === 32 ? "sha256" : "sha1")
    .update(content)
    .digest("hex") === sum
    ? sum
    : "";
}
