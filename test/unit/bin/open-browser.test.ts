import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterEach, beforeEach, expect, test } from "vitest";

import { openBrowser } from "../../../bin/open-browser.ts";
import type { Io } from "../../../kit/io.ts";
import { ioWith } from "../../support/io-with.ts";
import { temporaryWorld, type TemporaryWorld } from "../../support/temporary-world.ts";

const URL_WITH_TOKEN = "http://127.0.0.1:1/#token-of-a-test";

let world: TemporaryWorld;
beforeEach(() => {
  world = temporaryWorld();
});
afterEach(() => world.remove());

/** A desktop whose `xdg-open` writes down what it was started with. */
function desktop(folder: string): Io {
  const tools = join(world.tmp, "tools");
  mkdirSync(tools);
  writeFileSync(join(tools, "xdg-open"), `#!/bin/sh\necho "$0 $*" > "${join(world.tmp, "opened")}"\n`);
  chmodSync(join(tools, "xdg-open"), 0o755);
  return {
    ...ioWith("", { ...world.env, DISPLAY: ":0", PATH: `${folder === "" ? "" : `${folder}:`}${tools}:/usr/bin:/bin` }),
    cwd: world.cwd,
    pid: 42,
  };
}

test("the token is in no argument, but in a file that only its owner reads and that is removed", async () => {
  const forget = openBrowser(desktop(""), URL_WITH_TOKEN);
  await expect
    .poll(() => existsSync(join(world.tmp, "opened")) && readFileSync(join(world.tmp, "opened"), "utf8"))
    .toMatch(/open-42\.html\n$/);
  const opened = readFileSync(join(world.tmp, "opened"), "utf8").trim();
  expect(opened).not.toContain("token-of-a-test");
  const file = fileURLToPath(opened.split(" ").at(-1)!);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
  expect(readFileSync(file, "utf8")).toContain(URL_WITH_TOKEN);
  forget();
  expect(existsSync(file)).toBe(false);
});

test("a program of the repository is not taken for the one that opens addresses", async () => {
  mkdirSync(join(world.data, "ui"), { recursive: true });
  for (const folder of [world.cwd, join(world.data, "ui")]) {
    writeFileSync(join(folder, "xdg-open"), `#!/bin/sh\necho hostile > "${join(world.tmp, "opened")}"\n`);
    chmodSync(join(folder, "xdg-open"), 0o755);
  }
  openBrowser(desktop("."), URL_WITH_TOKEN)();
  await expect
    .poll(() => existsSync(join(world.tmp, "opened")) && readFileSync(join(world.tmp, "opened"), "utf8"))
    .toMatch(/tools\/xdg-open/);
});

test("without a desktop, and without the program, nothing happens", async () => {
  openBrowser({ ...desktop(""), env: world.env }, URL_WITH_TOKEN)();
  expect(existsSync(join(world.data, "ui"))).toBe(false);
  openBrowser({ ...ioWith("", { ...world.env, DISPLAY: ":0", PATH: world.tmp }), pid: 1 }, URL_WITH_TOKEN)();
  await new Promise((resolve) => setTimeout(resolve, 100));
});
