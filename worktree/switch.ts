import { lstatSync, type Stats } from "node:fs";
import { dirname, isAbsolute } from "node:path";

import type { Io } from "../kit/io.ts";
import { isObject, parseJson, type Json } from "../kit/json.ts";
import { printable } from "../kit/text.ts";
import { readRegularFile } from "../kit/files.ts";
import { userSettingsFolder } from "./read-settings.ts";
import { isOwned } from "./trust/owned.ts";

/**
 * Since when and until when snapveil is off: RFC 3339 in UTC. `until` is `null` if it stays off until it is switched
 * on.
 */
export interface SwitchedOff {
  readonly since: string;
  readonly until: string | null;
}

export interface Switch {
  /** The times; absent while snapveil is on. */
  readonly off?: SwitchedOff;
  /** A sentence about an invalid switch file, which is ignored, so that snapveil stays on. */
  readonly problem?: string;
}

/** The largest switch file in bytes. The file holds only two times. */
const LARGEST = 1024;

/**
 * The path of the switch file, beside the user's settings; `undefined` without a home folder. If SNAPVEIL_CONFIG is
 * relative, it may lead into a project, which must not switch snapveil off: in this case the usual settings folder is
 * used.
 */
export function switchFile({ env, platform }: Pick<Io, "env" | "platform">): string | undefined {
  const given = env["SNAPVEIL_CONFIG"];
  const folder = given && isAbsolute(given) ? dirname(given) : userSettingsFolder({ env, platform });
  return folder ? `${folder}/switch.json` : undefined;
}

/** Reads the switch file; never throws. Every hook calls this, so the usual case of no file costs one look-up. */
export function readSwitch(io: Pick<Io, "env" | "platform" | "now">): Switch {
  const file = switchFile(io);
  if (file === undefined) return {};
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (!stats) return {};
    const off = parseSwitch(textOf(file, stats, io.platform));
    return off.until !== null && Date.parse(off.until) <= io.now().getTime() ? {} : { off };
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    if (why === "ENOTDIR") return {};
    return { problem: `The switch ${printable(file)} is not used: ${why}. So snapveil is on.` };
  }
}

/** Why snapveil is off: the times of the switch file, or `variable` if SNAPVEIL_DISABLE is set. */
export type Off = SwitchedOff | "variable";

/** Why hooks do nothing now; `undefined` if snapveil is on. */
export function whyOff(io: Pick<Io, "env" | "platform" | "now">): Off | undefined {
  return io.env["SNAPVEIL_DISABLE"] === "1" ? "variable" : readSwitch(io).off;
}

/**
 * The text of the switch file.
 * @throws Error with half a sentence if `snapveil off` cannot have written the file, so that snapveil stays on
 */
function textOf(file: string, stats: Stats, platform: string): string {
  if (!isOwned(stats)) throw new Error("it belongs to another user");
  if (!stats.isFile()) throw new Error("it is a link, or no regular file");
  // A file that others can read is refused: git checks files out with such modes, so the file may come from a
  // repository.
  if (platform !== "win32" && (stats.mode & 0o077) !== 0)
    throw new Error("others may read or write it, and it must be yours alone (mode 0600)");
  const { bytes, whole } = readRegularFile(file, LARGEST);
  if (!whole) throw new Error("it is larger than 1 KiB");
  return bytes.toString("utf8");
}

/** Parses a switch file. @throws Error with half a sentence */
function parseSwitch(text: string): SwitchedOff {
  const value = parseJson(text);
  const { since, until } = isObject(value) ? value : {};
  if (!isTime(since) || !(until === null || isTime(until)))
    throw new Error('it does not hold two times, "since" and "until"');
  return { since, until };
}

function isTime(value: Json | undefined): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]{5,16}Z$/.test(value) && !Number.isNaN(Date.parse(value));
}
