import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The target of a request: read once, so that guard and answer cannot read it in two ways. */
export interface RequestTarget {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** The reason why a request is turned away, with its status. */
export interface HttpRefusal {
  readonly status: 401 | 403 | 404 | 405 | 413 | 415 | 421;
  readonly why: string;
}

/** The conditions of a server of ours for a request. */
export interface Admission {
  readonly token: string;
  /** Bytes of a body. */
  readonly most: number;
  /** The server's own page: absent if no page in a browser may ask at all. */
  readonly page?: {
    /** Whether a path is one of the page's files, which everybody may read. */
    readonly isOpen: (path: string) => boolean;
  };
}

/**
 * The target of a request, `undefined` if it is not plain: an absolute address, a path with empty parts, `.`, `..`,
 * escapes or other signs. Nothing of ours has such an address, and every such spelling is a way to be read differently.
 */
export function requestTarget(url: string | undefined): RequestTarget | undefined {
  const [path = "", query = "", ...rest] = (url ?? "").split("?");
  if (rest.length > 0 || !/^\/(?:[\w-]+(?:\.[\w-]+)*(?:\/[\w-]+(?:\.[\w-]+)*)*)?$/.test(path)) return undefined;
  return { path, query: new URLSearchParams(query) };
}

/**
 * The rules for requests. Every program on this machine, of every user, reaches a port of 127.0.0.1, and so does every
 * page in the browser:
 * - the Host must be ours, or a foreign name that points here (DNS rebinding) would make us its own origin;
 * - a request of another origin is refused, whatever it brings;
 * - everything but the page's own files needs the token. It comes in a header and never in a cookie: cookies know no
 *   ports, so a browser would hand ours to any other server on 127.0.0.1.
 * @param target the key of the answer; `undefined` if the request's address is none of ours
 */
export function refuse(
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  target: RequestTarget | undefined,
  port: number,
  { token, most, page }: Admission,
): HttpRefusal | undefined {
  const host = `127.0.0.1:${port}`;
  if (headers.host !== host && (page || headers.host !== `localhost:${port}`))
    return { status: 421, why: `This server answers to http://${host}/ only.` };
  if (method !== "POST" && !(page && (method === "GET" || method === "HEAD")))
    return { status: 405, why: page ? "Only GET and POST are known here." : "An event comes by POST." };
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  if (!page && (origin !== undefined || site !== undefined))
    return { status: 403, why: "Requests of web pages are refused." };
  if (page && (origin === undefined ? method === "POST" : origin !== `http://${host}`))
    return { status: 403, why: "Requests of other origins are refused." };
  if (target === undefined) return { status: 404, why: "There is nothing here." };
  if (page?.isOpen(target.path)) return method === "POST" ? { status: 405, why: "Nothing is posted here." } : undefined;
  if (site !== undefined && site !== "same-origin") return { status: 403, why: "Requests of other sites are refused." };
  if (!isBearer(headers.authorization, token)) {
    const hint = page ? " Open the address that `snapveil ui` printed." : "";
    return { status: 401, why: `The token is missing or wrong.${hint}` };
  }
  if (page && method === "POST" && headers["content-type"] !== "application/json")
    return { status: 415, why: "The body must be application/json." };
  if (Number(headers["content-length"] ?? 0) > most) return { status: 413, why: `A body has at most ${most} bytes.` };
  return undefined;
}

/**
 * Whether a request's `Authorization` header brings the token, in a time that does not show how much of it was right.
 */
function isBearer(header: string | undefined, token: string): boolean {
  const [bytes, wanted] = [Buffer.from(header ?? ""), Buffer.from(`Bearer ${token}`)];
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
}
