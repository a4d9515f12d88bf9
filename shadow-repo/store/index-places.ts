import { atomicWrite } from "../../kit/atomic-write.ts";
import { createHash } from "../lazy-crypto.ts";
import { readBytes } from "../read-bytes.ts";

/**
 * Where the entries of an index begin is found by going through all of them, which for most changes is more work than the
 * change. It stays as it is as long as no entry comes or goes, so it is kept in a file of its own, a cache like the index.
 */
export function placesFile(shadow: string): string {
  return `${shadow}/index.places`;
}

/** Places by their name; `undefined` where the file is not there, or holds others. */
export function readPlaces(shadow: string, name: string): Uint32Array | undefined {
  let bytes: Buffer;
  try {
    bytes = readBytes(placesFile(shadow));
  } catch {
    return undefined;
  }
  if (bytes.length % 4 !== 0 || nameOf(bytes) !== name) return undefined;
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

/** Gives the name, which tells what is in the file: another process may write its own in its place. */
export function writePlaces(shadow: string, places: Uint32Array, pid: number): string {
  const bytes = Buffer.from(places.buffer, places.byteOffset, places.byteLength);
  atomicWrite(placesFile(shadow), bytes, { pid });
  return nameOf(bytes);
}

function nameOf(bytes: Buffer): string {
  return createHash("sha1").update(bytes).digest("hex");
}
