import { readFileSync } from "node:fs";

import { defined } from "../../kit/defined.ts";
import { atomicWrite, readRegularFile } from "../../kit/files.ts";
import { createHash } from "../../kit/hash.ts";
import { asNumber, asString, isObject, type Json } from "../../kit/json.ts";
import type { CoverageId } from "../coverage.ts";
import type { ObjectId } from "../engine.ts";
import type { GitPath } from "../git-path.ts";

/** The facts of one scope at its last capture. */
interface ScopeState {
  /** The facts beside the tree. */
  readonly coverage: CoverageId;
  /** Signature of the source's index when its tracked files were last looked for. */
  readonly source: string;
  /** Signature of the user's exclusions; absent: none. */
  readonly excluded?: string;
}

/**
 * Facts about the shared index beside its own content. Only a cache: it counts for the index whose last bytes (git's
 * checksum) it names, and if it is missing or another's, two more git processes find everything out again.
 */
export interface CaptureState {
  readonly checksum: string;
  readonly tree: ObjectId;
  /** Signature of the object store before all objects of the tree were found there. */
  readonly store?: string;
  /** When the stat data of unchanged files was last renewed, in milliseconds. */
  readonly refreshedAt?: number;
  /** Ignored files that the index holds, since the source tracks them. */
  readonly trackedButIgnored: readonly GitPath[];
  /** Such files that were deleted: no listing shows them when they come back. */
  readonly absent: readonly GitPath[];
  /** Files of the index that the next capture reads, whatever their times say. */
  readonly doubtful?: readonly GitPath[];
  /** Files that the index holds and `alsoRecord` names, for the patterns of the scope's coverage. */
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
      ...(value["doubtful"] !== undefined && { doubtful: pathsIn(value["doubtful"]) }),
      ...(value["included"] !== undefined && { included: pathsIn(value["included"]) }),
      scopes,
    };
  } catch {
    return undefined;
  }
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
 * The checksum that ends an index file, in hexadecimal; "" if there is no file, or it is damaged: git does not look.
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
