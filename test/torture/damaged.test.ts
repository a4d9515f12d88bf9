import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { UserError } from "../../kit/user-error.ts";
import { prune } from "../../shadow-repo/maintenance/prune.ts";
import { verify } from "../../shadow-repo/maintenance/verify.ts";
import { listCheckpoints } from "../../shadow-repo/look/list-checkpoints.ts";
import { diffPresent } from "../../shadow-repo/look/checkpoint-diff.ts";
import { status } from "../../shadow-repo/look/status.ts";
import { undo } from "../../shadow-repo/restore/undo.ts";
import { makeWorld } from "../unit/shadow-repo/world.ts";

const PLACES = [
  "HEAD",
  "config",
  "worktree",
  "journal",
  "ticks",
  "objects",
  "objects/pack",
  "refs",
  "refs/snapveil",
  "info",
  "info/attributes",
  "pending",
  "tmp",
  "coverage",
  "index",
  "index.state",
  "git-version",
  "housekeeping",
  "source",
  "packed-refs",
  "shallow",
];
const DAMAGES = [
  ["gone", (file: string) => `rm -rf ${file}`],
  ["a folder", (file: string) => `rm -rf ${file}; mkdir -p ${file}/x`],
  ["garbage", (file: string) => `rm -rf ${file}; printf 'garbage[' > ${file}`],
  ["empty", (file: string) => `rm -rf ${file}; : > ${file}`],
  ["a link to nothing", (file: string) => `rm -rf ${file}; ln -s nowhere ${file}`],
  ["a link that leads to itself", (file: string) => `rm -rf ${file}; ln -s ${"$(basename " + file + ")"} ${file}`],
  ["a folder elsewhere", (file: string) => `rm -rf ${file}; mkdir -p $HOME/elsewhere; ln -s $HOME/elsewhere ${file}`],
  ["a pipe", (file: string) => `rm -rf ${file}; mkfifo ${file}`],
] as const;

test.each(DAMAGES)(
  "where something of the shadow repository is %s the next turn is recorded, and nothing fails without a sentence",
  async (_how, damage) => {
    const world = makeWorld();
    await world.turn("printf 1 > base.txt");
    const putBack = world.keep();
    for (const place of PLACES) {
      putBack();
      world.sh(damage(`'${world.shadow()}/${place}'`));
      await status(world.io, world.root);
      await verify(world.io, world.root);
      await prune(world.io, world.root).catch((error: unknown) => expect(error, place).toBeInstanceOf(UserError));
      await listCheckpoints(world.io, world.root).catch((error: unknown) =>
        expect(error, place).toBeInstanceOf(UserError),
      );
      await undo(world.io, world.root, { dryRun: true }).catch((error: unknown) =>
        expect(error, place).toBeInstanceOf(UserError),
      );
      world.sh("printf 1 > base.txt");
      await world.turn("printf 2 > base.txt");
      await undo(world.io, world.root);
      expect(readFileSync(join(world.root, "base.txt"), "utf8"), place).toBe("1");
    }
  },
  120_000,
);

test("commands that only look leave a shadow repository as they find it", async () => {
  const world = makeWorld();
  await world.turn("printf 1 > base.txt");
  world.sh(`cd '${world.shadow()}'; echo '# a line of somebody' >> config; rm -rf ticks; mkdir ticks`);
  const listed = () =>
    world.sh(`cd '${world.shadow()}'; find . -path ./index.state -prune -o -printf '%p %m %s %T@\\n' | sort`);
  const before = listed();
  await verify(world.io, world.root);
  await listCheckpoints(world.io, world.root);
  expect(listed()).toEqual(before);
  await status(world.io, world.root);
  await diffPresent(world.io, world.root);
  await undo(world.io, world.root, { dryRun: true });
  expect(world.sh(`cd '${world.shadow()}'; tail -n 1 config; test -d ticks && echo kept`)).toBe(
    "# a line of somebody\nkept\n",
  );
});

test("what is damaged beyond mending is kept whole, named, and said once", async () => {
  const world = makeWorld();
  await world.turn("printf 1 > base.txt");
  world.sh(`rm -rf '${world.shadow()}/journal'; mkdir '${world.shadow()}/journal'`);
  expect(await verify(world.io, world.root)).toMatchObject({
    ok: false,
    problems: [expect.stringContaining("journal is no file")],
  });
  const { notice } = await world.hook("turn_start");
  expect(notice?.join()).toMatch(/was damaged .* kept at .*snapshot-damaged/);
  const later = await world.turn("printf 2 > base.txt");
  expect(JSON.stringify(later ?? {})).not.toContain("was damaged");
  const [kept] = (await status(world.io, world.root)).own!.set_aside;
  expect(readdirSync(kept!)).toContain("objects");
  expect(await verify(world.io, world.root)).toMatchObject({ ok: true, set_aside: [kept] });
  expect((await listCheckpoints(world.io, world.root)).checkpoints).toHaveLength(1);
});

test.each(["", "/tmp"])("a file in the place of the shadow repository's folder %j costs no turn", async (place) => {
  const world = makeWorld();
  await world.turn("printf 1 > base.txt");
  world.sh(`rm -rf '${world.shadow()}${place}'; echo x > '${world.shadow()}${place}'`);
  if (place === "") await status(world.io, world.root);
  await world.hook("turn_start");
  world.sh("printf 2 > base.txt");
  await world.hook("turn_end");
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true });
  expect(readFileSync(join(world.root, "base.txt"), "utf8")).toBe("1");
});

test.each(["between two turns", "in the middle of a turn"])(
  "objects that are lost %s cost what needs them and nothing that comes later",
  async (when) => {
    const world = makeWorld();
    await world.turn("printf 1 > base.txt");
    if (when === "in the middle of a turn") await world.hook("turn_start");
    world.sh(`rm -rf '${world.shadow()}'/objects/??; printf 2 > base.txt`);
    if (when === "in the middle of a turn") await expect(world.hook("turn_end")).rejects.toThrow("is lost");
    await undo(world.io, world.root, { dryRun: true }).catch((error: unknown) =>
      expect(error).toBeInstanceOf(UserError),
    );
    expect((await verify(world.io, world.root)).ok).toBe(false);
    await world.turn("printf 3 > base.txt");
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true });
    expect(readFileSync(join(world.root, "base.txt"), "utf8")).toBe("2");
  },
);
