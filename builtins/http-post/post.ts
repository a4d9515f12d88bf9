import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";

import { isLoopbackUrl, isOwn, isPublicAddress } from "./is-public.ts";

export interface PostOptions {
  /** Hosts that may have private addresses, spelled as in a URL. */
  readonly allow: readonly string[];
  /** The most milliseconds for look-up, connection and answer together. */
  readonly patience: number;
  /** Looks up all addresses of a host; absent: the system's look-up is used. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
}

/** The error that nothing was delivered to the server. Its message says why, without the path and query of the URL. */
export class NotPosted extends Error {
  override readonly name = "NotPosted";
}

/** Posts a body once, and returns the status of the answer without reading its text. @throws NotPosted */
export async function post(url: URL, body: string, options: PostOptions): Promise<number> {
  return (await exchange(url, body, { ...options, most: 0 })).status;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/**
 * Posts a body once, and returns the answer. The connection goes to the addresses that were checked: another look-up
 * could give a different address. Redirects are not followed.
 * @param options `most`: the most bytes of an answer; with 0 its text is not read
 * @throws NotPosted
 */
export async function exchange(
  url: URL,
  body: string,
  options: PostOptions & { readonly most: number },
): Promise<Answer> {
  const { patience, resolve = resolveAll, most } = options;
  const aborter = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new NotPosted(`did not answer within ${(patience / 1000).toFixed(1)} s`));
      aborter.abort();
    }, patience);
  });
  const work = async () => send(url, body, await checked(url, options.allow, resolve), most, aborter.signal);
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    if (error instanceof NotPosted) throw error;
    // The error's message may contain more of the URL than its host.
    const { code } = error as NodeJS.ErrnoException;
    throw new NotPosted(`cannot be reached (${/^\w+$/.test(code ?? "") ? code : "unknown error"})`);
  } finally {
    clearTimeout(timer);
  }
}

/** The addresses of the URL's host. @throws NotPosted if one of these is not allowed */
async function checked(
  url: URL,
  allow: readonly string[],
  resolve: NonNullable<PostOptions["resolve"]>,
): Promise<readonly LookupAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  if (allow.includes(host)) return addresses;
  const fits = isLoopbackUrl(url) ? isOwn : isPublicAddress;
  if (addresses.length === 0 || !addresses.every(({ address }) => fits(address)))
    throw new NotPosted(
      isLoopbackUrl(url)
        ? "is not this machine, so nothing is sent"
        : "has a private address, so nothing is sent. Your settings can allow it: " +
            `"httpPost": { "allow": [${JSON.stringify(host)}] }`,
    );
  return addresses;
}

function resolveAll(host: string): Promise<readonly LookupAddress[]> {
  return lookup(host, { all: true });
}

/** Sends a request to known addresses. fetch() would look up the host again. */
function send(
  url: URL,
  body: string,
  addresses: readonly LookupAddress[],
  most: number,
  signal: AbortSignal,
): Promise<Answer> {
  const known: LookupFunction = (_host, { all }, answer) =>
    all ? answer(null, [...addresses]) : answer(null, addresses[0]!.address, addresses[0]!.family);
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    connection: "close",
  };
  const start = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const options = { method: "POST", headers, agent: false, lookup: known, signal, rejectUnauthorized: true };
    const request = start(url, options, (response) => {
      const { statusCode: status = 0 } = response;
      const isRead = most > 0 && status >= 200 && status < 300;
      const done = isRead ? textOf(response, most) : Promise.resolve("");
      done.then((text) => resolve({ status, text }), reject).finally(() => request.destroy());
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** The text of a response. @throws NotPosted if it is too long */
async function textOf(response: IncomingMessage, most: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) throw new NotPosted("answered with more than is read");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
