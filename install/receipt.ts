import { readFileSync, rmSync } from "node:fs";

import { atomicWrite, makeFolder } from "../kit/files.ts";
import { isObject, type Json } from "../kit/json.ts";
import { receiptsFolder, stemOf, type Registering } from "../worktree/doors/switch.ts";

/** The memory of a file that `install` wrote, so that `uninstall` can bring it back byte for byte. */
export interface Receipt extends Registering {
  /** The file as it was left: if its bytes are still the same, nobody has touched it since. */
  readonly after: Buffer;
  /** The file without anything of ours; `undefined`: there was none. */
  readonly before: Buffer | undefined;
}

/**
 * The receipt of a file; `undefined` if there is no readable one: `uninstall` then removes the entries that it
 * recognises.
 */
export function readReceipt(data: string, path: string): Receipt | undefined {
  const stem = stemOf(data, path);
  try {
    const value = JSON.parse(readFileSync(`${stem}.json`, "utf8")) as Json;
    if (!isObject(value) || value["path"] !== path || !Array.isArray(value["folders"])) return undefined;
    const before = value["existed"] === true ? readFileSync(`${stem}.original`) : undefined;
    const folders = value["folders"].filter((item) => typeof item === "string");
    return {
      path,
      agent: String(value["agent"]),
      scope: String(value["scope"]),
      after: readFileSync(`${stem}.written`),
      folders,
      before,
    };
  } catch {
    return undefined;
  }
}

/** The texts can hold keys of the user's, so all files are theirs alone. */
export function writeReceipt(data: string, { before, after, ...receipt }: Receipt, pid: number): void {
  makeFolder(receiptsFolder(data));
  const stem = stemOf(data, receipt.path);
  if (before) atomicWrite(`${stem}.original`, before, { pid });
  else rmSync(`${stem}.original`, { force: true });
  atomicWrite(`${stem}.written`, after, { pid });
  atomicWrite(`${stem}.json`, `${JSON.stringify({ ...receipt, existed: before !== undefined }, null, 2)}\n`, { pid });
}

export function forgetReceipt(data: string, path: string): void {
  for (const ending of [".json", ".original", ".written"]) rmSync(stemOf(data, path) + ending, { force: true });
}
