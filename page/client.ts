import type { Failure } from "../web/ui/api.ts";

const KEY = "snapveil-token";

export type Query = Readonly<Record<string, string>>;

/**
 * Moves the token from the URL's fragment to the session storage, which (unlike a cookie) is separate for each port and
 * ends with the tab. Browsers do not send the fragment to the server, and after the move it is not in the browser's
 * history.
 */
export function takeToken(): void {
  const token = /^#([\w-]{43})$/.exec(location.hash)?.[1];
  if (token === undefined) return;
  sessionStorage.setItem(KEY, token);
  history.replaceState(null, "", "/");
}

/** The error for a request that the server refuses, with a sentence for the person. */
export class Refused extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super((body as Partial<Failure> | undefined)?.error ?? `The server answered with ${status}.`);
    this.status = status;
    this.body = body;
  }
}

/** Sends a request with the token. @throws Refused if the server refuses it, TypeError if no server answers */
export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = {
    authorization: `Bearer ${sessionStorage.getItem(KEY) ?? ""}`,
    ...(init.body !== undefined && { "content-type": "application/json" }),
  };
  const response = await fetch(path, { ...init, headers, cache: "no-store", credentials: "omit" });
  if (!response.ok) throw new Refused(response.status, await response.json().catch(() => undefined));
  return response;
}

export function get(path: string, query: Query = {}, signal?: AbortSignal): Promise<Response> {
  return ask(`${path}?${new URLSearchParams(query)}`, signal ? { signal } : {});
}

export async function getJson<Value>(path: string, query?: Query, signal?: AbortSignal): Promise<Value> {
  return (await get(path, query, signal)).json() as Promise<Value>;
}

export async function getText(path: string, query: Query): Promise<string> {
  return (await get(path, query)).text();
}

export async function post<Value>(path: string, body: unknown): Promise<Value> {
  return (await ask(path, { method: "POST", body: JSON.stringify(body) })).json() as Promise<Value>;
}

/** A sentence about a thrown value, which the page shows. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof TypeError) return "The server has ended. Run snapveil ui again.";
  return "Something went wrong on this page. Reload it.";
}
