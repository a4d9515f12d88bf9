import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, expect, test, vi } from "vitest";

import { listFolder } from "../../../kit/list-folder.ts";
import { nodeBinding } from "../../../kit/node-binding.ts";
import { temporaryWorld } from "../../support/temporary-world.ts";

vi.mock("../../../kit/node-binding.ts", { spy: true });

const world = temporaryWorld();
afterAll(() => world.remove());

test("tells folders from files and links, with and without what Node does not document", () => {
  const folder = join(world.tmp, "listed");
  mkdirSync(join(folder, "sub"), { recursive: true });
  writeFileSync(join(folder, "file\n"), "");
  symlinkSync("sub", join(folder, "link"));
  symlinkSync("nowhere", join(folder, "dangling"));
  const expected = [
    { name: "dangling", isFolder: false },
    { name: "file\n", isFolder: false },
    { name: "link", isFolder: false },
    { name: "sub", isFolder: true },
  ];
  const sorted = () => listFolder(folder).sort((a, b) => (a.name < b.name ? -1 : 1));
  expect(sorted()).toEqual(expected);
  vi.mocked(nodeBinding).mockReturnValue(undefined);
  expect(sorted()).toEqual(expected);
  vi.mocked(nodeBinding).mockReturnValue({ readdir: () => [["sub"], [0]] });
  expect(sorted()).toEqual(expected);
  vi.mocked(nodeBinding).mockRestore();
});

test("throws where there is nothing to list", () => {
  expect(() => listFolder(join(world.tmp, "none"))).toThrow(/ENOENT/);
  expect(() => listFolder("a\0b")).toThrow();
  expect(() => listFolder(join(world.tmp, "listed", "file\n"))).toThrow(/ENOTDIR/);
});
