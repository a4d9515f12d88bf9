import { applyPatch, structuredPatch } from "diff";

import { ownerOf } from "../agents/formats/own-line.ts";
import { ConfigProblem, type ConfigFile } from "../agents/formats/config-file.ts";
import type { StatusLine } from "../agents/formats/status-line.ts";
import { printable } from "../kit/text.ts";
import { UserError } from "../kit/user-error.ts";
import type { FoundConfig } from "./read-config.ts";
import type { Receipt } from "./receipt.ts";

/**
 * A file's content without anything of snapveil; `undefined` if nothing remains or the file does not exist. If nobody
 * has edited the file since `install`, it is the original content.
 * @throws UserError if the file is broken
 */
export function withoutOurs(
  file: ConfigFile,
  { bytes, text }: FoundConfig,
  receipt: Receipt | undefined,
  statusLine: StatusLine | undefined,
): Buffer | undefined {
  if (text === undefined || bytes === undefined) return undefined;
  if (receipt?.after.equals(bytes)) return receipt.before;
  return attempt(file, () => {
    const hasLine = statusLine?.find(text) === "ours";
    if (file.format.find(text).length === 0 && !hasLine) return bytes;
    const left = takenOut(file, text, receipt, statusLine);
    return left === undefined ? undefined : left === text ? bytes : Buffer.from(left);
  });
}

/**
 * Removes snapveil's entries from a file that was edited after `install`. If the reverse patch of the installation
 * still applies, all other bytes stay; otherwise the entries that are recognized as snapveil's are removed.
 */
function takenOut(
  { format }: ConfigFile,
  text: string,
  receipt: Receipt | undefined,
  statusLine: StatusLine | undefined,
): string | undefined {
  const before = receipt?.before?.toString("utf8");
  if (receipt && before !== undefined) {
    const patch = structuredPatch("", "", receipt.after.toString("utf8"), before, "", "");
    const left = applyPatch(text, patch, { autoConvertLineEndings: false });
    const isClean = (without: string) =>
      statusLine?.find(without) !== "ours" &&
      !format.find(without).some(({ command }) => ownerOf(command) === "install");
    if (left !== false && isClean(left)) return left;
  }
  return format.take(statusLine ? statusLine.take(text) : text, before);
}

/** Runs `work` on a file. @throws UserError with the file's name, if `work` throws a ConfigProblem */
export function attempt<Result>({ path }: ConfigFile, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof ConfigProblem) throw new UserError("badConfig", [printable(path), error.message]);
    throw error;
  }
}
