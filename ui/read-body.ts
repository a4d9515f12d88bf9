import type { IncomingMessage } from "node:http";

import { UserError } from "../kit/user-error.ts";

/** A request's body as JSON; `refuse` has seen to its length. @throws UserError where it is no JSON */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  try {
    return JSON.parse(Buffer.concat(parts).toString("utf8"));
  } catch (error) {
    throw new UserError("badArgument", ["The request is no JSON."], error);
  }
}
