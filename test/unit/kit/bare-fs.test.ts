import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";

import { afterAll, describe, expect, test, vi } from "vitest";

import { bareFs } from "../../../kit/bare-fs.ts";
import { temporaryWorld } from "../../support/temporary-world.ts";

const world = temporaryWorld();
afterAll(world.remove);
const makeFolder = () => fs.mkdtempSync(join(world.cwd, "test-"));

/** Through Node's documented functions, as where Node is not known. */
async function documented(): Promise<typeof bareFs> {
  vi.resetModules();
  vi.doMock("../../../kit/node-binding.ts", () => ({ nodeBinding: () => undefined }));
  try {
    return (await import("../../../kit/bare-fs.ts")).bareFs;
  } finally {
    vi.doUnmock("../../../kit/node-binding.ts");
  }
}

const asked = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    const { code, syscall, path } = error as NodeJS.ErrnoException;
    return { code, syscall, path };
  }
};

describe.each([
  ["beneath node:fs", async () => bareFs],
  ["through node:fs", documented],
])("asked %s", (_way, load) => {
  test("it says what is there as Node does", async () => {
    const bare = await load();
    const folder = makeFolder();
    const at = (name: string) => `${folder}/${name}`;
    for (const name of ["file", "n\u00e4me \n\u65e5"]) fs.writeFileSync(at(name), "text");
    fs.mkdirSync(at("folder/inner"), { recursive: true });
    for (const [link, target] of [["to-file", "file"], ["to-nothing", "gone"], ["round", "round"], ["to-inner", "folder/inner"]] as const) fs.symlinkSync(target, at(link));
    for (const name of ["", "file", "file/", "to-inner/", "to-inner/..", "to-inner/../..//folder/.", "n\u00e4me \n\u65e5", "folder", "folder/", "file/.", "folder/.", "to-file", "to-nothing", "round", "none", "a\0b", "file\0"]) {
      expect([name, bare.existsSync(at(name))]).toEqual([name, fs.existsSync(at(name))]);
      const [mine, nodes] = [asked(() => bare.realpathSync(at(name))), asked(() => fs.realpathSync(at(name)))];
      // Of what cannot be resolved the one names the link, the other what it leads to.
      expect([name, typeof mine === "string" ? mine : (mine as { code: string }).code]).toEqual([name, typeof nodes === "string" ? nodes : (nodes as { code: string }).code]);
    }
    expect([bare.existsSync(""), bare.realpathSync(""), bare.realpathSync(".")]).toEqual([false, process.cwd(), process.cwd()]);
  });

  test("it reads, from where it stood and from where it is told, and tells a regular file's size alone", async () => {
    const bare = await load();
    const file = join(makeFolder(), "some");
    fs.writeFileSync(file, "0123456789");
    const descriptor = bare.openToRead(file);
    const bytes = new Uint8Array(8);
    const read = (...[offset, length, position]: [number, number, number?]) => [bare.readSync(descriptor, bytes, offset, length, position), Buffer.from(bytes).toString("latin1")];
    expect(bare.sizeOf(descriptor)).toBe(10);
    expect([read(0, 4), read(4, 4), read(0, 2, 8), read(0, 8), read(0, 8)]).toEqual([[4, "0123\0\0\0\0"], [4, "01234567"], [2, "89234567"], [2, "89234567"], [0, "89234567"]]);
    expect(bare.readSync(descriptor, new Uint8Array(2 ** 31 + 8), 4, 2 ** 31 + 4, 0)).toBe(10);
    bare.closeSync(descriptor);
    expect(asked(() => bare.closeSync(descriptor))).toMatchObject({ code: "EBADF", syscall: "close" });
    expect(asked(() => bare.readSync(descriptor, bytes, 0, 1))).toMatchObject({ code: "EBADF", syscall: "read" });

    const folder = bare.openToRead(world.cwd);
    expect(bare.sizeOf(folder)).toBeUndefined();
    expect(asked(() => bare.readSync(folder, bytes, 0, 1))).toMatchObject({ code: "EISDIR" });
    bare.closeSync(folder);
    expect(asked(() => bare.openToRead(join(world.cwd, "none")))).toMatchObject({ code: "ENOENT", syscall: "open", path: join(world.cwd, "none") });
    expect(asked(() => bare.openToRead("a\0b"))).toMatchObject({ code: "ERR_INVALID_ARG_VALUE" });
    bare.closeSync(bare.openToRead(Buffer.from(file)));
  });

  test("it does not wait for somebody to write into a pipe", async () => {
    const bare = await load();
    const pipe = join(makeFolder(), "pipe");
    execFileSync("mkfifo", [pipe]);
    const descriptor = bare.openToRead(pipe);
    expect(bare.sizeOf(descriptor)).toBeUndefined();
    expect(bare.readSync(descriptor, new Uint8Array(1), 0, 1)).toBe(0);
    bare.closeSync(descriptor);
  });

  test("it appends to what it makes for its owner alone, and says what it could not write", async () => {
    const bare = await load();
    const file = join(makeFolder(), "lines");
    for (const line of ["one\n", "two\n"]) {
      const descriptor = bare.openToAppend(file);
      expect(bare.writeSync(descriptor, Buffer.from(`<${line}`), 1, line.length)).toBe(line.length);
      bare.closeSync(descriptor);
    }
    expect([fs.readFileSync(file, "utf8"), fs.statSync(file).mode & 0o777]).toEqual(["one\ntwo\n", 0o600]);
    const descriptor = bare.openToRead(file);
    expect(asked(() => bare.writeSync(descriptor, Buffer.from("x"), 0, 1))).toMatchObject({ code: "EBADF", syscall: "write" });
    bare.closeSync(descriptor);
    expect(asked(() => bare.openToAppend(join(world.cwd, "none/file")))).toMatchObject({ code: "ENOENT" });
  });
});
