import { isObject, type Json, type JsonObject } from "../kit/json.ts";
import { plainName } from "../kit/plain-name.ts";
import { printable } from "../kit/printable.ts";
import { readRegularFile } from "../kit/read-regular-file.ts";
import { runWithin } from "../kit/run-within.ts";
import { stripBom } from "../kit/strip-bom.ts";
import { UserError } from "../kit/user-error.ts";
import { projectRedaction, userRedaction } from "./parse-redaction.ts";
import { SETTING_ROWS } from "./setting-rows.ts";
import type { PlannedBuiltin, Settings } from "./settings.ts";

type Origin = PlannedBuiltin["origin"];

/** The settings that the user's file may hold, and those of them that a project's may. */
const USER_KEYS = SETTING_ROWS.map(({ key }) => key);
const PROJECT_KEYS = SETTING_ROWS.filter(({ inProject }) => inProject !== undefined).map(({ key }) => key);

/**
 * Bytes that a settings file may have, and milliseconds that reading it may take: parsers have texts that take them for
 * ever.
 */
const LARGEST = 64 * 1024;
const PATIENCE = 1000;

/**
 * The settings after one file. The user's file replaces what `before` says; the project's only adds builtins and
 * tightens. A file that cannot be read changes nothing and leaves a sentence in `problems`: the default profile,
 * which redacts, then holds.
 * @param parse turns the file's text into a value; throws with a sentence where it is broken, gives `undefined` for an
 *   empty one
 */
export function applySettings(
  parse: (text: string) => Json | undefined,
  file: string,
  origin: Origin,
  before: Settings,
): Settings {
  try {
    const { bytes, whole } = readRegularFile(file, LARGEST);
    if (!whole) throw new Error("it is larger than 64 KiB");
    const text = stripBom(bytes.toString("utf8"));
    const value = runWithin(PATIENCE, () => parse(text));
    if (value === undefined) return before;
    if (!isObject(value)) throw new Error("it is not a mapping");
    return origin === "user" ? asUser(value, before) : asProject(value, before);
  } catch (error) {
    const sentence = new UserError("badSettings", [printable(file), reasonOf(error)]).message;
    return { ...before, problems: [...before.problems, sentence] };
  }
}

function asUser(value: JsonObject, before: Settings): Settings {
  rejectUnknown(value, USER_KEYS);
  return {
    ...before,
    deadline: deadlineOf(value["deadline"] ?? before.deadline),
    ...(value["engine"] !== undefined && { engine: engineOf(value["engine"]) }),
    builtins: value["builtins"] === undefined ? before.builtins : plan(value["builtins"], "user"),
    marker: value["marker"] === undefined ? before.marker : markerOf(value["marker"]),
    approvingRewrites: flagOf(value, "approvingRewrites", before.approvingRewrites),
    strict: flagOf(value, "strict", before.strict),
    redaction: userRedaction(value, before.redaction),
  };
}

/**
 * The marker is the user's choice alone: neither style is stricter, and a project has no say in what the user reads.
 */
function asProject(value: JsonObject, before: Settings): Settings {
  rejectUnknown(value, PROJECT_KEYS);
  return {
    ...before,
    added: value["builtins"] === undefined ? before.added : plan(value["builtins"], "project"),
    strict: flagOf(value, "strict", false) || before.strict,
    redaction: projectRedaction(value, before.redaction),
  };
}

function plan(value: Json, origin: Origin): Settings["builtins"] {
  if (!isObject(value)) throw new Error('"builtins" is not a mapping of event names to lists');
  const byEvent = Object.entries(value).map(([event, list]) => {
    if (!Array.isArray(list)) throw new Error(`"builtins.${plainName(event)}" is not a list`);
    return [event, list.map((item) => planned(item, event, origin))] as const;
  });
  return Object.fromEntries(byEvent);
}

/** `"add_date"` or `["add_recent_commits", "5"]`. */
function planned(item: Json, event: string, origin: Origin): PlannedBuiltin {
  const words = (Array.isArray(item) ? item : [item]).map((word) => (typeof word === "number" ? String(word) : word));
  const [name, ...args] = words;
  if (typeof name !== "string" || !args.every((word) => typeof word === "string")) {
    throw new Error(
      `an entry of "builtins.${plainName(event)}" is neither a name nor a list of a name and its arguments`,
    );
  }
  return { name, args: args as string[], origin };
}

function markerOf(value: Json): Settings["marker"] {
  if (value === "plain" || value === "typed") return value;
  throw new Error('"marker" is neither "plain" nor "typed"');
}

function engineOf(value: Json): NonNullable<Settings["engine"]> {
  if (value === "git" || value === "isomorphic-git") return value;
  throw new Error('"engine" is neither "git" nor "isomorphic-git"');
}

/** Below what `install` registers: an agent that stops waiting lets the event go on. */
const [SHORTEST, LONGEST] = [1, 15] as const;

function deadlineOf(value: Json): number {
  if (typeof value === "number" && value >= SHORTEST && value <= LONGEST) return value;
  throw new Error(`"deadline" is not a number of seconds from ${SHORTEST} to ${LONGEST}`);
}

function flagOf(value: JsonObject, key: string, before: boolean): boolean {
  const flag = value[key];
  if (flag === undefined) return before;
  if (typeof flag !== "boolean") throw new Error(`"${key}" is neither true nor false`);
  return flag;
}

function rejectUnknown(value: JsonObject, known: readonly string[]): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw new Error(`"${plainName(unknown)}" is not a setting here; known: ${known.join(", ")}`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
}
