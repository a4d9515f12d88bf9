import { CLAUDE_SETTINGS } from "./claude-code.settings.ts";
import { defineInstaller } from "./formats/installer.ts";
import { claudePlugins } from "./formats/installed-plugins.ts";
import { claudeManagedFiles, claudeOthersFiles } from "./formats/others-files.ts";
import { pluginHooks } from "./formats/plugin-hooks.ts";
import { group, groups } from "./formats/shapes.ts";
import { wholeJson } from "./formats/whole-file.ts";

export const CLAUDE_USER = "${CLAUDE_CONFIG_DIR:-~/.claude}/settings.json";
export const CLAUDE_PROJECT = [".claude/settings.json", ".claude/settings.local.json"];

/**
 * Whether only Claude Code has an event. Some releases of similar agents reject the whole file if it names an event
 * that they do not know.
 */
export const isNewEvent = (event: string): boolean =>
  /^(?:UserPromptExpansion|PreSkillShellCommand|ConfigChange)$/.test(event);

const GROUP = { matcher: "*" };

/**
 * Matches a fault printed by `claude doctor` for an entry that Claude Code leaves out while it loads the rest of the
 * file.
 */
const LEFT_OUT = /\b(?:ignored|skipped|removed|withheld|honored)\b/;
const GUARD_LOST = /nothing it sits in is applied/;

function faultsIn(printed: string): { path: string; words: string }[] | undefined {
  if (!printed.startsWith("Claude Code doctor")) return undefined;
  const [, list = ""] = /^Invalid settings\n((?:[- ] .*\n?)*)/m.exec(printed) ?? [];
  return [...list.matchAll(/^- (.+?)(?: › (.+?))?: (.*)$/gm)].flatMap(([, path = "", key, words = ""]) =>
    LEFT_OUT.test(words) && !GUARD_LOST.test(words)
      ? []
      : [{ path, words: `${key === undefined ? "" : `${key}: `}${words.replace(/ — .*/, "")}` }],
  );
}

/**
 * Claude Code. A project's hooks name paths of this machine, so they are written to the settings file that is not
 * committed.
 */
export default defineInstaller({
  agent: "claude-code",
  user: CLAUDE_USER,
  project: ".claude/settings.local.json",
  layers: [".claude/settings.json"],
  format: groups(GROUP),
  folders: ["${CLAUDE_CONFIG_DIR:-~/.claude}"],
  sessions: [
    "${CLAUDE_CONFIG_DIR:-~/.claude}/projects",
    "${CLAUDE_CONFIG_DIR:-~/.claude}/file-history",
    "${CLAUDE_CONFIG_DIR:-~/.claude}/history.jsonl",
  ],
  shell: "sh",
  refuses: wholeJson({ bom: true, repeats: true, shape: () => CLAUDE_SETTINGS }),
  ownWord: {
    program: "claude",
    args: ["doctor"],
    variables: {
      ANTHROPIC_BASE_URL: "http://127.0.0.1:9",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    },
    faults: faultsIn,
  },
  switchedOff: (root) => (root["disableAllHooks"] === true ? '"disableAllHooks" is true in it' : undefined),
  toDo: ["Start Claude Code anew; /hooks lists what is registered."],
  // Claude Code obeys `onFailure` since 2.1.295; release 2.1.290 ignores the key but runs the hook.
  closing: { onFailure: "block" },
  unserved: ["SessionStart", "Setup"],
  plugin: pluginHooks("hooks/claude.json", "${CLAUDE_PLUGIN_ROOT}", (entry) => group(entry, GROUP), {
    modules: ["../dist/claude-mod.mjs"],
  }),
  othersFiles: claudeOthersFiles,
  managedFiles: claudeManagedFiles,
  plugins: claudePlugins,
  waysOut: {
    managers: "plugin plugins mcp",
    unhooked: /(?:^| )--(?:bare|safe-mode|restricted|setting-sources[ =](?!\S*user))/,
    variables: /^CLAUDE_(?:CODE_(?:SIMPLE|SAFE_MODE)=(?!0?$|false$)|CONFIG_DIR=)/,
  },
  toKnow: "the project file is the one that is not committed",
  statusLine: ["statusLine"],
  toolServer: {
    program: "claude",
    add: ["mcp", "add", "--scope", "user"],
    variable: "--env",
    remove: ["mcp", "remove", "--scope", "user"],
    file: "${CLAUDE_CONFIG_DIR:-~}/.claude.json",
    key: "mcpServers",
  },
  conversation: { resume: "claude --resume ID", back: "/rewind, for the conversation only" },
});
