import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * Vectors, recordings and cases that lie beside the project and are no part of it. Only `npm run test:beside` sets the
 * variable, so that what `npm run check` counts is the same with and without this folder.
 */
const SHARED = process.env["SNAPVEIL_BESIDE"];
if (SHARED !== undefined && !existsSync(SHARED)) throw new Error(`There is no folder ${SHARED}.`);

/** The path of a file there, or `undefined` where the tests run without the folder. */
export function sharedFile(path: string): string | undefined {
  return SHARED === undefined ? undefined : join(SHARED, path);
}
