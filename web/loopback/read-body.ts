import type { IncomingMessage } from "node:http";

/** A request's body as text. @throws Error where it is longer than `most` bytes or breaks off */
export async function readBody(request: IncomingMessage, most: number): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > most) throw new Error("longer than it may be, and its length was not said");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
