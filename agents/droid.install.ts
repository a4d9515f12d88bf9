import { join } from "node:path";

import { isObject, type JsonObject } from "../kit/json.ts";
import type { Format } from "./formats/config-file.ts";
import { groupsUnderHooks, SECONDS } from "./formats/shapes.ts";
import type { Installer } from "./formats/installer.ts";

const format = (events: readonly string[]): Format =>
  groupsUnderHooks(events, "*", { at: (root) => placeOf(root, events) });

/** The documentation shows `hooks` around the events; some releases write the file without. What is there decides. */
function placeOf(root: JsonObject | undefined, events: readonly string[]): readonly string[] {
  const isBare = root && !isObject(root["hooks"]) && events.some((event) => Array.isArray(root[event]));
  return isBare ? [] : ["hooks"];
}

const droid: Installer = {
  agent: "droid",
  files: {
    user: ({ home }, events) => [{ path: join(home, ".factory", "hooks.json"), format: format(events) }],
    project: ({ root }, events) => [{ path: join(root, ".factory", "hooks.json"), format: format(events) }],
  },
  folders: ({ home }) => [join(home, ".factory")],
  shell: "sh",
  unit: SECONDS,
  toDo: ["Start Droid anew; /hooks lists what is registered."],
  toKnow: "with or without `hooks` around the events, as the file is",
};
export default droid;
