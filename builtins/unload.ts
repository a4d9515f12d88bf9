import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";

import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { HookEvent, ModelEndpoint } from "../agents/codec/hook-event.ts";

/** The most milliseconds for unloading one model. */
const PATIENCE = 10_000;

/**
 * Unloads the models of the agent that was left, one after the other, through Docker Model Runner's unload endpoint.
 * Errors are ignored: a model that stays loaded must not stop the switch.
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
 * The address for unloading a model: an absolute `unload_api` as it is; otherwise `base_url`, with `unload_api` as its
 * path, or with `/_unload` in the place of `/v1`. `undefined` if `base_url` is no URL.
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

/** Posts a body, and resolves in any case. fetch() would take as long to load as a process takes to start. */
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
