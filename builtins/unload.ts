import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";

import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { HookEvent, ModelEndpoint } from "../agents/codec/hook-event.ts";

/** Milliseconds for the unloading of one model. */
const PATIENCE = 10_000;

/**
 * Frees the models of the agent that was left, one after the other, through Docker Model Runner's unload endpoint.
 * Errors are swallowed: a model that stays loaded is no reason to hold up the switch.
 */
export default async function unload(event: HookEvent<"on_agent_switch">): Promise<Outcome> {
  if (!event.fromAgent || event.fromAgent === event.toAgent) return nothing;
  for (const model of event.fromAgentModels ?? []) {
    const url = model.provider === "dmr" ? unloadUrl(model) : undefined;
    if (url) await post(url, JSON.stringify({ model: model.model ?? "" }));
  }
  return nothing;
}

/**
 * An absolute `unload_api` verbatim; otherwise `base_url` with its `/v1` gone and `/_unload` (or `unload_api`) as path.
 */
export function unloadUrl({ baseUrl, unloadApi }: ModelEndpoint): URL | undefined {
  if (unloadApi && /^https?:\/\//.test(unloadApi)) return parseUrl(unloadApi);
  const url = parseUrl(baseUrl ?? "");
  if (!url) return undefined;
  if (unloadApi) url.pathname = unloadApi.startsWith("/") ? unloadApi : `/${unloadApi}`;
  else url.pathname = `${url.pathname.replace(/\/$/, "").replace(/\/v1$/, "")}/_unload`;
  return url;
}

function parseUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === "http:" || url.protocol === "https:" ? url : undefined;
}

/** Posts a body. Not by fetch: touching it costs as much as a whole process start. */
function post(url: URL, body: string): Promise<void> {
  return new Promise((resolve) => {
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      connection: "close",
    };
    const request = send(url, { method: "POST", headers, agent: false }, (response) => {
      response.resume();
      response.on("close", () => done());
    });
    const timer = setTimeout(() => request.destroy(), PATIENCE);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    request.on("error", done);
    request.on("close", done);
    request.end(body);
  });
}
