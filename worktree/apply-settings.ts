import { isObject, parseJson, type Json, type JsonObject } from "../kit/json.ts";
import { plainName, printable, stripBom } from "../kit/text.ts";
import { readRegularFile } from "../kit/files.ts";
import { runWithin, TooSlow } from "../kit/run-within.ts";
import { UserError } from "../kit/user-error.ts";
import { whyForeign } from "./trust/owner.ts";
import { SETTINGS } from "./setting-table.ts";
import type { PlannedBuiltin, Settings, SettingsFile } from "./settings.ts";
import { allowedPart, shown, unknownKey, type Complain } from "./value-schema.ts";

/**
 * The largest settings file in bytes, and the most milliseconds for parsing the file. Without these limits a parser
 * would take hours for some texts.
 */
const LARGEST = 64 * 1024;
const PATIENCE = 1000;
/** The key under which a file may name its JSON schema, which editors use to complete and check it. */
const SCHEMA_KEY = "$schema";
/** Setting → the end of the error for a project's file that contains the setting although only the user's file may. */
const WHY_YOURS: Readonly<Record<string, string>> = {
  alsoRecord: ", so that no repository has files recorded that you did not name",
};
/** The most problems that are reported for one file. */
const NAMED = 5;

/**
 * Applies one settings file to the settings `before`. The user's file replaces values; a project's file only adds
 * builtins and makes settings stricter. An unreadable file or an invalid setting changes nothing and adds a sentence to
 * `problems`.
 */
export async function applySettings(source: SettingsFile, before: Settings): Promise<Settings> {
  const { file, origin } = source;
  const why = origin === "project" ? whyForeign(file) : undefined;
  if (why !== undefined) return withProblems(before, [new UserError("badSettings", [printable(file), why]).message]);
  try {
    const { bytes, whole } = readRegularFile(file, LARGEST);
    if (!whole) throw new Error("it is larger than 64 KiB");
    const value = await parse(file, stripBom(bytes.toString("utf8")));
    if (value === undefined) return before;
    if (!isObject(value)) throw new Error(`it is ${shown(value)}, and not a mapping of settings`);
    return applyEach(value, source, before);
  } catch (error) {
    return withProblems(before, [new UserError("badSettings", [printable(file), reasonOf(error)]).message]);
  }
}

/** The value of a settings file; `undefined` for an empty text. @throws Error with a sentence if it is broken */
async function parse(file: string, text: string): Promise<Json | undefined> {
  if (/\.ya?ml$/.test(file)) {
    const { default: parseYaml } = await import("./parse-yaml.ts");
    return parsed(() => parseYaml(text));
  }
  const json = parseJson(text); // `JSON.parse` needs no library
  if (json !== undefined) return json;
  const { default: parseJsonc } = await import("./parse-jsonc.ts");
  return parsed(() => parseJsonc(text));
}

/**
 * Parses a text within `PATIENCE`. A machine that stood still meanwhile is no fault of the text: it is parsed again.
 */
function parsed(parse: () => Json | undefined): Json | undefined {
  try {
    return runWithin(PATIENCE, parse);
  } catch (error) {
    if (!(error instanceof TooSlow)) throw error;
    return runWithin(PATIENCE, parse);
  }
}

function applyEach(value: JsonObject, source: SettingsFile, before: Settings): Settings {
  const { file, origin } = source;
  const known = SETTINGS.filter((setting) => setting[origin]);
  const problems: string[] = [];
  const settings: { -readonly [Key in keyof Settings]: Settings[Key] } = {
    ...before,
    ...(origin === "user" && { usersFile: file }),
  };
  for (const [key, given] of Object.entries(value)) {
    const complain: Complain = (why, at = "") =>
      void problems.push(new UserError("badSetting", [printable(file), `${plainName(key)}${at}`, why]).message);
    if (key === SCHEMA_KEY) continue;
    try {
      const rule = known.find((setting) => setting.key === key)?.[origin];
      if (rule) {
        const part = rule.isReadByItself ? given : allowedPart(given, rule.schema, complain);
        if (part !== undefined) Object.assign(settings, rule.apply(part, settings, complain, source));
      } else if (isSwitch(key, given, origin)) settings.switches = { ...settings.switches, [key]: given };
      else throw new Error(notKnown(known, key, given, origin));
    } catch (error) {
      complain(reasonOf(error));
    }
  }
  return withProblems(settings, problems.slice(0, NAMED));
}

const SWITCHES = "true or false, which switch the builtin of that name on or off";

/**
 * Whether a setting switches a builtin on or off by its name: `"add_date": false`. Whether the builtin exists is
 * checked where the plan is made.
 */
function isSwitch(key: string, given: Json, origin: PlannedBuiltin["origin"]): given is boolean {
  return origin === "user" && typeof given === "boolean" && /^[a-z]+(?:_[a-z]+)*$/.test(key);
}

function notKnown(
  known: readonly { readonly key: string }[],
  key: string,
  given: Json,
  origin: PlannedBuiltin["origin"],
): string {
  // The key is taken for a builtin's name if it has an underscore, because no setting's name has one. The list of
  // builtins is not loaded here.
  if (isSwitch(key, true, origin) && key.includes("_"))
    return `it is ${shown(given)}: neither a setting nor ${SWITCHES}`;
  if (SETTINGS.some((setting) => setting.key === key))
    return `it is yours alone: only your own settings file can say it, and no project's${WHY_YOURS[key] ?? ""}`;
  const keys = known.map((one) => one.key);
  const off = given === false ? "a project cannot switch a builtin off, only you can" : undefined;
  const more = origin === "user" ? "and the name of each builtin, with true or false" : off;
  return [unknownKey(key, keys), ...(more === undefined ? [] : [more])].join("; ");
}

function withProblems(settings: Settings, problems: readonly string[]): Settings {
  return { ...settings, problems: [...settings.problems, ...problems] };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
}
