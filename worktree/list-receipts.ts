import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { sha256 } from "../kit/hash.ts";
import { isObject, type Json, type JsonObject } from "../kit/json.ts";

/** A file in which `install` registered snapveil. */
export interface Registering {
  readonly path: string;
  readonly agent: string;
  readonly scope: string;
  /** Folders that `install` created for the file, outermost first. */
  readonly folders: readonly string[];
}

/** The folder below the data folder in which `install` notes each registration. */
export const receiptsFolder = (data: string): string => join(data, "installed");

/** The path of a registration's files below the data folder, without their endings. `path` is the registered file. */
export const stemOf = (data: string, path: string): string => join(receiptsFolder(data), sha256(path).slice(0, 32));

/** Every registration that was made with this data folder. */
export function listReceipts(data: string): Registering[] {
  return objectsIn(receiptsFolder(data)).map(({ path, agent, scope, folders }) => ({
    path: String(path),
    agent: String(agent),
    scope: String(scope),
    folders: Array.isArray(folders) ? folders.map(String) : [],
  }));
}

/**
 * The objects in the JSON files of a folder. A file that is broken or holds no object is skipped. The list is empty if
 * the folder is missing.
 */
export function objectsIn(folder: string): JsonObject[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => {
      try {
        const value = JSON.parse(readFileSync(join(folder, name), "utf8")) as Json;
        return isObject(value) ? [value] : [];
      } catch {
        return [];
      }
    });
}
