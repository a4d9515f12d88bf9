import { request } from "node:http";

import { afterEach, expect, test } from "vitest";

import type { RunningServer } from "../../../../web/loopback/start-server.ts";
import { serveHooks } from "../../../../web/serve/serve-hooks.ts";
import { ioWith } from "../../../support/io-with.ts";

const TOKEN = "0123456789abcdef0123456789abcdef";

let server: RunningServer | undefined;
afterEach(() => server?.close());

const start = async (idle: number) =>
  (server = await serveHooks({ ...ioWith("", {}), now: () => new Date() }, { token: TOKEN, port: 0, idle }));

/** An event in two pieces, so that it can take its time; gives the status. */
function ask(origin: string, pause = 0, token = TOKEN): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${origin}/hook?builtin=add_date`,
      { method: "POST", headers: { authorization: `Bearer ${token}` } },
      (response) => response.resume().on("end", () => resolve(response.statusCode!)),
    );
    sent.on("error", reject);
    sent.write('{"hook_event_name":');
    setTimeout(() => sent.end('"turn_start"}'), pause);
  });
}

test("ends by itself when no event came for so long, and not while one is answered", async () => {
  const { origin, closed } = await start(200);
  expect(await ask(origin, 700)).toBe(200);
  expect(await ask(origin)).toBe(200);
  await closed;
  await expect(ask(origin)).rejects.toThrow();
});

test("strangers do not keep it awake", async () => {
  const { origin, closed } = await start(300);
  const knocking = setInterval(() => void ask(origin, 0, "x").catch(() => {}), 50);
  await closed;
  clearInterval(knocking);
});

test("stays where it is not to end", async () => {
  const { origin } = await start(0);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(await ask(origin)).toBe(200);
});
