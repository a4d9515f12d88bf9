import { defineInstaller } from "./formats/installer.ts";
import { pluginInFolder } from "./formats/installed-plugins.ts";
import { pluginHooks } from "./formats/plugin-hooks.ts";
import { group, groups } from "./formats/shapes.ts";
import { wholeJson } from "./formats/whole-file.ts";

const GROUP = { matcher: "*" };

export default defineInstaller({
  agent: "qwen-code",
  user: "~/.qwen/settings.json",
  project: ".qwen/settings.json",
  format: groups(GROUP),
  folders: ["~/.qwen"],
  sessions: ["~/.qwen/projects", "~/.qwen/tmp"],
  shell: "sh",
  isMilliseconds: (timeout) => timeout >= 1000, // Qwen Code reads smaller numbers as seconds
  // Qwen Code moves a file that breaks these rules away, and uses its last copy of the file or none.
  refuses: wholeJson({ comments: true, bom: true, repeats: true }),
  switchedOff: (root) => (root["disableAllHooks"] === true ? '"disableAllHooks" is true in it' : undefined),
  plugin: pluginHooks("hooks/qwen.json", "${CLAUDE_PLUGIN_ROOT}", (entry) => group(entry, GROUP)),
  plugins: pluginInFolder("~/.qwen/extensions/snapveil"),
  waysOut: {
    managers: "extensions extension",
    unhooked: /(?:^| )(?:--bare|--safe-mode|(?:-e|--extensions)[ =]?none(?: |$))/,
    variables: /^QWEN_(?:CODE_(?:SIMPLE|SAFE_MODE)=(?!0?$|false$)|HOME=|CODE_SYSTEM_SETTINGS_PATH=)/,
  },
  toDo: ["Start Qwen Code anew."],
  statusLine: ["ui", "statusLine"],
  conversation: { resume: "qwen --resume ID" },
});
