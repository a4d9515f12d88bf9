import type { IncomingMessage } from "node:http";

import { UserError } from "../kit/user-error.ts";

/** Bytes of a request: a list of ten thousand paths fits. */
const MOST = 4 << 20;

/** A request's body as JSON. @throws UserError where it is too long or no JSON */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MOST) throw new UserError("badArgument", ["The request is too long."]);
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString("utf8"));
  } catch (error) {
    throw new UserError("badArgument", ["The request is no JSON."], error);
  }
}
