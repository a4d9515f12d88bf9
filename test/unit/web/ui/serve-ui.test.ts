import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";

import type { Io } from "../../../../kit/io.ts";
import { snapshotNow } from "../../../../shadow-repo/record/snapshot-now.ts";
import type { CheckpointView, HistoryView, RowSize } from "../../../../web/ui/api.ts";
import type { PreviewView } from "../../../../web/ui/restore-api.ts";
import { serveUi, type RunningUi } from "../../../../web/ui/serve-ui.ts";
import { ioWith } from "../../../support/io-with.ts";
import { temporaryWorld, type TemporaryWorld } from "../../../support/temporary-world.ts";

let world: TemporaryWorld;
let io: Io;
let ui: RunningUi | undefined;
beforeEach(() => {
  world = temporaryWorld();
  io = { ...ioWith("", world.env), cwd: world.cwd, pid: process.pid, now: () => new Date() };
  execFileSync("git", ["init", "-q"], { cwd: world.cwd, env: world.env });
  const assets = join(world.tmp, "assets");
  mkdirSync(assets);
  for (const name of ["index.html", "page.js", "colours.js", "page.css", "icon.svg"])
    writeFileSync(join(assets, name), "");
});
afterEach(() => {
  ui?.close();
  world.remove();
});

async function serve(idle = 60_000, folder = world.cwd): Promise<RunningUi> {
  const bugs: unknown[] = [];
  ui = await serveUi(io, folder, {
    version: "0",
    assets: join(world.tmp, "assets"),
    port: 0,
    idle,
    startThread: () => {
      throw new Error("no thread is needed");
    },
    onBug: (error) => bugs.push(error),
  });
  return ui;
}

async function ask<Value>(path: string, body?: unknown): Promise<Value> {
  const { origin, hash } = new URL(ui!.url);
  const headers = {
    authorization: `Bearer ${hash.slice(1)}`,
    origin,
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  const response = await fetch(
    origin + path,
    body === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(body) },
  );
  return response.json() as Promise<Value>;
}

test("ends by itself when nobody looks, and not while somebody listens", async () => {
  const { pass, IDLE } = withOwnClock();
  const running = await serve(IDLE);
  const { origin, hash } = new URL(running.url);
  const stop = new AbortController();
  const listened = await fetch(`${origin}/api/events`, {
    headers: { authorization: `Bearer ${hash.slice(1)}` },
    signal: stop.signal,
  });
  pass(10 * IDLE);
  expect((await fetch(origin)).status).toBe(200);
  stop.abort();
  await expect(listened.text()).rejects.toThrow();
  // The server hears of it later than this process.
  await expect.poll(() => (pass(IDLE), isOpen(origin))).toBe(false);
  await running.closed;
});

test("the page's files are compressed only for who takes that", async () => {
  const script = "const page = 1;\n".repeat(100);
  writeFileSync(join(world.tmp, "assets/page.js"), script);
  const { host, port } = new URL((await serve()).url);
  const asked = (accepted?: string) =>
    new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
      const headers = { host, ...(accepted !== undefined && { "accept-encoding": accepted }) };
      const sent = request({ host: "127.0.0.1", port, path: "/page.js", headers }, async (response) => {
        const parts: Buffer[] = [];
        for await (const part of response as AsyncIterable<Buffer>) parts.push(part);
        expect(response.headers).toMatchObject({ vary: "accept-encoding" });
        resolve({ encoding: response.headers["content-encoding"], body: Buffer.concat(parts) });
      });
      sent.on("error", reject).end();
    });
  for (const accepted of ["gzip, deflate, br", "br;q=1, GZIP;q=0.5", "*", "identity;q=0, x-gzip"]) {
    const { encoding, body } = await asked(accepted);
    expect({ accepted, encoding, text: gunzipSync(body).toString() }).toEqual({
      accepted,
      encoding: "gzip",
      text: script,
    });
  }
  for (const accepted of [undefined, "", "identity", "br", "gzip;q=0", "*, gzip; q=0.0"]) {
    const { encoding, body } = await asked(accepted);
    expect({ accepted, encoding, text: body.toString() }).toEqual({ accepted, encoding: undefined, text: script });
  }
});

test("a stranger's requests do not keep it awake", async () => {
  const { pass, IDLE } = withOwnClock();
  const running = await serve(IDLE);
  const { origin } = new URL(running.url);
  pass(IDLE - 1);
  expect((await fetch(`${origin}/api/history`)).status).toBe(401);
  pass(1);
  await running.closed;
});

/** A clock that stands, and what lets so many milliseconds pass, after which the server looks whether it is to end. */
function withOwnClock(): { readonly pass: (milliseconds: number) => void; readonly IDLE: number } {
  const IDLE = 1000;
  let clock = Date.now();
  io = { ...io, now: () => new Date(clock) };
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const pass = (milliseconds: number) => {
    clock += milliseconds;
    vi.advanceTimersByTime(IDLE);
  };
  return { pass, IDLE };
}

async function isOpen(origin: string): Promise<boolean> {
  return fetch(origin).then(
    () => true,
    () => false,
  );
}

