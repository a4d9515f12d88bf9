import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

import { isObject, type JsonObject } from "../../../kit/json.ts";
import anthropic from "../wire/anthropic.ts";
import gemini from "../wire/gemini.ts";
import openaiChat from "../wire/openai-chat.ts";
import openaiResponses from "../wire/openai-responses.ts";
import type { Step } from "./script.ts";

const FORMATS = [anthropic, gemini, openaiChat, openaiResponses];

export interface ScriptedModel {
  /** Without a path. */
  readonly url: string;
  /** Bodies of the requests that offered tools, in the order in which they came: each is all that the model sees. */
  readonly seen: readonly string[];
  /** Every request, whatever it was for: method, path and body. */
  readonly all: readonly string[];
  close(): void;
}

/** A model server on loopback that plays a script, one step for each request, and "done" once it is over. */
export async function scriptedModel(steps: readonly Step[]): Promise<ScriptedModel> {
  const seen: string[] = [];
  const all: string[] = [];
  const server = createServer(async (request, response) => {
    const path = (request.url ?? "").split("?")[0]!;
    const text = await bodyOf(request);
    all.push(`${request.method ?? ""} ${path}\n${text}`);
    const format = FORMATS.find((one) => one.speaks(path));
    if (request.method !== "POST" || !format)
      return void response.writeHead(404, { "content-type": "application/json" }).end("{}");
    const body = objectOf(text);
    const isTurn = format.offersTools(body);
    const step: Step = (isTurn ? steps[seen.length] : undefined) ?? { text: "done" };
    if (isTurn) seen.push(text);
    const answer = format.answer(step, `call_${all.length}`, request.url ?? "", body);
    response.writeHead(200, { "content-type": answer.type }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, seen, all, close };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

function objectOf(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as JsonObject;
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
