import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The parsed URL of a request. Guard and routes use the same parsed URL, so they cannot understand it differently. */
export interface RequestTarget {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** The reason why a request is refused, with the HTTP status of the reply. */
export interface HttpRefusal {
  readonly status: 401 | 403 | 404 | 405 | 413 | 415 | 421;
  readonly why: string;
}

/** The parts of a request that are checked, beside its target. */
type Sent = Pick<IncomingMessage, "method" | "headers">;

/** The conditions that a request has to meet. */
export interface Admission {
  readonly token: string;
  /** The largest body of a request, in bytes. */
  readonly most: number;
  /** Set if the server serves a page to the browser. If it is absent, requests of web pages are refused. */
  readonly page?: {
    /** Whether a path is a file of the page, which needs no token. */
    readonly isOpen: (path: string) => boolean;
  };
}

/**
 * Parses a URL; `undefined` if it is not plain: an absolute URL, a path with empty parts, `.`, `..`, escapes or other
 * characters. No route has such a URL, and parsers disagree about such URLs.
 */
export function requestTarget(url: string | undefined): RequestTarget | undefined {
  const [path = "", query = "", ...rest] = (url ?? "").split("?");
  if (rest.length > 0 || !/^\/(?:[\w-]+(?:\.[\w-]+)*(?:\/[\w-]+(?:\.[\w-]+)*)*)?$/.test(path)) return undefined;
  return { path, query: new URLSearchParams(query) };
}

/**
 * Checks a request. Every program on this machine, of every user, can connect to a port of 127.0.0.1, and so can every
 * page in a browser:
 * - The Host header must be the server's: with DNS rebinding, a foreign name points here and its page has the same
 *   origin.
 * - A request from another origin is refused, even with a token.
 * - All but the page's files needs the token, in a header. A cookie would not do: cookies ignore ports, so the browser
 *   would send it to other servers on 127.0.0.1, too.
 * @param target `undefined` if the URL is not plain
 * @returns the refusal; `undefined` if the request is allowed
 */
export function refuse(
  request: Sent,
  target: RequestTarget | undefined,
  port: number,
  admission: Admission,
): HttpRefusal | undefined {
  const sent = (admission.page ? refuseToPage : refuseToHook)(request, port);
  if (sent) return sent;
  if (target === undefined) return { status: 404, why: "There is nothing here." };
  const { method, headers } = request;
  if (admission.page?.isOpen(target.path))
    return method === "POST" ? { status: 405, why: "Nothing is posted here." } : undefined;
  return refuseCaller(headers, admission) ?? refuseBody(request, admission);
}

/** Checks the host, method and origin of a request to a server with a page. */
function refuseToPage({ method, headers }: Sent, port: number): HttpRefusal | undefined {
  const host = `127.0.0.1:${port}`;
  if (headers.host !== host) return wrongHost(host);
  if (method !== "POST" && method !== "GET" && method !== "HEAD")
    return { status: 405, why: "Only GET and POST are known here." };
  const { origin } = headers;
  return (origin === undefined ? method === "POST" : origin !== `http://${host}`)
    ? { status: 403, why: "Requests of other origins are refused." }
    : undefined;
}

/** Checks the host, method and origin of a request to a server without a page, which no browser asks. */
function refuseToHook({ method, headers }: Sent, port: number): HttpRefusal | undefined {
  const host = `127.0.0.1:${port}`;
  if (headers.host !== host && headers.host !== `localhost:${port}`) return wrongHost(host);
  if (method !== "POST") return { status: 405, why: "An event comes by POST." };
  return headers.origin !== undefined || headers["sec-fetch-site"] !== undefined
    ? { status: 403, why: "Requests of web pages are refused." }
    : undefined;
}

function wrongHost(host: string): HttpRefusal {
  return { status: 421, why: `This server answers to http://${host}/ only.` };
}

function refuseCaller(headers: IncomingMessage["headers"], { token, page }: Admission): HttpRefusal | undefined {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return { status: 403, why: "Requests of other sites are refused." };
  if (isBearer(headers.authorization, token)) return undefined;
  const hint = page ? " Open the address that `snapveil ui` printed." : "";
  return { status: 401, why: `The token is missing or wrong.${hint}` };
}

function refuseBody({ method, headers }: Sent, { most, page }: Admission): HttpRefusal | undefined {
  if (page && method === "POST" && headers["content-type"] !== "application/json")
    return { status: 415, why: "The body must be application/json." };
  const isTooLong = Number(headers["content-length"] ?? 0) > most;
  return isTooLong ? { status: 413, why: `A body has at most ${most} bytes.` } : undefined;
}

/**
 * Whether the `Authorization` header holds the token. The comparison takes the same time for every header, so its
 * duration does not reveal the token.
 */
function isBearer(header: string | undefined, token: string): boolean {
  const [bytes, wanted] = [Buffer.from(header ?? ""), Buffer.from(`Bearer ${token}`)];
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
}
