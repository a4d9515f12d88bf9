import fs, { readdirSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

import { expect, test, vi } from "vitest";

import { undo } from "../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld } from "./world.ts";

/** A line of the journal, and the files that it names which the disk may not have when the line is written. */
interface Line {
  readonly type: string;
  readonly names: number;
  readonly lost: readonly string[];
}

/** The journal's lines that some work writes, and whether the disk has each of these at its end. */
async function linesOf(
  shadow: string,
  work: () => Promise<unknown>,
): Promise<{ lines: Line[]; isLastOnDisk: boolean }> {
  const { openSync, fsyncSync, renameSync, writeSync } = fs;
  const opened = new Map<number, string>();
  let onDisk: string[] = [];
  const lines: Line[] = [];
  vi.spyOn(fs, "openSync").mockImplementation((path, ...more) => {
    const fd = openSync(path, ...more);
    opened.set(fd, String(path));
    return fd;
  });
  vi.spyOn(fs, "fsyncSync").mockImplementation((fd) => {
    fsyncSync(fd);
    onDisk.push(opened.get(fd)!);
  });
  vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
    renameSync(from, to);
    onDisk = onDisk.map((path) =>
      path === from || path.startsWith(`${String(from)}/`) ? path.replace(String(from), String(to)) : path,
    );
  });
  vi.spyOn(fs, "writeSync").mockImplementation(((fd: number, bytes: Buffer, ...more: [number]) => {
    if (opened.get(fd) === `${shadow}/journal`) {
      const record = JSON.parse(/\{.*\}/.exec(bytes.toString())![0]) as Record<string, string>;
      const refs = `${shadow}/refs/snapveil/${record["id"]}`;
      const names = [
        ...readdirSync(refs).map((role) => `${refs}/${role}`),
        ...["coverageBefore", "coverageAfter", "coverage"].flatMap((key) =>
          record[key] ? `${shadow}/coverage/${record[key]}` : [],
        ),
        ...(record["keep"] ? [`${shadow}/keep/states/${record["keep"]}`] : []),
      ];
      lines.push({ type: record["type"]!, names: names.length, lost: names.filter((path) => !onDisk.includes(path)) });
      onDisk = onDisk.filter((path) => path !== `${shadow}/journal`);
    }
    return writeSync(fd, bytes, ...more);
  }) as typeof fs.writeSync);
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
  return { lines, isLastOnDisk: onDisk.includes(`${shadow}/journal`) };
}

test("the disk has what a line of the journal names before the line, and then the line", async () => {
  const world = makeWorld(`${COMMITTED}; printf '*.local\\n' > .gitignore; printf 1 > a.local`);
  await world.hook("session_start");
  const shadow = world.shadow();
  const turn = await linesOf(shadow, () => world.turn("printf 2 > base.txt; rm a.local"));
  expect(turn).toEqual({ lines: [{ type: "checkpoint", names: 3, lost: [] }], isLastOnDisk: true });
  const taken = await linesOf(shadow, () => undo(world.io, world.root));
  expect(taken.lines.map(({ type, lost }) => [type, lost])).toEqual([
    ["begin", []],
    ["end", []],
  ]);
  expect(taken.isLastOnDisk).toBe(true);
});
