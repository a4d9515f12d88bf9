import { join } from "node:path";

import { expect, test } from "vitest";

import { findPlaces } from "../../../../shadow-repo/places.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { checkpointView, compare } from "../../../../web/ui/checkpoint-view.ts";
import { fileText } from "../../../../web/ui/file-text.ts";
import { comparedFile } from "../../../../web/ui/file-content.ts";
import { findRows } from "../../../../web/ui/find-rows.ts";
import type { SecretFinder } from "../../../../builtins/masking/mask-text.ts";
import { historyView, journalReader } from "../../../../web/ui/open-journal.ts";
import { PutBack } from "../../../../web/ui/put-back.ts";
import { RowSizes } from "../../../../web/ui/row-sizes.ts";
import { COMMITTED, makeWorld } from "../../shadow-repo/world.ts";

const ANY = { recordsFolder: false } as const;
const finder = { secretsIn: async () => [] } as unknown as SecretFinder;
const NESTED = `${COMMITTED} && mkdir lib other && (cd lib && ${COMMITTED}) && (cd other && ${COMMITTED})`;

test("the page shows what each repository's part of a turn is, and takes it back in all of them", async () => {
  const { io, root, files, turn } = makeWorld(NESTED);
  await turn("echo own > base.txt; echo L > lib/base.txt", ANY);
  await turn("echo O > other/base.txt", ANY);
  await turn("echo alone > lib/alone", { ...ANY, cwd: join(root, "lib"), sessionId: "of lib" });
  const read = journalReader(io, findPlaces(io, root));
  const { rows, canRedo } = historyView(await read(), "0");
  expect(canRedo).toBe(false);
  expect(rows).toMatchObject([{ together: ["lib"] }, { repository: "lib", together: ["."] }, { repository: "other" }]);
  expect(rows[2]).not.toHaveProperty("together");
  const [, lib, other] = rows;
  const sizes = new RowSizes();
  expect(
    (
      await sizes.sizesOf(
        await read(),
        rows.map(({ id }) => id),
      )
    ).map(({ files: count }) => count),
  ).toEqual([1, 1, 1]);
  expect(await findRows(await read(), sizes, { path: "", text: "L\n" })).toEqual([
    { id: lib!.id, paths: ["base.txt"] },
  ]);
  expect((await checkpointView(await read(), other!.id)).files).toMatchObject([{ path: "base.txt" }]);
  const file = comparedFile(await compare(await read(), lib!.id), 0)!;
  expect((await fileText(finder, file))!.patch).toContain("+L");

  const putBack = new PutBack(io, root);
  for (const [at, expected] of [["own L alpha"], ["alpha alpha alpha"]].entries()) {
    const { preview, changes, notes } = await putBack.preview({ kind: "undo" }, await read());
    if (at === 1) expect(notes.join()).toContain("In 2 repositories: . (1 file), lib (1 file)");
    const path = changes.at(-1)!.path;
    expect((await fileText(finder, (await putBack.fileIn(preview, path))!))!.patch).toContain("+alpha");
    expect(await putBack.confirm({ kind: "undo" }, preview, await read())).toMatchObject({ done: { restored: true } });
    expect([files("base.txt", "lib/base.txt", "other/base.txt")]).toEqual(expected);
  }
  expect(historyView(await read(), "0").canRedo).toBe(true);
  const redo = await putBack.preview({ kind: "redo" }, await read());
  await putBack.confirm({ kind: "redo" }, redo.preview, await read());
  expect(files("base.txt", "lib/base.txt")).toBe("own L");
  const request = { kind: "restore", checkpoint: lib!.id, after: false } as const;
  const back = await putBack.preview(request, await read());
  expect((await fileText(finder, (await putBack.fileIn(back.preview, "base.txt"))!))!.patch).toContain("+alpha");
  await putBack.confirm(request, back.preview, await read());
  expect(files("base.txt", "lib/base.txt")).toBe("own alpha");
});

test("of a turn that was taken back in part, the page shows the part that is in effect", async () => {
  const { io, root, turn } = makeWorld();
  await turn("seq 40 > many; echo new > one");
  await turn("sed -i 's/^3$/three/; s/^33$/thirty-three/' many; echo newer > one");
  const read = journalReader(io, findPlaces(io, root));
  const { id } = historyView(await read(), "0").rows.at(-1)!;
  const sizes = new RowSizes();
  expect((await sizes.sizesOf(await read(), [id]))[0]).toMatchObject({ files: 2, additions: 3 });
  await undo(io, root, { paths: ["one"] });
  await undo(io, root, { step: id, hunks: { chosen: ["1"] } });
  const view = await checkpointView(await read(), id);
  expect(view.files).toMatchObject([{ path: "many", additions: 1, deletions: 1 }]);
  expect((await sizes.sizesOf(await read(), [id]))[0]).toMatchObject({ files: 1, additions: 1 });
  const patch = (await fileText(finder, comparedFile(await compare(await read(), id), 0)!))!.patch;
  expect([patch.includes("+thirty-three"), patch.includes("+three")]).toEqual([true, false]);
});
