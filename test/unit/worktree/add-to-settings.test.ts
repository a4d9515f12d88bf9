import { expect, test } from "vitest";

import { addToSettings, linesInSettings, removeFromSettings } from "../../../worktree/add-to-settings.ts";
import { ioWith } from "../../support/io-with.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();
const FILE = "~/.config/snapveil/config.jsonc";
const DIGEST = `hmac:${"a1".repeat(12)}:${"b2".repeat(16)}`;
const OTHER = DIGEST.replace("a1", "a2");
const add = (line: string) => addToSettings(ioWith("", world.env), ["allow"], [line]);

test.each([
  ["a line that stands there", "docs/**", "docs/**", 0],
  ["another path", "docs/**", "docs", 1],
  ["a digest with another note", `${DIGEST} github-token 2026-01-01`, `${DIGEST} github-token 2026-02-02`, 0],
  ["a digest without its note", `${DIGEST} github-token`, DIGEST, 0],
  ["another digest with the same note", `${DIGEST} github-token`, `${OTHER} github-token`, 1],
])("to what is allowed is added: %s", async (_, there, line, added) => {
  world.write(FILE, `{\n  // mine\n  "allow": ["${there}"]\n}\n`);
  const before = world.read(FILE);
  expect(await add(line)).toBe(added);
  expect(world.read(FILE) === before).toBe(added === 0);
  expect(world.read(FILE)).toContain("// mine");
});

test("a file of which only a part would be read stays as it is", async () => {
  world.write(FILE, `{ "allow": ["docs/**"] }${" ".repeat(64 * 1024)}`);
  const before = world.read(FILE);
  await expect(add("a/**")).rejects.toThrow("it is larger than 64 KiB");
  expect(world.read(FILE)).toBe(before);
});

test("nothing is added to a file that no reader would take then", async () => {
  world.write(FILE, `{ "allow": ["${"x".repeat(64 * 1024 - 40)}"] }`);
  const before = world.read(FILE);
  await expect(add(`${DIGEST} ${"y".repeat(60)}`)).rejects.toThrow("there is no room for more in it");
  expect(world.read(FILE)).toBe(before);
});

test.each([
  ["config.jsonc", `{\n  // mine\n  "allow": ["a/**", "${DIGEST} github-token 2026-01-01", "b/**"]\n}\n`],
  ["config.yaml", `# mine\nallow:\n  - a/**\n  - ${DIGEST} github-token 2026-01-01\n  - b/**\n`],
])("a digest is found and removed whatever its note, and the rest of %s stays", async (name, text) => {
  const file = FILE.replace("config.jsonc", name);
  world.write(file, text);
  const io = ioWith("", world.env);
  const held = await linesInSettings(io);
  expect(held(["allow"], [DIGEST, OTHER])).toEqual([`${DIGEST} github-token 2026-01-01`]);
  expect(held(["secretFiles", "allow"], [DIGEST])).toEqual([]);
  expect(await removeFromSettings(io, ["allow"], [DIGEST, OTHER])).toBe(1);
  expect(world.read(file)).toContain("mine");
  expect((await linesInSettings(io))(["allow"], ["a/**", "b/**", DIGEST])).toEqual(["a/**", "b/**"]);
  expect(await removeFromSettings(io, ["allow"], [DIGEST])).toBe(0);
  expect(await removeFromSettings(io, ["allow"], ["a/**", "b/**"])).toBe(2);
});

test("in a broken file no line stands, and it is left as it is", async () => {
  world.write(FILE, '{ "allow": ["a/**"');
  const io = ioWith("", world.env);
  expect((await linesInSettings(io))(["allow"], ["a/**"])).toEqual([]);
  await expect(removeFromSettings(io, ["allow"], ["a/**"])).rejects.toThrow("cannot be used");
});
