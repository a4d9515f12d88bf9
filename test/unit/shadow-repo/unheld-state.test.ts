import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { placeOf } from "../../../shadow-repo/place.ts";
import { putJob, removeJob } from "../../../shadow-repo/record/late-queue.ts";
import { recordBefore } from "../../../shadow-repo/record/record-before.ts";
import { isUnheld, noteUnheld } from "../../../shadow-repo/record/unheld-state.ts";
import { COMMITTED, makeWorld } from "./world.ts";

const NOTHING = { beginning: {}, options: {} };
const TURN = { kind: "turn", session: "s" } as const;

test("a session is unheld from a failure on, until a turn of it is recorded", async () => {
  const { io, root } = makeWorld(COMMITTED);
  const place = placeOf(io, root);
  expect(isUnheld(io, place, "s")).toBe(false);
  noteUnheld(io, place, "s");
  expect([isUnheld(io, place, "s"), isUnheld(io, place, "other")]).toEqual([true, false]);
  await recordBefore(io, place, "", TURN);
  expect(isUnheld(io, place, "s")).toBe(false);
});

test("so it is while a state is still being recorded", async () => {
  const { io, root } = makeWorld(COMMITTED);
  const place = placeOf(io, root);
  await recordBefore(io, place, "", TURN);
  const name = putJob(io, place, { kind: "before", key: { kind: "turn", session: "t" }, prefix: "", ...NOTHING });
  expect(isUnheld(io, place, "s")).toBe(true);
  removeJob(place, name);
  expect(isUnheld(io, place, "s")).toBe(false);
});

test("so it is if nothing can be written, whatever was recorded", async () => {
  const { io, root } = makeWorld(COMMITTED);
  const place = placeOf(io, root);
  await recordBefore(io, place, "", TURN);
  const data = join(io.env["SNAPVEIL_DATA_DIR"] ?? root, "file");
  mkdirSync(join(data, ".."), { recursive: true });
  writeFileSync(data, "");
  expect(isUnheld(io, { ...place, shadow: join(data, "snapshot", "x") }, "s")).toBe(true);
});

test.each([["snapshot"], ["sessions"], ["late"]])("so it is if %s in the data folder is a file", async (name) => {
  const { io, root, data } = makeWorld(COMMITTED);
  const place = placeOf(io, root);
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, name), "");
  expect(isUnheld(io, place, "s")).toBe(true);
});

test.each([["pending"], ["objects"]])("so it is if %s in the shadow repository is a file", async (name) => {
  const { io, root } = makeWorld(COMMITTED);
  const place = placeOf(io, root);
  await recordBefore(io, place, "", TURN);
  rmSync(join(place.shadow, name), { recursive: true });
  writeFileSync(join(place.shadow, name), "");
  expect(isUnheld(io, place, "s")).toBe(true);
});
