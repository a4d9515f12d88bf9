import { join } from "node:path";

import type { Installer, Where } from "./formats/installer.ts";
import { groupsUnderHooks, SECONDS } from "./formats/shapes.ts";

const codexHome = ({ env, home }: Where): string => env["CODEX_HOME"] || join(home, ".codex");

/** Codex trusts a hook by a hash of its line, so the line is the launcher's: it names neither a version nor a Node. */
const codex: Installer = {
  agent: "codex",
  files: {
    user: (where, events) => [
      { path: join(codexHome(where), "hooks.json"), format: groupsUnderHooks(events, undefined) },
    ],
    project: ({ root }, events) => [
      { path: join(root, ".codex", "hooks.json"), format: groupsUnderHooks(events, undefined) },
    ],
  },
  folders: (where) => [codexHome(where)],
  shell: "login",
  unit: SECONDS,
  // More than this is cut down to it.
  toDo: [
    "Start codex, type /hooks and trust the new hooks: until then Codex leaves them out without a word, and " +
      "after each change of their lines again.",
  ],
  toKnow: "trust the hooks in /hooks afterwards, and again whenever their lines change",
};
export default codex;
