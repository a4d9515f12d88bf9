import { basename, resolve } from "node:path";

import { requestOf, type Request } from "../../shell/doors/effects.ts";
import { asAsked } from "./network.ts";
import type { CommandView } from "./rule.ts";

const NONE: readonly string[] = [];

/** The requests that commands of a call sent to servers, and the files to which they saved the answers. */
export class SentRequests {
  /** The absolute paths of files that hold the answer of a server. */
  readonly loaded = new Set<string>();
  /** The addresses of requests. */
  readonly addresses: string[] = [];

  note(view: CommandView, folder: string | undefined): void {
    const request = requestOf(view.name, view.own);
    if (!request) return;
    this.addresses.push(...asAsked(view.own, request.operands));
    for (const file of savedBy(view, request)) this.loaded.add(resolve(folder ?? "/", file));
  }
}

/** The files to which a command saves the answer of a server. */
function savedBy(view: CommandView, request: Request): readonly string[] {
  if (view.elsewhere) return NONE;
  const { output = "-", operands } = request;
  return [...view.writes, ...(output === "" ? operands.map((word) => basename(word)) : output === "-" ? [] : [output])];
}
