import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";

import { afterEach, expect, test } from "vitest";

import { text } from "../../../../web/loopback/reply.ts";
import { startServer, type RunningServer } from "../../../../web/loopback/start-server.ts";

const TOKEN = "t".repeat(43);
let server: RunningServer | undefined;
afterEach(() => server?.close());

async function start(): Promise<URL> {
  server = await startServer(
    { now: () => new Date() },
    {
      token: TOKEN,
      most: 10,
      port: 0,
      idle: 0,
      refusal: ({ status, why }) => text(why, status),
      async answer({ body }) {
        try {
          return text(await body(), 200);
        } catch {
          return text("too long", 400);
        }
      },
    },
  );
  return new URL(server.origin);
}

/** A body in parts whose length is not said beforehand. */
function post(url: URL, parts: readonly string[], host = url.hostname): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${TOKEN}`, host: url.host };
    const sent = request({ host, port: url.port, path: "/hook", method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    sent.on("error", reject);
    for (const part of parts) sent.write(part);
    sent.end();
  });
}

test.each([
  [["12345", "67890"], 200],
  [["12345", "678901"], 400],
])("a body whose length nobody said ends at its bound: %j", async (parts, status) => {
  expect(await post(await start(), parts)).toBe(status);
});

test("nobody reaches it from another machine", async () => {
  const url = await start();
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  for (const { address, family, internal } of addresses)
    if (!internal && family === "IPv4") await expect(post(url, ["1"], address)).rejects.toThrow(/ECONNREFUSED/);
  expect(url.hostname).toBe("127.0.0.1" satisfies AddressInfo["address"]);
});
