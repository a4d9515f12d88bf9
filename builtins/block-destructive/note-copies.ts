import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { isFolder } from "../../kit/files.ts";
import { keepSecretCopies, type SecretContent } from "../../session/secret-copies.ts";
import { ENVIRONMENT } from "../../shell/doors/effects.ts";
import type { Call } from "../call.ts";
import { SecretPlaces } from "../secret-files/secret-place.ts";
import type { ScriptVerdict } from "./script-verdict.ts";
import { COPIED } from "./secrets-read.ts";

/** Remembers the files that a call makes of files of secrets or of the environment, for later calls of the session. */
export function noteCopies({ written = new Map() }: ScriptVerdict, event: CallEvent, call: Call): void {
  const { sessionId, cwd } = event;
  // A call that is only explained does not run.
  if (!sessionId || written.size === 0 || call.remark) return;
  const places = new SecretPlaces(call, cwd, false);
  const contentOf = (sources: readonly string[]): SecretContent | undefined => {
    if (sources.includes(ENVIRONMENT)) return "environment";
    const isSecret = (one: string) => one.startsWith(COPIED) || places.find([one], cwd ?? "/") !== undefined;
    return sources.some(isSecret) ? "secrets" : undefined;
  };
  const copies = new Map<string, SecretContent | undefined>();
  for (const [path, sources] of written) if (!isFolder(path)) copies.set(path, contentOf(sources));
  keepSecretCopies(call.io, sessionId, copies);
}
