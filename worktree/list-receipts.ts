import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { isObject, type Json } from "../kit/json.ts";

/** A file that `install` wrote. */
export interface Registering {
  readonly path: string;
  readonly agent: string;
  readonly scope: string;
  /** Folders that were made for it, innermost last. */
  readonly folders: readonly string[];
}

export const receiptsFolder = (data: string): string => join(data, "installed");

/** Everything that is installed from this data folder. */
export function listReceipts(data: string): Registering[] {
  if (!existsSync(receiptsFolder(data))) return [];
  return readdirSync(receiptsFolder(data))
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => {
      try {
        const value = JSON.parse(readFileSync(join(receiptsFolder(data), name), "utf8")) as Json;
        return isObject(value)
          ? [
              {
                path: String(value["path"]),
                agent: String(value["agent"]),
                scope: String(value["scope"]),
                folders: Array.isArray(value["folders"]) ? value["folders"].map(String) : [],
              },
            ]
          : [];
      } catch {
        return [];
      }
    });
}
