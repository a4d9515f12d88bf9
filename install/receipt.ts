import { readFileSync, rmSync } from "node:fs";

import { atomicWrite, makeFolder } from "../kit/files.ts";
import { isObject, type Json } from "../kit/json.ts";
import { receiptsFolder, stemOf, type Registering } from "../worktree/doors/switch.ts";

/** A record of a file that `install` wrote, so that `uninstall` can restore the file byte for byte. */
export interface Receipt extends Registering {
  /** The content that `install` wrote. If the file still has it, nobody has edited the file. */
  readonly after: Buffer;
  /** The file without anything of snapveil; `undefined` if it did not exist. */
  readonly before: Buffer | undefined;
}

/**
 * The receipt of a file; `undefined` if there is none or it is unreadable. `uninstall` then removes the entries that it
 * recognizes as snapveil's.
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

/** Writes a receipt. The contents may hold keys, so only the owner can read the files. */
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
