import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { runSnapveil } from "../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

const BINARY = join(import.meta.dirname, "../../dist/snapveil.cjs");

let world: TemporaryWorld;
beforeEach(() => {
  world = temporaryWorld();
});
afterEach(() => world.remove());

const ui = (...args: string[]) => runSnapveil(["ui", "--no-open", ...args], { env: world.env, cwd: world.cwd });

test("the page cannot be served where there is no worktree, on no port, or for no time", {
  tags: ["long"],
}, async () => {
  expect(await ui()).toMatchObject({ exitCode: 2, stdout: "" });
  execFileSync("git", ["init", "-q"], { cwd: world.cwd, env: world.env });
  for (const args of [
    ["--port", "70000"],
    ["--port", "-1"],
    ["--port", "x"],
    ["--idle", "0"],
  ]) {
    const { exitCode, stdout, stderr } = await ui(...args);
    expect([args, exitCode, stdout]).toEqual([args, 2, ""]);
    expect(stderr).not.toMatch(/at .*\.cjs/);
  }
});

test("the server prints its address alone, serves the page, ends on a signal, says if a port is taken", async () => {
  execFileSync("git", ["init", "-q"], { cwd: world.cwd, env: world.env });
  const server = spawn(process.execPath, [BINARY, "ui", "--no-open"], {
    cwd: world.cwd,
    env: world.env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise<number | null>((resolve) => server.once("exit", resolve));
  const printed = await new Promise<string>((resolve) =>
    server.stdout.once("data", (part: Buffer) => resolve(String(part))),
  );
  expect(printed).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}\n$/);
  const { origin, port } = new URL(printed);
  const page = await fetch(origin);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(await (await fetch(`${origin}/page.js`)).text()).toContain("snapveil-token");
  const second = await ui("--port", port);
  expect([second.exitCode, second.stderr]).toEqual([2, expect.stringContaining("EADDRINUSE")]);
  server.kill("SIGINT");
  expect(await ended).toBe(0);
});
