import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { findPlaces } from "../../../../shadow-repo/places.ts";
import { journalReader } from "../../../../web/ui/open-journal.ts";
import { PutBack, parseRestoreRequest } from "../../../../web/ui/put-back.ts";
import { makeWorld } from "../../shadow-repo/world.ts";

/** What a person, or an agent, does between the preview and the yes; the preview's list of files stays the same. */
const MEANWHILE: readonly (readonly [what: string, edits: Readonly<Record<string, string>>])[] = [
  ["the same file is edited, by as many lines", { "base.txt": "another\n" }],
  ["another file of the step goes back by itself", { "more.txt": "" }],
];

test.each(MEANWHILE)("a restore that would differ from its preview touches nothing: %s", async (_, edits) => {
  const { io, root, files, turn } = makeWorld();
  await turn("echo own > base.txt; echo more > more.txt");
  const read = journalReader(io, findPlaces(io, root));
  const putBack = new PutBack(io, root);
  const { preview } = await putBack.preview({ kind: "undo" }, await read());
  for (const [path, text] of Object.entries(edits)) writeFileSync(join(root, path), text);
  const before = files("base.txt", "more.txt");
  const answer = await putBack.confirm({ kind: "undo" }, preview, await read());
  expect(answer).toHaveProperty("changed");
  expect(files("base.txt", "more.txt")).toBe(before);
  const { changed } = answer as Extract<typeof answer, { changed: unknown }>;
  expect(await putBack.confirm({ kind: "undo" }, changed.preview, await read())).toMatchObject({
    done: { restored: true },
  });
  expect(files("base.txt")).toBe("alpha");
});

test("a turn that is undone meanwhile is not undone in another's place", async () => {
  const { io, root, files, turn } = makeWorld();
  await turn("echo one > base.txt");
  const read = journalReader(io, findPlaces(io, root));
  const putBack = new PutBack(io, root);
  const { preview } = await putBack.preview({ kind: "undo" }, await read());
  await turn("echo two > base.txt");
  expect(await putBack.confirm({ kind: "undo" }, preview, await read())).toHaveProperty("changed");
  expect(files("base.txt")).toBe("two");
});

const RESTORE = { kind: "restore", checkpoint: "12ab", after: false };

test.each([
  [{ kind: "redo", more: 1 }, { kind: "redo" }],
  [{ kind: "undo" }, { kind: "undo" }],
  [
    { kind: "undo", step: "12ab", hunks: ["1"] },
    { kind: "undo", step: "12ab", hunks: ["1"] },
  ],
  [{ kind: "undo", step: "12ab" }, undefined],
  [{ kind: "undo", hunks: ["1"] }, undefined],
  [{ kind: "undo", step: "12ab", hunks: [] }, undefined],
  [{ kind: "undo", step: 1, hunks: ["1"] }, undefined],
  [RESTORE, RESTORE],
  [
    { ...RESTORE, paths: ["a"] },
    { ...RESTORE, paths: ["a"] },
  ],
  [{ ...RESTORE, paths: [] }, undefined],
  [{ ...RESTORE, paths: [""] }, undefined],
  [{ ...RESTORE, paths: [1] }, undefined],
  [{ ...RESTORE, paths: "a" }, undefined],
  [{ ...RESTORE, after: "false" }, undefined],
  [{ ...RESTORE, checkpoint: null }, undefined],
  [{ kind: "reset" }, undefined],
  [["redo"], undefined],
  [null, undefined],
])("the page's request %j is %j", (value, request) => {
  const parse = () => parseRestoreRequest(value);
  if (request === undefined) expect(parse).toThrow("This is no request to restore anything.");
  else expect(parse()).toEqual(request);
});
