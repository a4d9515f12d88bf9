import { defineInstaller } from "./formats/installer.ts";
import { codexPlugins } from "./formats/installed-plugins.ts";
import { codexOthersFiles } from "./formats/others-files.ts";
import { pluginHooks } from "./formats/plugin-hooks.ts";
import { group, groups } from "./formats/shapes.ts";

/** Codex trusts a hook by a hash of its line, so the line is the launcher's: it names neither a version nor a Node. */
export default defineInstaller({
  agent: "codex",
  user: "${CODEX_HOME:-~/.codex}/hooks.json",
  project: ".codex/hooks.json",
  format: groups({}),
  folders: ["${CODEX_HOME:-~/.codex}"],
  sessions: [
    "${CODEX_HOME:-~/.codex}/sessions",
    "${CODEX_HOME:-~/.codex}/archived_sessions",
    "${CODEX_HOME:-~/.codex}/history.jsonl",
    "${CODEX_HOME:-~/.codex}/thread_history*",
  ],
  shell: "login",
  toDo: [
    "Start codex, type /hooks and trust the new hooks: until then Codex leaves them out without a word, and " +
      "after each change of their lines again.",
  ],
  plugin: pluginHooks("hooks/codex.json", "${PLUGIN_ROOT}", (entry) => group(entry, {})),
  othersFiles: codexOthersFiles,
  plugins: codexPlugins,
  waysOut: {
    managers: "plugin plugins",
    unhooked:
      /(?:^| )(?:(?:-c|--config)[ =]?features(?:\.|=\{\S{0,99})(?:hooks|plugins)=false|(?:--|features )disable[ =](?:hooks|plugins)(?: |$))/,
    variables: /^CODEX_HOME=/,
  },
  toKnow: "trust the hooks in /hooks afterwards, and again whenever their lines change",
  conversation: { resume: "codex resume ID", back: "Esc Esc" },
});
