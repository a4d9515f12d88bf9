import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { sha256 } from "../kit/hash.ts";
import { isObject, type Json, type JsonObject } from "../kit/json.ts";

/** A file that `install` wrote. */
export interface Registering {
  readonly path: string;
  readonly agent: string;
  readonly scope: string;
  /** Folders that were made for the registration, innermost last. */
  readonly folders: readonly string[];
}

/** The folder below the data folder in which `install` notes each registration. */
export const receiptsFolder = (data: string): string => join(data, "installed");

/** The path of one receipt's files, without their endings. */
export const stemOf = (data: string, path: string): string => join(receiptsFolder(data), sha256(path).slice(0, 32));

/** Every registration that was installed from this data folder. */
export function listReceipts(data: string): Registering[] {
  return objectsIn(receiptsFolder(data)).map(({ path, agent, scope, folders }) => ({
    path: String(path),
    agent: String(agent),
    scope: String(scope),
    folders: Array.isArray(folders) ? folders.map(String) : [],
  }));
}

/** The objects in the JSON files of a folder; a file that holds none is passed over. */
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
