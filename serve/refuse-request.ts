import type { IncomingMessage } from "node:http";

import { isBearer } from "../kit/is-bearer.ts";

/** What goes back over HTTP. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  /** The exit code that a process would have had; absent where no event was answered. */
  readonly exitCode?: number;
}

/** Bytes of an event: the longest conversation that an agent can send is far below. */
export const MOST = 64 << 20;

/**
 * Why a request is turned away; `undefined` where it may pass. Every program on this machine reaches a port of
 * 127.0.0.1, and so does every page in a browser: the Host must be ours (DNS rebinding), no page may ask at all, and
 * without the token nothing is read.
 */
export function refuseRequest(
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  port: number,
  token: string,
): Answer | undefined {
  if (headers.host !== `127.0.0.1:${port}` && headers.host !== `localhost:${port}`)
    return { status: 421, body: `This server answers to http://127.0.0.1:${port}/ only.` };
  if (headers.origin !== undefined || headers["sec-fetch-site"] !== undefined)
    return { status: 403, body: "Requests of web pages are refused." };
  if (!isBearer(headers.authorization, token)) return { status: 401, body: "The token is missing or wrong." };
  if (Number(headers["content-length"] ?? 0) > MOST)
    return { status: 413, body: `An event has at most ${MOST} bytes.` };
  if (method !== "POST") return { status: 405, body: "An event comes by POST." };
  return undefined;
}
