import { describe, expect, test } from "vitest";

import { refuse, requestTarget, type Admission } from "../../../../web/loopback/guard.ts";
import { securityHeaders } from "../../../../web/loopback/reply.ts";

const TOKEN = "t".repeat(43);
const HOOKS: Admission = { token: TOKEN, most: 100 };
const PAGE: Admission = { ...HOOKS, page: { isOpen: (path) => path === "/" } };

interface Request {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string | undefined>;
}

/** The status of a request that is right but for this. */
function statusOf(to: Admission, { method = to.page ? "GET" : "POST", path = "/api/history", headers = {} }: Request) {
  const usual = { host: "127.0.0.1:4000", authorization: `Bearer ${TOKEN}`, ...headers };
  return refuse({ method, headers: usual }, requestTarget(path), 4000, to)?.status ?? 200;
}

const POST = { origin: "http://127.0.0.1:4000", "content-type": "application/json" };

describe("a request to the page", () => {
  test.each<[what: string, request: Request, status: number]>([
    ["that is right", {}, 200],
    ["that posts", { method: "POST", headers: POST }, 200],
    ["for its head", { method: "HEAD" }, 200],
    ["of the same site", { headers: { "sec-fetch-site": "same-origin" } }, 200],
    ["for a file of the page, without the token", { path: "/", headers: { authorization: undefined } }, 200],
    ["for a file of the page, from anywhere", { path: "/", headers: { "sec-fetch-site": "cross-site" } }, 200],
    ["by another name of this machine", { headers: { host: "localhost:4000" } }, 421],
    ["by a foreign name", { headers: { host: "evil.example:4000" } }, 421],
    ["at another port", { headers: { host: "127.0.0.1:4001" } }, 421],
    ["without a name", { headers: { host: undefined } }, 421],
    ["for a file of the page, by a foreign name", { path: "/", headers: { host: "evil.example:4000" } }, 421],
    ["of another method", { method: "PUT", headers: POST }, 405],
    ["that posts to a file of the page", { method: "POST", path: "/", headers: POST }, 405],
    ["of another origin", { headers: { origin: "http://evil.example" } }, 403],
    ["of a page without origin", { headers: { origin: "null" } }, 403],
    ["of our name with another scheme", { headers: { origin: "https://127.0.0.1:4000" } }, 403],
    ["that posts without an origin", { method: "POST", headers: { ...POST, origin: undefined } }, 403],
    ["of another site", { headers: { "sec-fetch-site": "cross-site" } }, 403],
    ["of another port of this machine", { headers: { "sec-fetch-site": "same-site" } }, 403],
    ["that a person typed", { headers: { "sec-fetch-site": "none" } }, 403],
    ["without the token", { headers: { authorization: undefined } }, 401],
    ["with a part of the token", { headers: { authorization: `Bearer ${TOKEN.slice(1)}` } }, 401],
    ["with more than the token", { headers: { authorization: `Bearer ${TOKEN}t` } }, 401],
    ["with a token of the same length", { headers: { authorization: `Bearer ${"u".repeat(43)}` } }, 401],
    ["with the token in another form", { headers: { authorization: `Basic ${TOKEN}` } }, 401],
    ["of a form", { method: "POST", headers: { ...POST, "content-type": "text/plain" } }, 415],
    ["that is as long as it may be", { method: "POST", headers: { ...POST, "content-length": "100" } }, 200],
    ["that is longer", { method: "POST", headers: { ...POST, "content-length": "101" } }, 413],
    ["for an odd address", { path: "/api/../history" }, 404],
  ])("%s: %s", (_, request, status) => {
    expect(statusOf(PAGE, request)).toBe(status);
  });
});

describe("an event over HTTP", () => {
  test.each<[what: string, request: Request, status: number]>([
    ["that is right", {}, 200],
    ["by the machine's own name", { headers: { host: "localhost:4000" } }, 200],
    ["by a foreign name", { headers: { host: "evil.example:4000" } }, 421],
    ["by GET", { method: "GET" }, 405],
    ["of a web page, be it ours", { headers: { origin: "http://127.0.0.1:4000" } }, 403],
    ["of a browser", { headers: { "sec-fetch-site": "none" } }, 403],
    ["without the token", { headers: { authorization: undefined } }, 401],
    ["that is too long", { headers: { "content-length": "101" } }, 413],
  ])("%s: %s", (_, request, status) => {
    expect(statusOf(HOOKS, request)).toBe(status);
  });
});

test.each([
  ["/", true],
  ["/hook?agent=codex&arg=a", true],
  ["/page.css", true],
  ["/a//b", false],
  ["/a/", false],
  ["/./a", false],
  ["/../a", false],
  ["/.git/config", false],
  ["/%2e%2e/a", false],
  ["/a?b?c", false],
  ["http://127.0.0.1:4000/a", false],
  ["*", false],
  [undefined, false],
])("the address %s is one that can be answered: %s", (url, isPlain) => {
  expect(requestTarget(url) !== undefined).toBe(isPlain);
});

test("every answer says what a browser may do with it: nothing more than the page needs", () => {
  for (const isPage of [true, false]) {
    const { "content-security-policy": policy, ...rest } = securityHeaders(isPage);
    expect(rest).toEqual({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "no-store",
    });
    for (const rule of ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"])
      expect(policy!.split("; ")).toContain(rule);
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(policy!.includes("script-src 'self'")).toBe(isPage);
    expect(policy!.includes("trusted-types 'none'")).toBe(isPage);
    expect(policy!.endsWith("sandbox")).toBe(!isPage);
  }
});
