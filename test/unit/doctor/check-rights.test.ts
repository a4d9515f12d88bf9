import { chmodSync, chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { runtimePlace } from "../../../agents/formats/runtime-place.ts";
import { checkRights } from "../../../doctor/check-rights.ts";
import { silentIo } from "../../support/silent-io.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();

/** The check with one of these paths opened: a path from the home folder on, and its rights. */
function checked(path?: string, mode = 0o755) {
  const runtime = runtimePlace(world.data, "node", "linux");
  mkdirSync(join(runtime.folder, "1.0.0"), { recursive: true });
  mkdirSync(runtime.current, { recursive: true });
  world.write(join(runtime.current, "hook.cjs"), "");
  const settings = world.write(join(world.home, ".config/snapveil/config.jsonc"), "{}");
  const hooks = world.write(join(world.home, ".claude/settings.json"), "{}");
  if (path !== undefined) chmodSync(path.startsWith("/") ? path : join(world.home, path), mode);
  const where = { home: world.home, env: world.env, platform: "linux", root: world.cwd, program: "", runtime };
  const [check] = checkRights(silentIo(world.cwd, world.env), where, world.data, [hooks]);
  chmodSync(settings, 0o600);
  return check;
}

test("nothing is said where only the owner may write", () => {
  expect(checked()).toBeUndefined();
});

test.each([
  [".config/snapveil/config.jsonc", 0o666],
  [".config/snapveil", 0o777],
  [".config", 0o777],
  [".", 0o777],
  [".claude/settings.json", 0o602],
  [".claude", 0o757],
])("%s with the rights %o is named, with the way to mend it", (path, mode) => {
  const full = join(world.home, path).replace(/\/$/, "");
  expect(checked(path, mode)).toMatchObject({
    state: "broken",
    message: expect.stringContaining(full),
    repair: expect.stringContaining(`chmod go-w ${full}`),
  });
});

test("a file of the staged program is named", () => {
  checked();
  const file = join(runtimePlace(world.data, "node", "linux").current, "hook.cjs");
  expect(checked(file, 0o777)).toMatchObject({ state: "broken", message: expect.stringContaining("hook.cjs") });
});

test("a folder on the way in which only owners may move files counts as closed", () => {
  expect(checked(".config", 0o1777)).toBeUndefined();
});

test("a folder in which others may lay settings is named, also one in which they may move none", () => {
  const folder = join(world.home, ".config/snapveil");
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o1777);
  const runtime = runtimePlace(world.data, "node", "linux");
  const where = { home: world.home, env: world.env, platform: "linux", root: world.cwd, program: "", runtime };
  const [check] = checkRights(silentIo(world.cwd, world.env), where, world.data, []);
  expect(check?.message).toContain(`${folder} (everybody may write there)`);
});

test("a folder of settings is named with settings in it, too, though it is on the way to these", () => {
  expect(checked(".config/snapveil", 0o1777)?.message).toContain("everybody may write there");
});

test("the person's own group, of which there is nobody else, counts as the person", () => {
  expect(checked(".config/snapveil/config.jsonc", 0o664)).toBeUndefined();
});

test.skipIf(process.getuid?.() !== 0)("another group is named, where it may write", () => {
  const file = world.write(join(world.home, ".claude/settings.json"), "{}");
  chownSync(file, process.getuid!(), 65_534);
  expect(checked(".claude/settings.json", 0o640)).toBeUndefined();
  expect(checked(".claude/settings.json", 0o660)?.message).toContain("the group 65534 may write there");
});

test.skipIf(process.getuid?.() !== 0)("another owner is named, with the way to mend it", () => {
  chownSync(world.write(join(world.home, ".claude/settings.json"), "{}"), 65_534, 65_534);
  const check = checked();
  expect(check?.message).toContain("belongs to the user 65534");
  expect(check?.repair).toContain("chown");
});
