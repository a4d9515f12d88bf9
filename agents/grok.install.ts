import { join } from "node:path";

import type { Format } from "./formats/config-file.ts";
import { ownJson } from "./formats/own-file.ts";
import type { Installer, Where } from "./formats/installer.ts";
import { byEvent, group, SECONDS } from "./formats/shapes.ts";
import { claudeHome } from "./claude-code.install.ts";

const grokHome = ({ env, home }: Where): string => env["GROK_HOME"] || join(home, ".grok");
/** Seconds in whole numbers: another drops the file. */
const format = (events: readonly string[]): Format =>
  ownJson(events, (entries) => ({ hooks: byEvent(entries, (entry) => group(entry, {})) }));

const grok: Installer = {
  agent: "grok",
  files: {
    user: (where, events) => [{ path: join(grokHome(where), "hooks", "snapveil.json"), format: format(events) }],
    project: ({ root }, events) => [{ path: join(root, ".grok", "hooks", "snapveil.json"), format: format(events) }],
  },
  folders: (where) => [grokHome(where)],
  shell: "none",
  unit: SECONDS,
  alsoReads: (where) => [
    join(claudeHome(where), "settings.json"),
    join(where.root, ".cursor", "hooks.json"),
    join(where.home, ".cursor", "hooks.json"),
  ],
  toDo: ["Start Grok anew; a project's hooks run in trusted folders only."],
  toKnow: "also runs what is registered for Claude Code and Cursor",
};
export default grok;
