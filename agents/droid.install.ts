import { existsSync } from "node:fs";
import { basename } from "node:path";

import { isObject, type JsonObject } from "../kit/json.ts";
import type { ConfigFile, Format } from "./formats/config-file.ts";
import { readObject } from "./formats/installed-plugins.ts";
import { configPath, defineInstaller, type FilesOf } from "./formats/installer.ts";
import type { Shape } from "./formats/shape.ts";
import { groups } from "./formats/shapes.ts";
import { wholeJson } from "./formats/whole-file.ts";

/**
 * The two files of a folder from which Droid loads hooks. `hooks.json` has the events as outermost keys,
 * `settings.json` has them under `hooks`. An event that stands in `hooks.json` is not read from `settings.json`, so
 * each event is registered where hooks for the event are already, else in `hooks.json` (seen live in 0.215 and 0.225).
 */
function filesIn(folder: string): FilesOf {
  return (where, events) => {
    const hooks = configPath(`${folder}/hooks.json`, where);
    const settings = configPath(`${folder}/settings.json`, where);
    const own = existsSync(hooks) ? readObject(hooks) : {};
    const inSettings = existsSync(settings) ? readObject(settings)["hooks"] : undefined;
    const isElsewhere = (event: string) => isObject(inSettings) && event in inSettings && !(event in own);
    const files: ConfigFile[] = [
      { path: hooks, format: outermost(events), holds: (event) => !isElsewhere(event) },
      { path: settings, format: groups({ matcher: "*" })(events), holds: isElsewhere },
    ];
    return files;
  };
}

/**
 * The format of `hooks.json`. Droid passes over an object `hooks` around the events, in which older releases of
 * snapveil have put their lines; the lines move out of the object.
 */
function outermost(events: readonly string[]): Format {
  const format = groups({ matcher: "*", at: [] })(events);
  return {
    ...format,
    put: (text, entries) =>
      format.put(text !== undefined && isWrapped(format, text) ? format.take(text, undefined) : text, entries),
    find: (text) => (isWrapped(format, text) ? format.find(JSON.stringify(bare(format, text))) : format.find(text)),
  };
}

/** Whether commands of snapveil stand under `hooks`. */
function isWrapped(format: Format, text: string): boolean {
  const { hooks } = format.read?.(text) ?? {};
  return isObject(hooks) && format.find(JSON.stringify({ hooks })).length > 0;
}

function bare(format: Format, text: string): JsonObject {
  const { hooks: _ignored, ...rest } = format.read?.(text) ?? {};
  return rest;
}

/**
 * The form of `hooks.json`, tested on release 0.225. Droid ignores a file that breaks it, and says so in its log alone.
 */
const FILE = (events: readonly string[]): Shape => {
  const hook: Shape = {
    keys: { type: { oneOf: "command" }, command: "text", timeout: "number", preserveRiskLevel: "truth" },
    needs: "type command",
  };
  const groupsOf: Shape = {
    list: { keys: { matcher: "text", commandRegex: "text", hooks: { list: hook } }, needs: "hooks" },
  };
  return { keys: Object.fromEntries(events.map((event) => [event, groupsOf])) };
};
const READER = { comments: true, repeats: true } as const;

export default defineInstaller({
  agent: "droid",
  files: { user: filesIn("~/.factory"), project: filesIn(".factory") },
  folders: ["~/.factory"],
  sessions: ["~/.factory/sessions"],
  shell: "sh",
  refuses: (path, ...rest) =>
    wholeJson(basename(path) === "hooks.json" ? { ...READER, shape: FILE } : READER)(path, ...rest),
  switchedOff: ({ hooks, hooksDisabled }) =>
    (isObject(hooks) ? hooks["hooksDisabled"] : hooksDisabled) === true ? '"hooksDisabled" is true in it' : undefined,
  waysOut: { managers: "plugin plugins" },
  toDo: ["Start Droid anew; /hooks lists what is registered."],
  toKnow: "an event goes where its hooks are: `hooks.json` or `settings.json`",
  conversation: { resume: "droid --resume ID" },
});
