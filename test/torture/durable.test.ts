import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { hookInput } from "./support/start-killable.ts";
import { COMMITTED, ENGINES, tortureWorld, type TortureWorld } from "./support/torture-world.ts";

const BINARY = join(import.meta.dirname, "../../dist/snapveil.cjs");

/** Every call that makes something durable or names it, in order; `undefined` where nothing can be traced. */
function traced(world: TortureWorld, args: readonly string[], input: string): string[] | undefined {
  const file = join(world.top, "trace");
  const result = spawnSync(
    "strace",
    [
      "-f",
      "-y",
      "-qq",
      "-s",
      "16",
      "-e",
      "trace=fsync,fdatasync,rename,link,write",
      "-o",
      file,
      process.execPath,
      BINARY,
      ...args,
    ],
    { cwd: world.root, env: world.env, input, encoding: "utf8" },
  );
  if (result.error || !existsSync(file)) return undefined;
  expect(result.status, result.stderr).toBe(0);
  return readFileSync(file, "utf8").split("\n");
}

describe.each(ENGINES)("what a power cut can take, with the engine %s", (engine) => {
  test.each([
    ["one changed file", "printf changed > base.txt; printf new > new"],
    ["thirty changed files", "for n in $(seq 30); do mkdir -p d$n; seq $n 400 > d$n/f; done"],
    ["a hundred changed files", "for n in $(seq 100); do seq $n 400 > f$n; done"],
    [
      "fifty files, as many links and empty files",
      ": > 0; ln -s 0 1; for n in $(seq 50); do : > e$n; seq $n 400 > f$n; ln -s f$n l$n; done",
    ],
  ])("the disk has contents before refs before the line that names them: %s", async (_name, work) => {
    const world = tortureWorld(COMMITTED, engine);
    await world.hook("turn_start");
    world.sh(work);
    for (const args of [
      ["hook", "snapshot"],
      ["undo", "--yes"],
    ]) {
      const lines = traced(world, args, hookInput(world, "turn_end"));
      if (!lines) return void process.stderr.write("left out: the order of writes, since there is no strace here\n");
      const shadow = world.shadow();
      const journal = lines.flatMap((line, at) =>
        line.includes(`write(`) && line.includes(`<${shadow}/journal>`) ? [at] : [],
      );
      expect(journal.length, args.join(" ")).toBe(args[0] === "undo" ? 2 : 1);
      for (const at of journal)
        expect(
          lines.slice(at).some((line) => /f(data)?sync\(/.test(line) && line.includes(`<${shadow}/journal>`)),
        ).toBe(true);
      const named = lines.flatMap((line, at) => {
        const [, from, to] = /(?:rename|link)\("([^"]+)", "([^"]+)"/.exec(line) ?? [];
        const place = to && (to.startsWith("/") ? to : join(world.root, to));
        const isNamed =
          place &&
          (place.startsWith(`${shadow}/objects/`) ||
            place.startsWith(`${shadow}/coverage/`) ||
            /\/refs\/snapveil\/[0-9a-f]{8}\//.test(place));
        return isNamed ? [{ at, from: from!, to: place }] : [];
      });
      expect(named.some(({ to }) => to.includes("/objects/"))).toBe(args[0] === "hook");
      for (const { at, from, to } of named) {
        expect(at, `${to} is named before the journal's last line`).toBeLessThan(journal.at(-1)!);
        const waited = lines
          .slice(0, at)
          .some((line) => /f(data)?sync\(/.test(line) && line.includes(from.slice(from.lastIndexOf("/") + 1)));
        expect(waited, `the disk has ${to}`).toBe(true);
      }
    }
  });
});
