import { realPathOfNew } from "../kit/files.ts";
import { configPath, defineInstaller, type Where } from "./formats/installer.ts";
import { codexPlugins, objectAt, readObject } from "./formats/installed-plugins.ts";
import { codexManagedFiles, codexOthersFiles } from "./formats/others-files.ts";
import { pluginHooks } from "./formats/plugin-hooks.ts";
import type { Shape } from "./formats/shape.ts";
import { group, groups } from "./formats/shapes.ts";
import { wholeJson } from "./formats/whole-file.ts";

const TEXT: Shape = { either: ["text", "null"] };
const COUNT: Shape = { either: ["digits", "null"] };
const HOOK: Readonly<Record<string, Shape>> = { timeout: COUNT, statusMessage: TEXT };

/**
 * The form of Codex's hooks.json, tested on release 0.171. Codex drops a file that breaks it; because of a timeout of
 * more than 63 bits it drops the list of all hooks. Codex does not check groups of unknown events.
 */
const FILE = (events: readonly string[]): Shape => {
  const kinds: Readonly<Record<string, Shape>> = {
    command: {
      keys: {
        ...HOOK,
        command: "text",
        commandWindows: TEXT,
        command_windows: TEXT,
        async: "truth",
        additionalContextLimit: COUNT,
      },
      needs: "command",
    },
    mcp_tool: { keys: { ...HOOK, server: "text", tool: "text", input: "object" }, needs: "server tool" },
    prompt: "any",
    agent: "any",
  };
  const groupsOf: Shape = { list: { keys: { matcher: TEXT, hooks: { list: { by: "type", kinds } } } } };
  const lists = Object.fromEntries(events.map((event) => [event, groupsOf]));
  return { keys: { description: TEXT, hooks: { keys: lists } }, only: true };
};

/**
 * Whether Codex keeps a hash for any hook of this file. The key of a hash begins with the path of the file. Only Codex
 * can tell whether a hash still fits its hook.
 */
function trustsHooksOf(where: Where, path: string): boolean {
  const hooks = objectAt(readObject(configPath("${CODEX_HOME:-~/.codex}/config.toml", where)), "hooks");
  const files = [path, realPathOfNew(path)];
  return Object.keys(objectAt(hooks, "state")).some((key) => files.some((file) => key.startsWith(`${file}:`)));
}

/**
 * Codex trusts a hook by the hash of its command, so the command starts the launcher, whose path holds neither a
 * version nor a path of Node.
 */
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
  refuses: wholeJson({ shape: FILE }),
  trust: { isGiven: trustsHooksOf, step: "start codex, type /hooks and trust the hooks of snapveil" },
  toDo: [
    "Start codex, type /hooks and trust the new hooks. Until then Codex leaves them out without a word, and it asks " +
      "for this anew after each change of their lines.",
  ],
  plugin: pluginHooks("hooks/codex.json", "${PLUGIN_ROOT}", (entry) => group(entry, {})),
  othersFiles: codexOthersFiles,
  managedFiles: codexManagedFiles,
  plugins: codexPlugins,
  waysOut: {
    managers: "plugin plugins",
    unhooked:
      /(?:^| )(?:(?:-c|--config)[ =]?features(?:\.|=\{\S{0,99})(?:hooks|plugins)=false|(?:--|features )disable[ =](?:hooks|plugins)(?: |$))/,
    variables: /^CODEX_HOME=/,
  },
  toolServer: {
    program: "codex",
    add: ["mcp", "add"],
    variable: "--env",
    remove: ["mcp", "remove"],
    file: "${CODEX_HOME:-~/.codex}/config.toml",
    key: "mcp_servers",
  },
  toKnow: "trust the hooks in /hooks afterwards, and again whenever their lines change",
  conversation: { resume: "codex resume ID", back: "Esc Esc" },
});
