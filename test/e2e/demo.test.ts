import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { run } from "../support/run.ts";
import { temporaryWorld } from "../support/temporary-world.ts";

const DEMO = join(import.meta.dirname, "../../.build/demo.cjs");
const FILM = join(import.meta.dirname, "../../.build/draw-film.cjs");
const world = temporaryWorld();
afterAll(() => world.remove());

test("the demo plays through, every claim of it holds, and it leaves nothing behind", { tags: ["long"] }, async () => {
  expect(existsSync(DEMO)).toBe(true);
  const { SNAPVEIL_DATA_DIR: _, ...env } = world.env;
  const { stdout, stderr, exitCode } = await run(process.execPath, [DEMO], { env, cwd: world.cwd });
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  expect(stdout.match(/✔/g)).toHaveLength(3);
  expect(stdout).not.toContain("✘");
  expect(stdout).toContain("[REDACTED]");
  expect(readdirSync(world.tmp)).toEqual([]);
  expect(readdirSync(world.home)).toEqual([".gitconfig"]);
  expect(readdirSync(world.cwd)).toEqual([]);
});

test("README's moving picture is what the program does now, ten seconds long", async () => {
  const { SNAPVEIL_DATA_DIR: _, ...env } = world.env;
  const file = join(world.tmp, "film.svg");
  const { stderr, exitCode } = await run(process.execPath, [FILM, file], { env, cwd: world.cwd });
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  const [drawn, kept] = [file, join(import.meta.dirname, "../../docs/film.svg")].map((path) =>
    readFileSync(path, "utf8"),
  );
  expect(kept, "docs/film.svg is not up to date: npm run picture:film").toBe(drawn);
  expect(drawn).toMatch(/animation: show0 10s infinite/);
  expect(drawn).toContain("STRIPE_KEY=[REDACTED]");
});
