import { createServer, type Server } from "node:http";
import https from "node:https";
import { syncBuiltinESMExports } from "node:module";
import type { AddressInfo, Socket } from "node:net";
import { text as textOf } from "node:stream/consumers";

import { afterEach, describe, expect, onTestFinished, test } from "vitest";

import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import { isPublicAddress } from "../../../builtins/http-post/is-public.ts";
import { post } from "../../../builtins/http-post/post.ts";
import httpPost, { faultIn } from "../../../builtins/http-post.ts";
import { planned } from "../../../builtins/planned.ts";
import { faultyEntries } from "../../../hook/plan.ts";
import type { Settings } from "../../../worktree/settings.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { ioWith } from "../../support/io-with.ts";

const TOKEN = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** What a server was asked, one path after the other. */
async function serve(answer: Parameters<typeof createServer>[1]): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const made = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers["content-type"]} ${request.headers.host}`);
    answer?.(request, response);
  });
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
  server = made;
  return { port: (made.address() as AddressInfo).port, asked };
}

const usual = { allow: [], patience: 5000 };
const at = (...addresses: string[]) => ({
  resolve: async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
});

test("a body arrives as JSON, and the status comes back though the answer never ends", async () => {
  const { port, asked } = await serve((_, response) => void response.writeHead(202).write("on and on"));
  expect(await post(new URL(`http://127.0.0.1:${port}/a?b=c`), "{}", usual)).toBe(202);
  expect(asked).toEqual([`POST /a?b=c application/json 127.0.0.1:${port}`]);
});

test.each([
  [[], { id: 12, note: "by [REDACTED]" }],
  [['{"text": "done"}'], { text: "done" }],
  [[`{"text": "with ${TOKEN}"}`], { text: "with [REDACTED]" }],
])("the event is sent, or what stands behind the URL, and no secret: %j", async (more, sent) => {
  const bodies: Promise<string>[] = [];
  const { port } = await serve((request, response) => {
    bodies.push(textOf(request));
    response.end();
  });
  const args = [`http://127.0.0.1:${port}/`, ...more];
  const call = { args, io: ioWith(""), settings: DEFAULT_SETTINGS, origin: "user" } as const;
  const event = { name: "turn_end", wireName: "Stop", dialect: "claude-code", raw: { id: 12, note: `by ${TOKEN}` } };
  expect(await httpPost(event as HookEvent, call)).toEqual({});
  expect((await Promise.all(bodies)).map((body) => JSON.parse(body))).toEqual([sent]);
});

test("a redirect is not followed", async () => {
  const { port, asked } = await serve((_, response) => void response.writeHead(307, { location: "/other" }).end());
  expect(await post(new URL(`http://localhost:${port}/`), "{}", usual)).toBe(307);
  expect(asked).toHaveLength(1);
});

describe("all of it has one deadline", () => {
  test("a server that says nothing", async () => {
    const { port } = await serve(() => {});
    await expect(post(new URL(`http://127.0.0.1:${port}/secret`), "{}", { ...usual, patience: 200 })).rejects.toThrow(
      /^did not answer within 0\.2 s$/,
    );
  });

  test("a server that sends a header for ever", async () => {
    const { port } = await serve((request) => {
      const drip = (socket: Socket) => {
        socket.write("HTTP/1.1 200 OK\r\nx: ");
        const timer = setInterval(() => socket.write("x"), 20);
        socket.on("close", () => clearInterval(timer)).on("error", () => {});
      };
      drip(request.socket);
    });
    await expect(post(new URL(`http://127.0.0.1:${port}/`), "{}", { ...usual, patience: 200 })).rejects.toThrow(
      "answer",
    );
  });

  test("a name server that says nothing", async () => {
    const resolve = () => new Promise<never>(() => {});
    await expect(post(new URL("https://example.com/"), "{}", { ...usual, patience: 50, resolve })).rejects.toThrow(
      "did not answer",
    );
  });
});

