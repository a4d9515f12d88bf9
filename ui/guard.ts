import type { IncomingMessage } from "node:http";

import { isBearer } from "../kit/is-bearer.ts";
import type { RequestTarget } from "../kit/request-target.ts";

/** Why a request is turned away, with the status that says so. */
export interface Refusal {
  readonly status: 401 | 403 | 404 | 405 | 413 | 415 | 421;
  readonly why: string;
}

/** Bytes of a request: a list of ten thousand paths fits. */
const MOST = 4 << 20;

/**
 * Who may ask what. Every program on this machine, of every user, reaches a port of 127.0.0.1, and so does every page
 * in the browser:
 * - the Host must be ours, or a foreign name that points here (DNS rebinding) would make us its own origin;
 * - a request of another origin is refused, whatever it brings;
 * - everything but the page's own files needs the token. It comes in a header and never in a cookie: cookies know no
 *   ports, so a browser would hand ours to whatever else is served on 127.0.0.1.
 * @param target what the answer will be looked up by; `undefined` where the request's address is none of ours
 * @param isOpen whether a path is one of the page's files
 */
export function refuse(
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  target: RequestTarget | undefined,
  port: number,
  token: string,
  isOpen: (path: string) => boolean,
): Refusal | undefined {
  const host = `127.0.0.1:${port}`;
  if (headers.host !== host) return { status: 421, why: `This server answers to http://${host}/ only.` };
  if (method !== "GET" && method !== "HEAD" && method !== "POST")
    return { status: 405, why: "Only GET and POST are known here." };
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  if ((origin !== undefined && origin !== `http://${host}`) || (method === "POST" && origin === undefined))
    return { status: 403, why: "Requests of other origins are refused." };
  if (target === undefined) return { status: 404, why: "There is nothing here." };
  if (isOpen(target.path)) return method === "POST" ? { status: 405, why: "Nothing is posted here." } : undefined;
  if (site !== undefined && site !== "same-origin") return { status: 403, why: "Requests of other sites are refused." };
  if (!isBearer(headers.authorization, token))
    return { status: 401, why: "The token is missing or wrong. Open the address that `snapveil ui` printed." };
  if (method === "POST" && headers["content-type"] !== "application/json")
    return { status: 415, why: "The body must be application/json." };
  if (method === "POST" && !(Number(headers["content-length"]) <= MOST))
    return { status: 413, why: `A body has its length said and at most ${MOST} bytes.` };
  return undefined;
}
