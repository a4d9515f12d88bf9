import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { readSettings } from "../../../worktree/read-settings.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../../worktree/settings.ts";
import { silentIo } from "../../support/silent-io.ts";

const folder = mkdtempSync(join(tmpdir(), "snapveil-settings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(name: string, text: string): Promise<Settings> {
  const file = join(folder, name);
  writeFileSync(file, text);
  return readSettings(silentIo(folder, { SNAPVEIL_CONFIG: file }), undefined);
}

describe("a settings file means the same in every language that it can be written in", () => {
  const value = {
    marker: "typed",
    builtins: { turn_start: ["add_date", ["add_prompt_files", "AGENTS.md"]] },
    allow: ["docs/**"],
    policy: { write: "deny" },
    rules: [{ kind: "acme", pattern: "acme_[a-z]{9}" }],
  };
  const plain = JSON.stringify(value);

  test.each([
    ["JSON on many lines", "a.jsonc", JSON.stringify(value, null, 2)],
    ["behind a mark of the byte order", "e.jsonc", `\uFEFF${plain}`],
    ["with such a mark and a comment", "f.jsonc", `\uFEFF// mine\n${plain}`],
    ["YAML behind such a mark", "g.yaml", `\uFEFF${plain}`],
    ["with a comment", "b.jsonc", `// mine\n${plain}`],
    ["with a comma too many", "c.jsonc", plain.replace(/}$/, ",}")],
    ["YAML, of which JSON is a part", "d.yaml", plain],
  ])("%s", async (_, name, text) => {
    const settings = await read("plain.jsonc", plain);
    expect(settings).toMatchObject({ marker: "typed", problems: [] });
    expect(await read(name, text)).toEqual(settings);
  });
});

test.each([
  ["nothing", ""],
  ["blanks", " \n"],
  ["comments alone", "// later\n"],
])("a file with %s changes nothing", async (_, text) => {
  expect(await read("empty.jsonc", text)).toEqual(DEFAULT_SETTINGS);
});

test.each([
  ["a torn file", '{ "marker": "ty', /UnexpectedEndOfString at offset 12/],
  ["a word", "typed", /InvalidSymbol at offset 0/],
  ["a list", '["typed"]', /it is not a mapping/],
  ["a number", "5", /it is not a mapping/],
])("%s is said, and the default holds", async (_, text, sentence) => {
  const { problems, ...rest } = await read("broken.jsonc", text);
  expect(problems).toEqual([expect.stringMatching(sentence)]);
  expect({ ...rest, problems: [] }).toEqual(DEFAULT_SETTINGS);
});
