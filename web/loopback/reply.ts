import type { ServerResponse } from "node:http";
import { gunzipSync } from "node:zlib";

/** A reply. A string `body` is JSON or plain text, according to `type`. */
export interface HttpReply {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  /** The encoding of `body`; absent if it is not encoded. */
  readonly encoding?: "gzip";
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The content security policy of the page: only its own scripts and styles, images from the server or from loaded data,
 * no frames and no forms. It demands trusted types, with which no assignment can turn a text into markup.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/**
 * The content security policy of all replies except the page's files. They are data: even if a browser shows one as a
 * document, it runs nothing and loads nothing.
 */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** The headers of every reply, including the event stream. */
export function securityHeaders(isPage: boolean): Record<string, string> {
  return {
    "content-security-policy": isPage ? PAGE_POLICY : DATA_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
  };
}

/**
 * Sends a reply. If the body is compressed and the client does not accept gzip, as plain `curl`, the body is
 * decompressed.
 */
export function send(response: ServerResponse, { status, type, body: stored, encoding, headers }: HttpReply): void {
  const isAsStored = encoding === undefined || takesGzip(response.req.headers["accept-encoding"]);
  const body = isAsStored ? stored : gunzipSync(stored);
  response.writeHead(status, {
    ...securityHeaders(type.startsWith("text/html")),
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    ...(encoding && { vary: "accept-encoding" }),
    ...(encoding && isAsStored && { "content-encoding": encoding }),
    ...headers,
  });
  response.end(response.req.method === "HEAD" ? undefined : body);
}

/**
 * Whether a client accepts gzip, by the weights of RFC 9110: `gzip` takes precedence over `*`, and weight 0 means no.
 */
function takesGzip(accepted: string | string[] = ""): boolean {
  const weights = new Map(
    String(accepted)
      .toLowerCase()
      .split(",")
      .map((word) => {
        const [name = "", ...settings] = word.split(";").map((part) => part.trim());
        const weight = settings.find((one) => one.startsWith("q="))?.slice(2);
        return [name, weight === undefined ? 1 : Number(weight)] as const;
      }),
  );
  return (weights.get("gzip") ?? weights.get("x-gzip") ?? weights.get("*") ?? 0) > 0;
}

export function text(body: string, status: number): HttpReply {
  return { status, type: "text/plain; charset=utf-8", body };
}

export function json(value: unknown, status = 200): HttpReply {
  return { status, type: "application/json; charset=utf-8", body: JSON.stringify(value) };
}

export function failure(status: number, error: string): HttpReply {
  return json({ error }, status);
}
