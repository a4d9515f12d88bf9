import { isObject } from "../kit/json.ts";
import { defineInstaller } from "./formats/installer.ts";
import { geminiExtension } from "./formats/installed-plugins.ts";
import { geminiManagedFiles, geminiOthersFiles } from "./formats/others-files.ts";
import { pluginHooks } from "./formats/plugin-hooks.ts";
import { group, groups } from "./formats/shapes.ts";
import { wholeJson } from "./formats/whole-file.ts";

const GROUP = { matcher: ".*", milliseconds: true, more: { name: "snapveil" } };
const ROOT = "${extensionPath}";
/**
 * Events whose names Claude Code has, too. Claude Code also reads this file of the package, but does not set the
 * variable that the command tests, so the command does nothing.
 */
const SHARED = /^Session(?:Start|End)$/;

export default defineInstaller({
  agent: "gemini-cli",
  user: "~/.gemini/settings.json",
  project: ".gemini/settings.json",
  format: groups(GROUP),
  folders: ["~/.gemini/settings.json", "~/.gemini/tmp"],
  sharedFolders: ["~/.gemini"],
  sessions: ["~/.gemini/tmp"],
  shell: "sh",
  takesEnv: true,
  isMilliseconds: () => true,
  // Gemini CLI does not start if the file breaks these rules. It only warns about a value of a wrong type.
  refuses: wholeJson({ comments: true, repeats: true }),
  switchedOff: (root) =>
    isObject(root["hooksConfig"]) && root["hooksConfig"]["enabled"] === false
      ? '"hooksConfig.enabled" is false in it'
      : undefined,
  plugin: pluginHooks("hooks/hooks.json", ROOT, ({ command, ...entry }) =>
    group({ ...entry, command: SHARED.test(entry.event) ? `[ -z "${ROOT}" ] || ${command}` : command }, GROUP),
  ),
  othersFiles: geminiOthersFiles,
  managedFiles: geminiManagedFiles,
  plugins: geminiExtension("~/.gemini/extensions/snapveil"),
  waysOut: {
    managers: "extensions extension",
    unhooked: /(?:^| )(?:-e|--extensions)[ =]?none(?: |$)/,
    variables: /^GEMINI_CLI_(?:HOME|SYSTEM_SETTINGS_PATH)=/,
  },
  toDo: [
    "Start Gemini CLI anew; a project's hooks are asked about once, and are not run in a folder that is not trusted.",
  ],
  conversation: { resume: "gemini --resume ID", back: "/rewind, for the conversation only" },
});
