import { writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { isDevice } from "../../../shell/devices.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();

test("a pipe loses nothing by what is written to it, and a file does", () => {
  world.sh("mkfifo pipe && ln -s pipe link");
  writeFileSync(world.at("file"), "");
  expect(["pipe", "link", "file", "none"].filter((name) => isDevice(world.at(name)))).toEqual(["pipe", "link"]);
});
