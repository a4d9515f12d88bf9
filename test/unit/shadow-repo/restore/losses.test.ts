import { describe, expect, test } from "vitest";

import { accountOf } from "../../../../shadow-repo/restore/operation/account.ts";
import { wayToMake } from "../../../../shadow-repo/restore/operation/way-to-make.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld } from "../world.ts";

const IGNORED =
  `${COMMITTED} && printf 'node_modules/\\ndist/\\n*.bin\\n.env\\n' > .gitignore && echo {} > package-lock.json && git add . && ` +
  "git commit -qm i && mkdir -p node_modules/a dist lib/node_modules && echo a > node_modules/a/a.js && echo d > dist/d.js && " +
  "echo n > lib/node_modules/n && echo K=v > .env && head -c 9000000 /dev/zero > huge.bin";

const OUTPUT = "build output, not kept";

describe("an undo names what it does not bring back", () => {
  test.each([
    [
      "of git clean",
      "git clean -fdxq",
      [
        { path: "dist/", why: OUTPUT },
        { path: "lib/node_modules/", why: OUTPUT },
        { path: "node_modules/", why: OUTPUT },
        { path: "huge.bin", why: "gone, and no copy is kept" },
      ],
      [
        "Build output, gone and not kept, since a tool makes it again: dist/, lib/node_modules/ (npm ci), " +
          "node_modules/ (npm ci).",
        "Ignored, gone, and not brought back, since no copy is kept: huge.bin.",
      ],
    ],
    [
      "that was overwritten",
      "echo other > huge.bin",
      [{ path: "huge.bin", why: "overwritten, and no copy is kept" }],
      ["Ignored, overwritten, and left as it is, since no copy is kept: huge.bin."],
    ],
    ["but not what is there again", "rm -r node_modules; mkdir node_modules", [], []],
    ["but not output of which only a part is gone", "rm -r node_modules/a", [], []],
  ])("%s", async (_, script, notHeld, notes) => {
    const world = makeWorld(IGNORED);
    await world.turn(`${script}; echo 2 > base.txt`);
    const result = await undo(world.io, world.root);
    expect(accountOf(result).notHeld).toEqual(notHeld);
    expect(result.notes).toEqual(notes);
    expect(result).toMatchObject({ restored: true, complete: true });
    expect(world.files("base.txt", ".env")).toBe("alpha K=v");
  });

  test("among the paths that it is asked for", async () => {
    const world = makeWorld(IGNORED);
    await world.turn("rm -r node_modules lib huge.bin; mkdir lib; echo 1 > lib/a");
    const { notHeld } = await undo(world.io, world.root, { paths: ["lib"] });
    expect(notHeld).toEqual([{ path: "lib/node_modules/", why: OUTPUT }]);
  });

  test("of all calls of a turn", async () => {
    const world = makeWorld(IGNORED);
    await world.hook("turn_start");
    await world.call("1", "rm -r dist; echo 2 > base.txt");
    await world.call("2", "rm -r node_modules; echo 3 > other");
    await world.hook("turn_end");
    const { notHeld } = await undo(world.io, world.root, { dryRun: true });
    expect(notHeld.map(({ path }) => path)).toEqual(["dist/", "node_modules/"]);
  });
});

test.each([
  ["node_modules/", "echo > yarn.lock; echo > package.json", "yarn install"],
  ["node_modules/", "echo > package.json", "npm install"],
  [
    "a/node_modules/",
    "mkdir a; echo > a/pnpm-lock.yaml; echo > package-lock.json",
    "in a/: pnpm install --frozen-lockfile",
  ],
  ["dist/", `echo '{ "scripts": { "build": "tsc" } }' > package.json`, "npm run build"],
  ["dist/", "echo {} > package.json", undefined],
  [".venv/", "echo > requirements.txt", "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt"],
  ["target/", "echo > Cargo.toml", "cargo build"],
  ["coverage/", "echo > package-lock.json", undefined],
])("%s is made again by the tool of its project: %s", (folder, script, way) => {
  expect(wayToMake(makeWorld(script).root, folder)).toBe(way);
});
