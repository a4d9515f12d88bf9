import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

import { isObject, type JsonObject } from "../../../kit/json.ts";
import anthropic from "../wire/anthropic.ts";
import gemini from "../wire/gemini.ts";
import openaiChat from "../wire/openai-chat.ts";
import openaiResponses from "../wire/openai-responses.ts";
import type { Step } from "./script.ts";

const FORMATS = [anthropic, gemini, openaiChat, openaiResponses];
const REFUSAL = JSON.stringify({ type: "error", error: { type: "api_error", message: "as the script says" } });

export interface ScriptedModel {
  /** Without a path. */
  readonly url: string;
  /** Begins a script: one step for each request from now on, and "done" once it is over. */
  play(steps: readonly Step[]): Script;
  close(): void;
}

interface Script {
  /** Bodies of the requests that offered tools, in the order in which they came: each is all that the model sees. */
  readonly seen: readonly string[];
  /** Every request, whatever it was for: method, path and body. */
  readonly all: readonly string[];
  /** When the script comes to a step without an answer. */
  readonly silent: Promise<void>;
}

/** A model server on loopback that plays scripts. */
export async function scriptedModel(): Promise<ScriptedModel> {
  let script = newScript([]);
  let answers = 0;
  const server = createServer(async (request, response) => {
    const { steps, seen, all, fallSilent } = script;
    const path = (request.url ?? "").split("?")[0]!;
    const text = await bodyOf(request);
    all.push(`${request.method ?? ""} ${path}\n${text}`);
    const format = FORMATS.find((one) => one.speaks(path));
    if (request.method !== "POST" || !format)
      return void response.writeHead(404, { "content-type": "application/json" }).end("{}");
    const body = objectOf(text);
    const isTurn = format.offersTools(body);
    const given: Step = (isTurn ? steps[seen.length] : undefined) ?? { text: "done" };
    const step = typeof given === "function" ? given(text) : given;
    if (isTurn) seen.push(text);
    if (step === "silence") return fallSilent();
    if ("status" in step)
      return void response.writeHead(step.status, { "content-type": "application/json" }).end(REFUSAL);
    const answer = format.answer(step, `call_${(answers += 1)}`, request.url ?? "", body);
    response.writeHead(200, { "content-type": answer.type }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, play: (steps) => (script = newScript(steps)), close };
}

function newScript(steps: readonly Step[]) {
  let fallSilent = () => {};
  const silent = new Promise<void>((resolve) => (fallSilent = resolve));
  return { steps, seen: [] as string[], all: [] as string[], silent, fallSilent };
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