test("without the token nothing but the page's own files is answered, however the address is spelled", async () => {
  writeFileSync(join(world.cwd, "a.txt"), "a\n");
  await snapshotNow(io, world.cwd, { note: "first" });
  const { origin, host, port } = new URL((await serve()).url);
  const raw = (path: string, method = "GET") =>
    new Promise<number>((resolve, reject) => {
      const headers = { host, origin, "content-type": "application/json", "content-length": 2 };
      const sent = request({ host: "127.0.0.1", port, path, method, headers }, (response) =>
        resolve(response.resume().statusCode!),
      );
      sent.on("error", reject);
      sent.end("{}");
    });
  const routes = [
    "history",
    "sizes",
    "matches",
    "checkpoint",
    "patch",
    "content",
    "preview-patch",
    "blame",
    "hunks",
    "secret",
    "allow",
    "redactions",
    "audit",
    "events",
    "preview",
    "restore",
  ];
  const spellings = [
    "/api/",
    "//x/api/",
    "//api/",
    "/x/../api/",
    "/./api/",
    "/%2e/api/",
    "/%2e%2e/api/",
    "/api%2f",
    "/%61pi/",
    "/API/",
    "/api//",
    "/api/./",
    "/page.js/../api/",
    "/\\api/",
    "/?/api/",
    "/;/api/",
    `${origin}/api/`,
    "http://evil.example/api/",
    "api/",
    "*",
    "/..;/api/",
  ];
  for (const route of routes) {
    for (const spelling of spellings) {
      for (const method of ["GET", "POST", "HEAD"]) {
        const status = await raw(`${spelling}${route}?id=1`, method);
        expect(status, `${method} ${spelling}${route}`).toBeGreaterThanOrEqual(400);
      }
    }
  }
  expect(
    await Promise.all(["/", "/page.js", "/page.css", "/icon.svg", "/icon.svg?v=1"].map((path) => raw(path))),
  ).toEqual([200, 200, 200, 200, 200]);
  expect(await Promise.all(["/index.html", "/page", "/favicon.ico", "/api"].map((path) => raw(path)))).toEqual([
    401, 401, 401, 401,
  ]);
});

test("where nothing was recorded the list is empty, no folder is made, and the first checkpoint appears", async () => {
  await serve();
  expect((await ask<HistoryView>("/api/history")).rows).toEqual([]);
  writeFileSync(join(world.cwd, "a.txt"), "a\n");
  await snapshotNow(io, world.cwd, { note: "first" });
  expect((await ask<HistoryView>("/api/history")).rows.map(({ note }) => note)).toEqual(["first"]);
});

test("is about the whole worktree, also from a sub-directory", async () => {
  mkdirSync(join(world.cwd, "sub"));
  await snapshotNow(io, world.cwd, { note: "empty" });
  writeFileSync(join(world.cwd, "top.txt"), "a\n");
  await snapshotNow(io, world.cwd, { note: "top" });
  writeFileSync(join(world.cwd, "top.txt"), "b\n");
  await serve(60_000, join(world.cwd, "sub"));
  const { rows } = await ask<HistoryView>("/api/history");
  const preview = await ask<PreviewView>("/api/preview", { kind: "restore", checkpoint: rows.at(-1)!.id, after: true });
  expect(preview.changes.map(({ path }) => path)).toEqual(["top.txt"]);
});

test.each(["git", "isomorphic-git"])("names that are no UTF-8 are shown, counted and read, with %s", async (engine) => {
  const config = join(world.tmp, "config.jsonc");
  writeFileSync(config, JSON.stringify({ engine }));
  io = { ...io, env: { ...io.env, SNAPVEIL_CONFIG: config } };
  await snapshotNow(io, world.cwd, { note: "empty" });
  const odd = [Buffer.from([0x61, 0xff]), Buffer.from([0x61, 0xfe]), Buffer.from("plain\nname")];
  for (const [at, name] of odd.entries()) writeFileSync(Buffer.concat([Buffer.from(`${world.cwd}/`), name]), `${at}\n`);
  await snapshotNow(io, world.cwd, { note: "odd" });
  await serve();
  const { rows } = await ask<HistoryView>("/api/history");
  const { id } = rows.at(-1)!;
  const { files } = await ask<CheckpointView>(`/api/checkpoint?id=${id}`);
  expect(files.map(({ path, unnamable }) => [path, unnamable])).toEqual([
    ["a\ufffd", true],
    ["a\ufffd", true],
    ["plain\nname", undefined],
  ]);
  const { origin, hash } = new URL(ui!.url);
  const contents = await Promise.all(
    files.map(async (_, at) =>
      (
        await fetch(`${origin}/api/content?id=${id}&file=${at}&side=after`, {
          headers: { authorization: `Bearer ${hash.slice(1)}` },
        })
      ).text(),
    ),
  );
  expect(contents).toEqual(["1\n", "0\n", "2\n"]);
  expect(await ask<RowSize[]>(`/api/sizes?ids=${id}`)).toMatchObject([{ files: 3, additions: 3 }]);
});
