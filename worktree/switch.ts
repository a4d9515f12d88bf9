import { lstatSync, type Stats } from "node:fs";
import { dirname, isAbsolute } from "node:path";

import type { Io } from "../kit/io.ts";
import { isObject, parseJson, type Json } from "../kit/json.ts";
import { printable } from "../kit/text.ts";
import { readRegularFile } from "../kit/files.ts";
import { userSettingsFolder } from "./read-settings.ts";
import { isOwned } from "./trust/owned.ts";

/** The times of a switch-off: RFC 3339, in UTC; `until` is `null` if it has no end. */
export interface SwitchedOff {
  readonly since: string;
  readonly until: string | null;
}

export interface Switch {
  /** The switch; absent while snapveil is on. */
  readonly off?: SwitchedOff;
  /** A sentence about a file that is of no use, so that snapveil is on. */
  readonly problem?: string;
}

/** Bytes: the file holds two times. */
const LARGEST = 1024;

/**
 * The file of the switch, beside the user's settings. A relative SNAPVEIL_CONFIG may lead into a project, which has no
 * say in the switch: then the usual folder counts. `undefined` if there is none.
 */
export function switchFile({ env, platform }: Pick<Io, "env" | "platform">): string | undefined {
  const given = env["SNAPVEIL_CONFIG"];
  const folder = given && isAbsolute(given) ? dirname(given) : userSettingsFolder({ env, platform });
  return folder ? `${folder}/switch.json` : undefined;
}

/** The state of the switch. Every hook asks, so the usual case, no file, costs one look-up. Never throws. */
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

/**
 * The kind of a switch-off; `variable`: a variable of the person's switches snapveil off where the agent was started.
 */
export type Off = SwitchedOff | "variable";

/** The reason why hooks do nothing now; `undefined` if they are at work. */
export function whyOff(io: Pick<Io, "env" | "platform" | "now">): Off | undefined {
  return io.env["SNAPVEIL_DISABLE"] === "1" ? "variable" : readSwitch(io).off;
}

/**
 * The text of the switch's file. Any file but that of `snapveil off` leaves the guards on.
 * @throws Error with half a sentence
 */
function textOf(file: string, stats: Stats, platform: string): string {
  if (!isOwned(stats)) throw new Error("it belongs to another user");
  if (!stats.isFile()) throw new Error("it is a link, or no regular file");
  // A file that came with a repository is readable by others under the usual umask.
  if (platform !== "win32" && (stats.mode & 0o077) !== 0)
    throw new Error("others may read or write it, and it must be yours alone (mode 0600)");
  const { bytes, whole } = readRegularFile(file, LARGEST);
  if (!whole) throw new Error("it is larger than 1 KiB");
  return bytes.toString("utf8");
}

/** The switch in a text. @throws Error with half a sentence */
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
