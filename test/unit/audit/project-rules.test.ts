import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { readProjectRules } from "../../../audit/project-rules.ts";
import { DEFAULT_SECRETLINT } from "../../../redactors/secretlint/secretlint.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();
const PRESET = "@secretlint/secretlint-rule-preset-recommend";
const NPM = "@secretlint/secretlint-rule-npm";

describe("of secretlint's settings count", () => {
  const ours = DEFAULT_SECRETLINT.rules;
  test.each<[what: string, rules: unknown, preset: boolean, own: readonly object[], warnings: number]>([
    ["the preset", [{ id: PRESET }], true, [], 0],
    ["a preset that is switched off", [{ id: PRESET, disabled: true }], false, [], 0],
    ["a preset that is named twice, once off", [{ id: PRESET, disabled: true }, { id: PRESET }], true, [], 0],
    ["no preset", [{ id: NPM }], false, [{ id: NPM }], 0],
    ["a rule by its short name", [{ id: "npm" }], false, [{ id: NPM }], 0],
    ["a rule that is off", [{ id: NPM, disabled: true }], false, [{ id: NPM, disabled: true }], 0],
    [
      "a rule within the preset",
      [{ id: PRESET, rules: [{ id: NPM, disabled: true }] }],
      true,
      [{ id: NPM, disabled: true }],
      0,
    ],
    ["none that nobody has bundled", [{ id: PRESET }, { id: "@acme/own" }, 7], true, [], 2],
    ["nothing where there is no list", { a: 1 }, DEFAULT_SECRETLINT.preset, [], 1],
  ])("%s", async (_, rules, preset, own, warnings) => {
    world.write(".secretlintrc.json", JSON.stringify({ rules }));
    const found = await readProjectRules(world.cwd);
    expect(found.secretlint.preset).toBe(preset);
    expect(found.secretlint.rules.filter((one) => !ours.includes(one))).toEqual(own);
    expect(found.warnings).toHaveLength(warnings);
  });
});

test("the lines of both ignore files leave paths out, and secretlint's are paths alone", async () => {
  world.write(".snapveilignore", "docs/\nkind:npm-token\n");
  world.write(".secretlintignore", "*.snap\nkind:npm-token\n");
  const { isLeftOut, allow } = await readProjectRules(world.cwd);
  const paths = ["docs/a.md", "a.snap", "kind:npm-token", "src/a.ts"];
  expect(paths.map(isLeftOut)).toEqual([true, true, true, false]);
  expect(paths.map((path) => isLeftOut(join(world.cwd, path)))).toEqual([true, true, true, false]);
  expect(allow).toContain("kind:npm-token");
});