describe("where nothing is sent", () => {
  test.each([
    ["10.1.2.3"],
    ["172.31.0.1"],
    ["192.168.1.1"],
    ["169.254.169.254"],
    ["100.64.0.1"],
    ["0.0.0.0"],
    ["127.0.0.1"],
    ["255.255.255.255"],
    ["::"],
    ["::1"],
    ["fe80::1"],
    ["fd00:ec2::254"],
    ["::ffff:10.0.0.1"],
    ["::ffff:8.8.8.8"],
    ["64:ff9b::a00:1"],
    ["2002:a00:1::"],
  ])("%s, by its name or by itself", async (address) => {
    expect(isPublicAddress(address)).toBe(false);
    const literal = new URL(`https://${address.includes(":") ? `[${address}]` : address}/`);
    await expect(post(literal, "{}", usual)).rejects.toThrow(/private|this machine|cannot be reached/);
    await expect(post(new URL("https://hooks.example.com/"), "{}", { ...usual, ...at(address) })).rejects.toThrow(
      "private address",
    );
  });

  test.each(["8.8.8.8", "172.32.0.1", "2606:4700::1111"])("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test("a host with one public and one private address", async () => {
    const both = at("93.184.216.34", "10.0.0.1");
    await expect(post(new URL("https://example.com/"), "{}", { ...usual, ...both })).rejects.toThrow("private");
  });

  test("a localhost that is another machine", async () => {
    await expect(post(new URL("http://localhost/"), "{}", { ...usual, ...at("93.184.216.34") })).rejects.toThrow(
      "is not this machine",
    );
  });
});

test("a host that the settings allow is asked at the address that was looked up", async () => {
  const { port, asked } = await serve((_, response) => void response.end());
  const url = new URL(`http://hooks.internal:${port}/`);
  await expect(post(url, "{}", { ...usual, ...at("127.0.0.1") })).rejects.toThrow("private");
  expect(await post(url, "{}", { ...usual, allow: ["hooks.internal"], ...at("127.0.0.1") })).toBe(200);
  expect(asked).toEqual([`POST / application/json hooks.internal:${port}`]);
});

test("the certificate of a server is checked, whatever the variables of Node say", async () => {
  let options: https.RequestOptions = {};
  const { request } = https;
  const put = (one: typeof request) => {
    https.request = one;
    syncBuiltinESMExports();
  };
  onTestFinished(() => put(request));
  put(((_: URL, given: https.RequestOptions) => {
    options = given;
    throw new Error("nothing is sent");
  }) as unknown as typeof request);
  await expect(post(new URL("https://a.example/"), "{}", { ...usual, ...at("93.184.216.34") })).rejects.toThrow();
  expect(options.rejectUnauthorized).toBe(true);
});

test.each([
  [[], "takes a URL"],
  [["https://a.example", "{}", "more"], "takes a URL"],
  [["hooks"], "is none"],
  [["ftp://a.example"], "by https"],
  [["http://a.example"], "by https"],
  [["http://127.0.0.1.example"], "by https"],
  [["https://me:password@a.example"], "no user name"],
  [["https://a.example/hook?key=1"], undefined],
  [["http://localhost:8080", "{}"], undefined],
  [["http://[::1]:8080"], undefined],
])("the fault in the arguments %j is: %s", (args, fault) => {
  const said = faultIn(args);
  if (fault === undefined) expect(said).toBeUndefined();
  else expect(said).toContain(fault);
  expect(said ?? "").not.toContain("password@");
});

test("a project's settings cannot name it: that is said, and nothing runs", async () => {
  const entry = { name: "http_post", args: ["https://a.example"], origin: "project" } as const;
  const settings = { ...DEFAULT_SETTINGS, added: { notification: [entry] } };
  expect(planned("notification", settings)).toEqual([]);
  expect(await faultyEntries([{ name: "notification" }], settings)).toEqual([
    expect.stringContaining("only your own settings"),
  ]);
});

test("of the faulty entries of a project, whose file may be anybody's, five are told", async () => {
  const entries = (origin: "project" | "user") =>
    Array.from({ length: 9 }, (_, at) => ({ name: `no_such_${at}`, args: [], origin }));
  const told = async (of: Partial<Settings>) => faultyEntries([{ name: "stop" }], { ...DEFAULT_SETTINGS, ...of });
  expect(await told({ added: { stop: entries("project") } })).toHaveLength(5);
  expect(await told({ builtins: { stop: entries("user") } })).toHaveLength(9);
});
