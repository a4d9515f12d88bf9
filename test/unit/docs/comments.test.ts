import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { unfinishedComments } from "../../../tools/scripts/unfinished-comments.ts";

const ROOT = join(import.meta.dirname, "../../..");
const NO_SOURCE = ["dist", "node_modules", "test"];
const folders = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && !NO_SOURCE.includes(entry.name))
  .map(({ name }) => name);
const paths = folders
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  )
  .filter((path) => /\.tsx?$/.test(path));

test("each doc comment of the source is understood without the one above it", () => {
  expect(paths.length).toBeGreaterThan(900);
  expect(paths.flatMap((path) => unfinishedComments({ path, text: readFileSync(join(ROOT, path), "utf8") }))).toEqual(
    [],
  );
});

test.each([
  ["/** The same for a folder. */", 1],
  ["/** All that is known of a file. */", 1],
  ["/** Those that are gone. */", 1],
  ["/** Of a turn: its calls. */", 1],
  ["/** Whether nothing changed. */", 1],
  ["/**\n   * Of a turn:\n   * its calls.\n   */", 1],
  ["/** The same */\nlet one;\n/** Those */", 2],
  ["/** Offers a hunk. */", 0],
  ["/** The samefile test of find. */", 0],
  ["/** Whether it is one of those. */", 0],
  ["// Of a turn only the first", 0],
])("%j holds as many doc comments that begin in the middle as %i", (text, count) => {
  expect(unfinishedComments({ path: "file.ts", text })).toHaveLength(count);
});
