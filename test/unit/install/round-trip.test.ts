import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "vitest";

import { loadAgent } from "../../../agents/registry.ts";
import { ownerOf } from "../../../agents/formats/own-line.ts";
import { filesToWrite } from "../../../install/agent-files.ts";
import { INSTALLERS, installerFor } from "../../support/agents.ts";
import { installWorld, treeOf, type InstallWorld } from "./install-world.ts";
import { REAL_CONFIGS } from "./real-configs.ts";

let world: InstallWorld;
afterEach(() => world.remove());

test("every agent has a real file here, for each place that it can be registered in", () => {
  world = installWorld();
  const places = INSTALLERS.flatMap(({ agent, files }) => Object.keys(files).map((scope) => `${agent} ${scope}`));
  expect([...new Set(REAL_CONFIGS.map(({ agent, scope }) => `${agent} ${scope}`))].sort()).toEqual(places.sort());
});

describe.each(REAL_CONFIGS)("$agent, $scope", ({ agent, scope, files }) => {
  const start = () => {
    world = installWorld();
    world.write(world.folder(scope), files);
    return { home: treeOf(world.home), cwd: treeOf(world.cwd) };
  };
  const now = () => ({ home: treeOf(world.home), cwd: treeOf(world.cwd) });

  /** What is the same code for each agent is tried in `check` on the user's files alone. */
  const further = scope === "user" ? {} : { tags: ["long"] };

  test("a plan alone writes nothing, not even the program", further, async () => {
    const before = start();
    const { isChange, plans } = await world.prepare([agent], scope);
    expect(isChange).toBe(true);
    expect(plans[0]!.changes.length).toBeGreaterThan(0);
    expect(now()).toEqual(before);
    expect(existsSync(world.data)).toBe(false);
  });

  test("is registered for each of its events, twice is as good as once, and comes out byte for byte", async () => {
    const before = start();
    await world.install([agent], scope);
    const installed = now();
    expect(installed).not.toEqual(before);
    const { plans, isChange } = await world.prepare([agent], scope);
    expect({ isChange, changes: plans[0]!.changes }).toEqual({ isChange: false, changes: [] });
    expect(now()).toEqual(installed);
    for (const [name, text] of Object.entries(files))
      expectKept(text, readFileSync(join(world.folder(scope), name), "utf8"));
    expect(await registeredEvents(agent, scope)).toEqual(
      installerFor(agent)!.isModule ? [""] : [...plans[0]!.events].sort(),
    );
    await world.uninstall([agent], scope);
    expect(now()).toEqual(before);
    const left = installerFor(agent)!.closing ? ["snapveil-hook"] : [];
    expect(existsSync(join(world.data, "runtime")) ? readdirSync(join(world.data, "runtime")) : []).toEqual(left);
  });

  test("comes out of a file that was edited since, and leaves the edit", further, async () => {
    start();
    await world.install([agent], scope);
    const edited: Record<string, string> = {};
    for (const [name, text] of Object.entries(files)) {
      const file = join(world.folder(scope), name);
      const installed = readFileSync(file, "utf8");
      if (installed === text) continue;
      const edit = editOf(name);
      edited[name] = edit(text);
      world.write(world.folder(scope), { [name]: edit(installed) });
    }
    await world.uninstall([agent], scope);
    for (const [name, text] of Object.entries(edited))
      expect(readFileSync(join(world.folder(scope), name), "utf8"), name).toBe(text);
  });
});

/**
 * Not known without what was remembered: blanks in emptied brackets, a last line's missing end, and that a file held
 * nothing or empty lists.
 */
const NOT_EXACT = new Set(["junie user", "kimi-cli user", "gemini-cli project", "droid project"]);

describe("without what was remembered", () => {
  test.each(
    REAL_CONFIGS.filter(
      ({ agent, scope, files }) => !NOT_EXACT.has(`${agent} ${scope}`) && Object.keys(files).length > 0,
    ),
  )("$agent, $scope: what is recognised is taken out", async ({ agent, scope, files }) => {
    world = installWorld();
    world.write(world.folder(scope), files);
    await world.install([agent], scope);
    rmSync(join(world.data, "installed"), { recursive: true });
    await world.uninstall([agent], scope);
    for (const [name, text] of Object.entries(files))
      expect(readFileSync(join(world.folder(scope), name), "utf8"), name).toBe(text);
  });
});

/** A comment in front, as a person would put it there; formats without comments get blanks. */
function editOf(name: string): (text: string) => string {
  return (text) => (/\.(?:toml|yaml)$/.test(name) ? `# edited\n${text}` : `\n\n${text}`);
}

/** Every line of the old text is still there, in its order; a comma may have come behind it. */
function expectKept(before: string, after: string): void {
  const lines = after.split("\n");
  let at = 0;
  for (const line of before.split("\n")) {
    const found = lines.findIndex(
      (other, index) =>
        index >= at &&
        (other === line || other.replace(/,(\r?)$/, "$1") === line || other.startsWith(line.replace(/[\s\]}]+$/, ""))),
    );
    expect(found, line).toBeGreaterThanOrEqual(0);
    at = found;
  }
}

/** What the files say afterwards, read by the formats and not by the plan. */
async function registeredEvents(agent: string, scope: "user" | "project"): Promise<string[]> {
  const installer = installerFor(agent)!;
  const events = (await loadAgent(installer.agent)).events;
  const { where } = await world.prepare([agent], scope);
  const found = filesToWrite(installer, scope, where, events).flatMap(({ path, format }) =>
    existsSync(path) ? format.find(readFileSync(path, "utf8")) : [],
  );
  const ours = found.filter(({ command }) => ownerOf(command) === "install");
  for (const { command } of ours) expect(command).not.toMatch(/1\.2\.3|npx/);
  return [...new Set(ours.map(({ event }) => event))].sort();
}
