import { join } from "node:path";

import { namesIn } from "../../kit/files.ts";
import { asString, isObject } from "../../kit/json.ts";
import { newestRelease, objectAt, readObject } from "./installed-plugins.ts";
import { configPath, type Where } from "./installer.ts";

/**
 * Files from which Claude Code loads hooks of enabled plugins (snapveil's included) and of the machine's administrator.
 */
export function claudeOthersFiles(where: Where): readonly string[] {
  const base = configPath("${CLAUDE_CONFIG_DIR:-~/.claude}", where);
  const settings = [join(base, "settings.json"), join(where.root, ".claude/settings.json")];
  const on = [...settings, join(where.root, ".claude/settings.local.json")].map((file) =>
    objectAt(readObject(file), "enabledPlugins"),
  );
  const copies = objectAt(readObject(join(base, "plugins/installed_plugins.json")), "plugins");
  const folders = Object.entries(copies).flatMap(([id, list]) =>
    on.some((plugins) => plugins[id] === true) && Array.isArray(list)
      ? list.filter(isObject).flatMap((copy) => asString(copy["installPath"]) ?? [])
      : [],
  );
  return [
    ...claudeManagedFiles(where),
    ...folders.flatMap((folder) => [join(folder, "hooks/hooks.json"), ...hooksOfManifest(folder)]),
  ];
}

/** Files in which the machine's administrator registers hooks of Claude Code. */
export function claudeManagedFiles({ platform }: Pick<Where, "platform">): readonly string[] {
  const admin = platform === "darwin" ? "/Library/Application Support/ClaudeCode" : "/etc/claude-code";
  const dropped = join(admin, "managed-settings.d");
  return [join(admin, "managed-settings.json"), ...namesIn(dropped).map((name) => join(dropped, name))];
}

/** Files in which the machine's administrator registers hooks of Codex. */
export function codexManagedFiles(): readonly string[] {
  return ["/etc/codex/requirements.toml"];
}

/** Files in which the machine's administrator registers hooks of Gemini CLI. */
export function geminiManagedFiles({ env, platform }: Pick<Where, "env" | "platform">): readonly string[] {
  const admin = platform === "darwin" ? "/Library/Application Support/GeminiCli" : "/etc/gemini-cli";
  return [env["GEMINI_CLI_SYSTEM_SETTINGS_PATH"] || join(admin, "settings.json")];
}

/** The files of hooks that a plugin's manifest names; the manifest itself if it holds the hooks. */
function hooksOfManifest(folder: string): string[] {
  const manifest = join(folder, ".claude-plugin/plugin.json");
  const { hooks } = readObject(manifest);
  const named = [hooks].flat().flatMap((one) => (typeof one === "string" ? [join(folder, one)] : []));
  return isObject(hooks) ? [manifest] : named;
}

/** Files from which Gemini CLI loads hooks of extensions (snapveil's included) and of the machine's administrator. */
export function geminiOthersFiles(where: Where): readonly string[] {
  const folder = configPath("~/.gemini/extensions", where);
  return [...geminiManagedFiles(where), ...namesIn(folder).map((name) => join(folder, name, "hooks/hooks.json"))];
}

/**
 * Files other than `hooks.json` from which Codex loads hooks: its configuration and the newest release of each enabled
 * plugin.
 */
export function codexOthersFiles(where: Where): readonly string[] {
  const base = configPath("${CODEX_HOME:-~/.codex}", where);
  const configuration = join(base, "config.toml");
  const plugins = objectAt(readObject(configuration), "plugins");
  const folders = Object.keys(plugins).flatMap((id) => {
    const at = id.lastIndexOf("@");
    if (at < 1 || objectAt(plugins, id)["enabled"] === false) return [];
    const copies = join(base, "plugins/cache", id.slice(at + 1), id.slice(0, at));
    const release = newestRelease(copies);
    return release === undefined ? [] : [join(copies, release)];
  });
  const named = folders.flatMap((folder) =>
    [readObject(join(folder, ".codex-plugin/plugin.json"))["hooks"] ?? "hooks/hooks.json"]
      .flat()
      .flatMap((one) => (typeof one === "string" ? [join(folder, one)] : [])),
  );
  return [configuration, join(where.root, ".codex/config.toml"), ...codexManagedFiles(), ...named];
}
