import { agentMatrix, type AgentRow, type Degree } from "../../agents/codec/matrix.ts";
import dockerAgent from "../../agents/docker-agent.ts";
import type { ConfigFile } from "../../agents/formats/config-file.ts";
import type { InstallScope, Where } from "../../agents/formats/installer.ts";
import { runtimePlace } from "../../agents/formats/runtime-place.ts";
import { loadAgent, loadInstallers } from "../../agents/registry.ts";
import type { Builtin } from "../../builtins/builtin.ts";
import { planned } from "../../builtins/planned.ts";
import { BUILTINS } from "../../builtins/registry.ts";
import { closingRows } from "../../install/closing-rows.ts";
import { agentsPage } from "../../terminal/agents-page.ts";
import { SETTINGS } from "../../worktree/setting-table.ts";
import { DEFAULT_SETTINGS } from "../../worktree/default-settings.ts";
import { table, withSection } from "./markdown.ts";
import { pluginFiles, type Package } from "./plugin-files.ts";
import { MOST_USED, startPage } from "./start-page.ts";

/** An invented machine and project for the docs: the home folder is `~`, and the project's paths start at its top. */
const ANYWHERE: Where = {
  home: "~",
  env: {},
  platform: "linux",
  root: "",
  program: "/program",
  runtime: runtimePlace("/data", "/node", "linux"),
};

/**
 * The pages of docs/ that are printed from the program's tables, wholly or in a section.
 * @param read returns the present text of a page
 */
export async function docPages(read: (name: string) => string): Promise<Readonly<Record<string, string>>> {
  const builtins = withSection(read("builtins.md"), "builtins", builtinsTable());
  return {
    "agents.md": agentsPage(await agentMatrix(), await closingRows()),
    "builtins.md": withSection(builtins, "default profile", profileTable()),
    "install.md": withSection(read("install.md"), "agents", await installTable()),
    "settings.md": withSection(read("settings.md"), "settings", settingsTable()),
    "start.md": await startPage(),
  };
}

/** README with its table of the agents used most. @param text the present text */
export async function readmePage(text: string): Promise<string> {
  const rows = await agentMatrix();
  return withSection(text, "agents", agentGrid(MOST_USED.map((name) => rows.find(({ agent }) => agent === name)!)));
}

const DEGREES: Readonly<Record<Degree, string>> = { native: "yes", lever: "yes", block: "refused", impossible: "–" };

function agentGrid(rows: readonly AgentRow[]): string {
  return table(
    ["agent", "undo", "a secret in output", "in arguments", "in a prompt", "refuses a call"],
    rows.map(({ title, degrees, only }) => [
      title,
      degrees.checkpoint_turn === "native" ? "turn, call" : "call",
      ...(["rewrite_output", "rewrite_arguments", "rewrite_prompt", "block_tool"] as const).map((capability) =>
        only[capability] === undefined ? DEGREES[degrees[capability]] : `${only[capability]} only`,
      ),
    ]),
  );
}

/** The files that make the package a plugin of each agent, by their paths in the package. */
export function packagedPlugins(about: Package): Promise<Readonly<Record<string, string>>> {
  return pluginFiles(about, ANYWHERE);
}

function builtinsTable(): string {
  const events = (list: Builtin["events"]) => list?.map((event) => `\`${event}\``).join(", ") ?? "any";
  return table(
    ["builtin", "arguments", "what it does", "events", "if it fails"],
    BUILTINS.map((one) => [`\`${one.name}\``, one.takes ?? "–", one.does, events(one.events), one.failure]),
  );
}

function profileTable(): string {
  const rows = dockerAgent.events.map((event) => ({ event, runs: planned(event, DEFAULT_SETTINGS) }));
  return table(
    ["event", "builtins"],
    rows
      .filter(({ runs }) => runs.length > 0)
      .map(({ event, runs }) => [
        `\`${event}\``,
        runs.map(({ name, args }) => `\`${[name, ...args].join(" ")}\``).join(", "),
      ]),
  );
}

async function installTable(): Promise<string> {
  const rows = (await loadInstallers()).map(async (installer) => {
    const { title, events, evidence } = await loadAgent(installer.agent);
    const facts = [
      evidence.mark === "second hand" ? "experimental" : [],
      installer.toKnow ?? [],
      installer.statusLine ? "takes `--status-line`" : [],
    ];
    const toKnow = facts.flat().join("; ");
    const place = (scope: InstallScope) =>
      installer.shown?.[scope] ?? pathOf(installer.files[scope]?.(ANYWHERE, events)[0]);
    return [title, `\`${installer.agent}\``, place("user"), place("project"), toKnow];
  });
  return table(["agent", "name", "for you", "for a project", "to know"], await Promise.all(rows));
}

function pathOf(file: ConfigFile | undefined): string {
  return file ? `\`${file.path.replace(/^\//, "")}\`` : "–";
}

function settingsTable(): string {
  const defaults: Readonly<Record<string, unknown>> = { ...DEFAULT_SETTINGS, ...DEFAULT_SETTINGS.redaction };
  return table(
    ["setting", "values", "default", "in a project's file"],
    SETTINGS.map(({ key, values, byDefault, inProject = "no" }) => [
      `\`${key}\``,
      values,
      byDefault ?? `\`${JSON.stringify(defaults[key])}\``,
      inProject,
    ]),
  );
}
