import { request } from "node:http";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { RunningServer } from "../../../../web/loopback/start-server.ts";
import { serveHooks } from "../../../../web/serve/serve-hooks.ts";
import { ioWith } from "../../../support/io-with.ts";

const TOKEN = "0123456789abcdef0123456789abcdef";
const IDLE = 1000;

let server: RunningServer | undefined;
let clock = 0;
beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => {
  server?.close();
  vi.useRealTimers();
});

const start = async (idle: number) =>
  (server = await serveHooks({ ...ioWith("", {}), now: () => new Date(clock) }, { token: TOKEN, port: 0, idle }));

/** Lets so many milliseconds pass, after which the server looks whether it is to end. */
function pass(milliseconds: number): void {
  clock += milliseconds;
  vi.advanceTimersByTime(IDLE);
}

/** Sends an event, of which the last part goes off when `meanwhile` has run with a request in the server; gives the status. */
function ask(origin: string, meanwhile = () => {}, token = TOKEN): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${origin}/hook?builtin=add_date`,
      { method: "POST", headers: { authorization: `Bearer ${token}`, expect: "100-continue" } },
      (response) => response.resume().on("end", () => resolve(response.statusCode!)),
    );
    sent.on("error", reject);
    sent.on("continue", () => {
      sent.write('{"hook_event_name":');
      meanwhile();
      sent.end('"turn_start"}');
    });
    sent.flushHeaders();
  });
}

test("ends by itself when no event came for so long, and not while one is answered", async () => {
  const { origin, closed } = await start(IDLE);
  pass(IDLE - 1);
  expect(await ask(origin, () => pass(10 * IDLE))).toBe(200);
  pass(IDLE - 1);
  expect(await ask(origin)).toBe(200);
  pass(IDLE);
  await closed;
  await expect(ask(origin)).rejects.toThrow();
});

test("strangers do not keep it awake", async () => {
  const { origin, closed } = await start(IDLE);
  pass(IDLE - 1);
  expect(await ask(origin, () => {}, "x").catch(() => 401)).toBe(401);
  pass(1);
  await closed;
});

test("stays where it is not to end", async () => {
  const { origin } = await start(0);
  pass(1e9);
  expect(await ask(origin)).toBe(200);
});
