import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, expect, test } from "vitest";

import type { Io } from "../../../kit/io.ts";
import {
  forgetRefusedCall,
  forgetRefusedPaths,
  keepRefusedPaths,
  mayHaveRefusedPaths,
  refusedPaths,
} from "../../../session/refused-paths.ts";
import { ioWith } from "../../support/io-with.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();
let io: Io;
beforeEach(() => {
  io = { ...ioWith("", world.env), now: () => new Date() };
});

const CALL = { sessionId: "s", toolName: "shell", toolInput: { cmd: "rm -r /shop/data" } };
const HARM = { rules: ["delete-data"], paths: ["/shop/data"], toUnknown: ["/shop/maybe"] };
const fileOf = (session: string) => join(world.data, "refused", session);

test("a refused path counts with everything below it, and for its session only", () => {
  keepRefusedPaths(io, CALL, HARM);
  const rulesOf = refusedPaths(io, "s");
  expect(rulesOf("/shop/data", false)).toEqual(["delete-data"]);
  expect(rulesOf("/shop/data/a/b", false)).toEqual(["delete-data"]);
  for (const path of ["/shop", "/shop/data2", "/", "data"]) expect(rulesOf(path, false)).toEqual([]);
  expect(refusedPaths(io, "other")("/shop/data", false)).toEqual([]);
  expect([mayHaveRefusedPaths(io, "s"), mayHaveRefusedPaths(io, "other")]).toEqual([true, false]);
  expect(mayHaveRefusedPaths(io, undefined)).toBe(false);
});

test("a path that only a program nobody knows may harm counts for such programs only", () => {
  keepRefusedPaths(io, CALL, HARM);
  const rulesOf = refusedPaths(io, "s");
  expect([rulesOf("/shop/maybe/x", true), rulesOf("/shop/maybe/x", false)]).toEqual([["delete-data"], []]);
  expect(rulesOf("/shop/data", true)).toEqual(["delete-data"]);
});

test("neither a path nor a hash that another session has for it is written", () => {
  keepRefusedPaths(io, CALL, HARM);
  keepRefusedPaths(io, { ...CALL, sessionId: "two" }, HARM);
  const [one, two] = ["s", "two"].map((session) => readFileSync(fileOf(session), "utf8"));
  expect(one).not.toContain("shop");
  const hashes = (text: string) => (JSON.parse(text) as { paths: string[] }).paths;
  expect(hashes(one!)).not.toEqual(hashes(two!));
});

test("a call that ran is forgotten, by its id or by its tool and arguments, and no other call is", () => {
  keepRefusedPaths(io, CALL, HARM);
  keepRefusedPaths(io, { ...CALL, toolUseId: "t1" }, { rules: ["r1"], paths: ["/one"] });
  keepRefusedPaths(io, { sessionId: "s" }, { rules: ["r2"], paths: ["/two"] });
  const kept = () => ["/shop/data", "/one", "/two"].filter((path) => refusedPaths(io, "s")(path, false).length > 0);
  for (const other of [{ toolUseId: "t2" }, { toolName: "bash" }, { toolInput: { cmd: "ls" } }])
    forgetRefusedCall(io, { ...CALL, ...other });
  forgetRefusedCall(io, { ...CALL, sessionId: "two" });
  expect(kept()).toEqual(["/shop/data", "/one", "/two"]);
  forgetRefusedCall(io, CALL);
  expect(kept()).toEqual(["/one", "/two"]);
  forgetRefusedCall(io, { sessionId: "s", toolName: "other", toolUseId: "t1" });
  expect(kept()).toEqual(["/two"]);
  forgetRefusedCall(io, { sessionId: "s" });
  expect(existsSync(fileOf("s"))).toBe(false);
});

test("the same call refused again is kept once, with what was refused last", () => {
  for (const path of ["/one", "/two"]) keepRefusedPaths(io, CALL, { rules: ["r"], paths: [path] });
  const rulesOf = refusedPaths(io, "s");
  expect([rulesOf("/one", false), rulesOf("/two", false)]).toEqual([[], ["r"]]);
});

test("the last 51 calls and the first 50 paths of each are kept, and 40 folders above a path are looked at", () => {
  const paths = Array.from({ length: 60 }, (_, at) => `/p${at}`);
  for (let call = 0; call < 60; call += 1)
    keepRefusedPaths(io, { sessionId: "s", toolUseId: `t${call}` }, { rules: ["r"], paths: [`/c${call}`, ...paths] });
  const isKept = (path: string) => refusedPaths(io, "s")(path, false).length > 0;
  expect([isKept("/c8"), isKept("/c9"), isKept("/p48"), isKept("/p49")]).toEqual([false, true, true, false]);
  expect([isKept(`/p0${"/x".repeat(39)}`), isKept(`/p0${"/x".repeat(40)}`)]).toEqual([true, false]);
});

test("a damaged file is as none, a new refusal replaces it, and without a place nothing is kept", () => {
  mkdirSync(join(world.data, "refused"), { recursive: true });
  writeFileSync(fileOf("s"), '{"call":');
  expect(refusedPaths(io, "s")("/shop/data", false)).toEqual([]);
  forgetRefusedCall(io, CALL);
  keepRefusedPaths(io, CALL, HARM);
  expect(refusedPaths(io, "s")("/shop/data", false)).toEqual(["delete-data"]);
  keepRefusedPaths(io, { ...CALL, sessionId: "" }, HARM);
  expect(readdirSync(join(world.data, "refused"))).toEqual(["s"]);
  writeFileSync(join(world.home, "file"), "");
  const nowhere = { ...io, env: { ...io.env, SNAPVEIL_DATA_DIR: join(world.home, "file") } };
  keepRefusedPaths(nowhere, CALL, HARM);
  expect(refusedPaths(nowhere, "s")("/shop/data", false)).toEqual([]);
});

test("a session that ended is forgotten, and no other one", () => {
  for (const sessionId of ["s", "two"]) keepRefusedPaths(io, { ...CALL, sessionId }, HARM);
  forgetRefusedPaths(io, "s");
  expect([mayHaveRefusedPaths(io, "s"), mayHaveRefusedPaths(io, "two")]).toEqual([false, true]);
});
