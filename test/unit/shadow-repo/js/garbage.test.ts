import { expect, test } from "vitest";

import { collectGarbage } from "../../../../shadow-repo/maintenance/collect-garbage.ts";
import { verify } from "../../../../shadow-repo/maintenance/verify.ts";
import { readStatCache } from "../../../../shadow-repo/js/stat-cache.ts";
import { openShadow } from "../../../../shadow-repo/open/open-shadow.ts";
import { placeOf } from "../../../../shadow-repo/place.ts";
import { completeCheckpoint } from "../../../../shadow-repo/record/complete-checkpoint.ts";
import { recordBefore } from "../../../../shadow-repo/record/record-before.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld, type World } from "../world.ts";

const HOUR = 3_600_000;

/** As on a machine without git, some hours later. */
function later({ io }: World, hours: number): World["io"] {
  return { ...io, env: { ...io.env, PATH: "/nowhere" }, now: () => new Date(Date.now() + hours * HOUR) };
}

const idOf = (world: World, text: string) => world.sh(`printf '${text}' | git hash-object --stdin`).trim();
const holds = (world: World, id: string) => world.holds(`git --git-dir="$SHADOW" cat-file -e ${id}`);

for (const files of [1, 100]) {
  test(
    `without git the space of what nothing reaches is given back: ${files} at a time`,
    files > 1 ? { tags: ["long"] } : {},
    async () => {
      const world = makeWorld(COMMITTED);
      const io = later(world, 0);
      const write = (text: string) => world.sh(`for n in $(seq ${files}); do printf "${text}$n" > f$n; done`);
      const place = placeOf(io, world.root);
      const capture = async () => (await openShadow(io, place)).engine.capture({ prefix: "", maxFileSize: 100 });

      write("lost");
      await capture();
      write("before");
      await capture();
      await recordBefore(io, place, "", { kind: "turn", session: "s" });
      write("after");
      await completeCheckpoint(io, place, { kind: "turn", session: "s" });
      write("now");
      await capture();

      await collectGarbage(io, place);
      expect(holds(world, idOf(world, "lost1"))).toBe(true); // too young
      await collectGarbage(later(world, 2), place);
      expect(["lost1", "before1", "after1", "now1"].map((text) => holds(world, idOf(world, text)))).toEqual([
        false,
        true,
        true,
        true,
      ]);
      expect(await verify(io, world.root)).toMatchObject({ ok: true });
      world.sh('git --git-dir="$SHADOW" pack-refs --all');
      await collectGarbage(later(world, 2), place);
      write("after");
      expect(await undo(io, world.root)).toMatchObject({ restored: true, files });
      expect(world.sh(`cat f1 f${files}`)).toBe(`before1before${files}`);
    },
  );
}

test("without git a pack with a needed object that is damaged stays, and other packs go", async () => {
  const world = makeWorld(COMMITTED);
  const io = later(world, 0);
  const place = placeOf(io, world.root);
  world.sh("printf kept > f1");
  await recordBefore(io, place, "", { kind: "turn", session: "s" });
  const pack = (...texts: string[]) =>
    world.sh(
      `for t in ${texts.join(" ")}; do printf $t | git --git-dir="$SHADOW" hash-object -w --stdin; done |
      git --git-dir="$SHADOW" pack-objects -q "$SHADOW/objects/pack/pack"`,
    );
  pack("kept", "a", "b", "c");
  pack("d", "e");
  const id = idOf(world, "kept");
  world.sh(`rm -f "$SHADOW/objects/${id.slice(0, 2)}/${id.slice(2)}"`);
  // Damages the content of the object in its pack.
  world.sh(
    `pack=$(grep -l . "$SHADOW"/objects/pack/*.idx | while read -r f; do git show-index < "$f" | grep -q ${id} && echo "$f"; done)
    at=$(git show-index < "$pack" | grep ${id} | cut -d" " -f1)
    chmod u+w "\${pack%idx}pack"; head -c 3 /dev/zero | dd of="\${pack%idx}pack" bs=1 seek=$((at + 3)) conv=notrunc 2> /dev/null`,
  );
  await collectGarbage(later(world, 2), place);
  expect(world.sh('ls "$SHADOW/objects/pack"/*.pack | wc -l').trim()).toBe("1");
});

test("git gives space back without the memory of the engine that needs no git", async () => {
  const world = makeWorld(COMMITTED);
  const io = later(world, 0);
  const place = placeOf(io, world.root);
  await (await openShadow(io, place)).engine.capture({ prefix: "", maxFileSize: 100 });
  expect(readStatCache(place.shadow, new Date())).toBeDefined();
  await collectGarbage(world.io, place);
  expect(readStatCache(place.shadow, new Date())).toBeUndefined();
});

test.each([
  ["blob", "empties", "printf two > base.txt"],
  ["tree", "loses", "mkdir d; printf two > d/f"],
  ["blob", "loses", "mkdir d; printf two > d/f"],
])("without git, verify names a %s that the disk %s once, with its place", async (kind, does, script) => {
  const world = makeWorld(COMMITTED);
  const io = later(world, 0);
  const place = placeOf(io, world.root);
  await recordBefore(io, place, "", { kind: "turn", session: "s" });
  world.sh(script);
  await completeCheckpoint(io, place, { kind: "turn", session: "s" });
  expect(await verify(io, world.root)).toEqual({ ok: true, problems: [] });
  const id =
    kind === "blob"
      ? idOf(world, "two")
      : world
          .sh('git --git-dir="$SHADOW" rev-parse "$(ls -d $SHADOW/refs/snapveil/*/after | sed "s#$SHADOW/##"):d"')
          .trim();
  const file = `"$SHADOW"/objects/${id.slice(0, 2)}/${id.slice(2)}`;
  world.sh(does === "loses" ? `rm -f ${file}` : `chmod u+w ${file}; : > ${file}`);
  const { problems } = await verify(io, world.root);
  const named = problems.filter((problem) => problem.includes(id));
  expect(named).toHaveLength(1);
  expect(named[0]).toContain(`${kind} ${id} of `);
});
