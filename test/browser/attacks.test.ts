// @module-tag long
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, request, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { findChromium } from "./support/find-chromium.ts";
import { uiWorld, type UiWorld } from "./support/ui-world.ts";

const GETS = [
  "history",
  "sizes?ids=x",
  "matches?path=x",
  "checkpoint?id=x",
  "patch?id=x&file=0",
  "content?id=x&file=0&side=after",
  "preview-patch?preview=x&path=x",
  "redactions",
  "audit",
  "log",
  "events",
];
const POSTS = ["preview", "restore", "audit", "secret", "allow"];

describe.skipIf(findChromium() === undefined)("who attacks the page", () => {
  let ui: UiWorld;
  let stranger: Server;
  let strangeOrigin: string;
  let newest: { id: string; files: { path: string }[] };
  beforeAll(async () => {
    ui = await uiWorld(12);
    writeFileSync(join(ui.world.home, "private.txt"), "nobody else's\n");
    writeFileSync(
      join(ui.project, "sketch.svg"),
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>\n',
    );
    writeFileSync(join(ui.project, "page.html"), "<script>alert(1)</script>\n");
    symlinkSync(join(ui.world.home, "private.txt"), join(ui.project, "link.txt"));
    await ui.snapveil("snapshot", "-m", "odd files");
    const { checkpoints } = JSON.parse((await ui.snapveil("checkpoints", "--json")).stdout) as {
      checkpoints: (typeof newest)[];
    };
    newest = checkpoints.at(-1)!;
    stranger = createServer((_request, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<title>Stranger</title>"),
    );
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
    strangeOrigin = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  });
  afterEach(() => ui.closePages());
  afterAll(async () => {
    stranger?.close();
    await ui?.close();
  });

  /** A request with any headers: `fetch` would not let us lie about Host and Origin. */
  function raw(
    method: string,
    path: string,
    headers: Record<string, string>,
    body = "",
  ): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
    const { hostname, port } = new URL(ui.origin);
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          agent: false,
          method,
          host: hostname,
          port,
          path,
          headers: { ...headers, ...(body !== "" && { "content-length": String(Buffer.byteLength(body)) }) },
        },
        (response) => {
          let text = "";
          response.setEncoding("utf8");
          response.on("data", (part: string) => (text += part));
          response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, body: text }));
        },
      );
      asked.on("error", reject);
      asked.end(body);
    });
  }

  const own = () => ({
    host: new URL(ui.origin).host,
    authorization: `Bearer ${ui.token}`,
    "content-type": "application/json",
    origin: ui.origin,
  });
  const without = (name: string) => Object.fromEntries(Object.entries(own()).filter(([header]) => header !== name));

  test("with the right headers there is an answer, so what follows is refused for its fault alone", async () => {
    expect((await raw("GET", "/api/history", own())).status).toBe(200);
    expect((await raw("POST", "/api/preview", own(), '{"kind":"undo"}')).status).toBe(200);
  });

  test.each(GETS)("GET /api/%s needs the token", async (path) => {
    expect((await raw("GET", `/api/${path}`, without("authorization"))).status).toBe(401);
    for (const wrong of [
      "",
      "Bearer ",
      "Bearer x",
      `Bearer ${ui.token.slice(1)}`,
      `Bearer ${ui.token}x`,
      `Basic ${ui.token}`,
      ui.token,
    ])
      expect((await raw("GET", `/api/${path}`, { ...own(), authorization: wrong })).status).toBe(401);
    expect(
      (
        await raw("GET", `/api/${path}${path.includes("?") ? "&" : "?"}token=${ui.token}`, {
          ...without("authorization"),
          cookie: `token=${ui.token}`,
        })
      ).status,
    ).toBe(401);
  });

  test.each(POSTS)("POST /api/%s needs the token, our Host, our Origin and JSON", async (path) => {
    const post = async (headers: Record<string, string>) => (await raw("POST", `/api/${path}`, headers, "{}")).status;
    expect(await post(without("authorization"))).toBe(401);
    expect(await post({ ...own(), host: "evil.example" })).toBe(421);
    expect(await post(without("origin"))).toBe(403);
    for (const origin of [
      "null",
      strangeOrigin,
      "https://evil.example",
      ui.origin.replace("http:", "https:"),
      `${ui.origin}.evil.example`,
      "http://localhost",
    ])
      expect(await post({ ...own(), origin })).toBe(403);
    expect(await post({ ...own(), "sec-fetch-site": "same-site" })).toBe(403);
    expect(await post({ ...own(), "sec-fetch-site": "cross-site" })).toBe(403);
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
      expect(await post({ ...own(), "content-type": type })).toBe(415);
    expect((await raw("GET", `/api/${path}`, own())).status).toBe(path === "audit" ? 200 : 404);
  });

  test("another Host is turned away, whatever it asks for", async () => {
    const { port } = new URL(ui.origin);
    for (const host of [
      "evil.example",
      `evil.example:${port}`,
      `localhost:${port}`,
      "127.0.0.1",
      `127.0.0.1:${Number(port) + 1}`,
      `[::1]:${port}`,
    ]) {
      for (const path of ["/", "/page.js", "/api/history"])
        expect((await raw("GET", path, { ...own(), host })).status).toBe(421);
    }
  });

  test("no other method is known", async () => {
    for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
      expect((await raw(method, "/api/history", own())).status).toBe(405);
  });

  test("no path leads out of the page's files and the checkpoint's", async () => {
    for (const path of [
      "/../package.json",
      "/..%2f..%2fpackage.json",
      "/%2e%2e/%2e%2e/etc/passwd",
      "//etc/passwd",
      "/page/../../package.json",
      "/page.js/../../snapveil.cjs",
      "/snapveil.cjs",
      "/.git/config",
      "/constructor",
      "/__proto__",
      "/api/__proto__",
      "/api/constructor",
    ]) {
      const { status, body } = await raw("GET", path, own());
      expect([path, status]).toEqual([path, 404]);
      expect(body).not.toMatch(/root:|"name": "snapveil"/);
    }
    const content = (query: string) => raw("GET", `/api/content?${query}`, own());
    for (const file of ["../../private.txt", "/etc/passwd", "-1", "1e9", "0x0", "999999", "link.txt", ""]) {
      const { status, body } = await content(`id=${newest.id}&file=${encodeURIComponent(file)}&side=after`);
      expect([file, status >= 400]).toEqual([file, true]);
      expect(body).not.toContain("nobody else's");
    }
    for (const id of ["../..", "HEAD", "--help", "0".repeat(40), "", "%00", "a".repeat(9000)])
      expect((await content(`id=${encodeURIComponent(id)}&file=0&side=after`)).status).toBe(404);
    for (const path of [
      "../../home/private.txt",
      join(ui.world.home, "private.txt"),
      "/etc/passwd",
      "a/../../../home/private.txt",
    ]) {
      const answer = await raw(
        "POST",
        "/api/preview",
        own(),
        JSON.stringify({ kind: "restore", checkpoint: newest.id, after: true, paths: [path] }),
      );
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.body).not.toContain("nobody else's");
      const { preview } = (await (
        await ui.ask("/api/preview", { method: "POST", body: '{"kind":"undo"}' })
      ).json()) as { preview: string };
      expect(
        (await raw("GET", `/api/preview-patch?preview=${preview}&path=${encodeURIComponent(path)}`, own())).status,
      ).toBe(404);
    }
  });

  test("a link is its target's name and never what it points to", async () => {
    const at = newest.files.findIndex(({ path }) => path === "link.txt");
    const { body } = await raw("GET", `/api/content?id=${newest.id}&file=${at}&side=after`, own());
    expect(body).toBe(join(ui.world.home, "private.txt"));
  });

  test.each(["page.html", "sketch.svg"])("%s is sent as plain text that no browser runs", async (path) => {
    const at = newest.files.findIndex((file) => file.path === path);
    const { status, headers } = await raw("GET", `/api/content?id=${newest.id}&file=${at}&side=after`, own());
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-security-policy"]).toMatch(/default-src 'none'.*sandbox/);
  });

  test("every answer forbids what it can, and the page has no script in line", async () => {
    const page = await raw("GET", "/", { host: own().host, "accept-encoding": "identity" });
    expect(page.headers["content-security-policy"]).toContain("script-src 'self'");
    expect(page.headers["content-security-policy"]).not.toContain("unsafe");
    expect(page.headers["set-cookie"]).toBeUndefined();
    for (const path of ["/", "/api/history", "/nothing"]) {
      const { headers } = await raw("GET", path, own());
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
        "cache-control": "no-store",
      });
      expect(headers["access-control-allow-origin"]).toBeUndefined();
    }
  });

  test("looking changes nothing: not a byte of the project, of the state, of the source's .git", async () => {
    const before = contentsOf(ui.world.data, ui.project);
    const { rows } = (await (await ui.ask("/api/history")).json()) as { rows: { id: string }[] };
    await (await ui.ask(`/api/sizes?ids=${rows.map(({ id }) => id).join(",")}`)).json();
    for (const { id } of rows.slice(-5)) {
      for (const path of [
        `checkpoint?id=${id}`,
        `patch?id=${id}&file=0`,
        `blame?id=${id}&file=0`,
        `hunks?id=${id}`,
        `content?id=${id}&file=0&side=after`,
        `content?id=${id}&file=0&side=before`,
      ])
        await (await ui.ask(`/api/${path}`)).arrayBuffer();
    }
    for (const path of ["matches?path=src&text=total", "redactions", "audit", "log?text=rm"])
      await (await ui.ask(`/api/${path}`)).arrayBuffer();
    expect(contentsOf(ui.world.data, ui.project)).toEqual(before);
  });

  test("a restore that was not looked at is refused, and so is one that asks for something else", {
    tags: ["sample"],
  }, async () => {
    const preview = (await (await ui.ask("/api/preview", { method: "POST", body: '{"kind":"undo"}' })).json()) as {
      preview: string;
    };
    const post = async (body: unknown) =>
      (await ui.ask("/api/restore", { method: "POST", body: JSON.stringify(body) })).status;
    const before = contentsOf(ui.project);
    expect(await post({ request: { kind: "undo" } })).toBe(400);
    expect(await post({ request: { kind: "undo" }, preview: "x" })).toBe(409);
    expect(
      await post({ request: { kind: "restore", checkpoint: newest.id, after: false }, preview: preview.preview }),
    ).toBe(409);
    for (const request of [
      null,
      [],
      "undo",
      { kind: "reset" },
      { kind: "restore" },
      { kind: "restore", checkpoint: newest.id, after: false, paths: [] },
      { kind: "restore", checkpoint: newest.id, after: false, paths: [1] },
      { kind: "restore", checkpoint: { $gt: "" }, after: false },
    ])
      expect(await post({ request, preview: preview.preview })).toBe(400);
    expect(contentsOf(ui.project)).toEqual(before);
  });

  test("bodies that are no JSON or endless are refused, and the server lives on", async () => {
    expect((await raw("POST", "/api/preview", own(), "{")).status).toBe(400);
    const tooLong = `"${"x".repeat(5 << 20)}"`;
    for (const headers of [own(), { ...own(), "transfer-encoding": "chunked" }]) {
      const answer = await raw("POST", "/api/preview", headers, tooLong).then(
        ({ status }) => status,
        () => "cut off",
      ); // refused before all of it is sent
      expect([400, 413, "cut off"]).toContain(answer);
    }
    expect((await raw("POST", "/api/preview", { ...own(), "content-length": String(5 << 20) })).status).toBe(413);
    expect((await raw("GET", "/api/history", own())).status).toBe(200);
  });

  test("a page of another origin in the same browser reads and changes nothing, even while ours is open", async () => {
    const { page: ours } = await ui.open();
    await ours.waitForSelector("[role=treeitem]");
    const before = contentsOf(ui.project);
    const { page } = await ui.open({}, strangeOrigin);
    const results = await page.evaluate(
      async ({ origin, token }) => {
        const attempt = async (path: string, init: RequestInit) =>
          fetch(origin + path, init).then(
            async (response) => `${response.type} ${response.status} ${(await response.text()).length}`,
            () => "refused",
          );
        const posts = { method: "POST", body: '{"kind":"undo"}' };
        const frame = document.createElement("iframe");
        frame.src = origin;
        const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
        document.body.append(frame);
        await loaded;
        return {
          read: await attempt("/api/history", { credentials: "include" }),
          readWithToken: await attempt("/api/history", { headers: { authorization: `Bearer ${token}` } }),
          blind: await attempt("/api/preview", { ...posts, mode: "no-cors", credentials: "include" }),
          json: await attempt("/api/restore", {
            ...posts,
            headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
          }),
          script: await attempt("/page.js", {}),
          frame: (() => {
            try {
              return String(frame.contentDocument?.title ?? "closed to us");
            } catch {
              return "closed to us";
            }
          })(),
        };
      },
      { origin: ui.origin, token: ui.token },
    );
    expect(results).toEqual({
      read: "refused",
      readWithToken: "refused",
      blind: "refused",
      json: "refused",
      script: "refused",
      frame: "closed to us",
    });
    expect(contentsOf(ui.project)).toEqual(before);
  });

  test("without the token the page shows nothing but what to do", async () => {
    const { page } = await ui.open({}, ui.origin);
    await page.waitForSelector("text=This page needs its token");
    expect(await page.locator("[role=treeitem]").count()).toBe(0);
    expect(await page.content()).not.toContain(ui.project);
  });

  test("nothing but this machine reaches the port", () => {
    const { port } = new URL(ui.origin);
    const hex = Number(port).toString(16).toUpperCase().padStart(4, "0");
    const sockets = ["/proc/net/tcp", "/proc/net/tcp6"]
      .flatMap((file) => readFileSync(file, "utf8").split("\n"))
      .map((line) => line.trim().split(/\s+/));
    const listening = sockets
      .filter(([, local, , state]) => local?.endsWith(`:${hex}`) && state === "0A")
      .map(([, local]) => local);
    expect(listening).toEqual([`0100007F:${hex}`]);
  });
});

/** Every file below the folders with its content and time. */
function contentsOf(...folders: string[]): Map<string, string> {
  return new Map(
    folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true, encoding: "utf8" })
        .filter((entry) => entry.isFile())
        .map((entry): [string, string] => {
          const path = join(entry.parentPath, entry.name);
          return [path, `${statSync(path).mtimeMs} ${readFileSync(path, "base64")}`];
        }),
    ),
  );
}
