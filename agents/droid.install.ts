import { isObject, type JsonObject } from "../kit/json.ts";
import { defineInstaller } from "./formats/installer.ts";
import { groups } from "./formats/shapes.ts";

/**
 * The path of the object with the events. The documentation shows it under `hooks`; some releases write the events as
 * outermost keys. The existing file decides.
 */
function placeOf(root: JsonObject | undefined, events: readonly string[]): readonly string[] {
  const isBare = root && !isObject(root["hooks"]) && events.some((event) => Array.isArray(root[event]));
  return isBare ? [] : ["hooks"];
}

export default defineInstaller({
  agent: "droid",
  user: "~/.factory/hooks.json",
  project: ".factory/hooks.json",
  format: (events) => groups({ matcher: "*", at: (root) => placeOf(root, events) })(events),
  folders: ["~/.factory"],
  sessions: ["~/.factory/sessions"],
  shell: "sh",
  waysOut: { managers: "plugin plugins" },
  toDo: ["Start Droid anew; /hooks lists what is registered."],
  toKnow: "with or without `hooks` around the events, as the file is",
  conversation: { resume: "droid --resume ID" },
});
