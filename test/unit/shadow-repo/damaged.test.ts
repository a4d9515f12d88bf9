import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { UserError } from "../../../kit/user-error.ts";
import { status } from "../../../shadow-repo/status.ts";
import { undo } from "../../../shadow-repo/undo.ts";
import { verify } from "../../../shadow-repo/verify.ts";
import { makeWorld } from "./world.ts";

const PLACES = ["HEAD", "config", "journal", "ticks", "objects", "refs", "info", "pending", "tmp", "index", "index.state"];
const DAMAGES = [
  ["gone", (file: string) => `rm -rf ${file}`],
  ["a folder", (file: string) => `rm -rf ${file}; mkdir -p ${file}/x`],
  ["garbage", (file: string) => `rm -rf ${file}; printf 'garbage[' > ${file}`],
  ["empty", (file: string) => `rm -rf ${file}; : > ${file}`],
  ["a link to nothing", (file: string) => `rm -rf ${file}; ln -s nowhere ${file}`],
  ["a pipe", (file: string) => `rm -rf ${file}; mkfifo ${file}`],
] as const;

test.each(DAMAGES)("where something of the shadow repository is %s the next turn is recorded, and nothing fails without a sentence", async (_how, damage) => {
  for (const place of PLACES) {
    const world = makeWorld();
    await world.turn("printf 1 > base.txt");
    const shadow = world.shadow();
    world.sh(damage(`'${shadow}/${place}'`));
    await status(world.io, world.root);
    await verify(world.io, world.root);
    await undo(world.io, world.root, { dryRun: true }).catch((error: unknown) => expect(error, place).toBeInstanceOf(UserError));
    world.sh("printf 1 > base.txt");
    await world.turn("printf 2 > base.txt");
    await undo(world.io, world.root);
    expect(readFileSync(join(world.root, "base.txt"), "utf8"), place).toBe("1");
  }
}, 60_000);
