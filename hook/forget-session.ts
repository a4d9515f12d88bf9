import type { Io } from "../kit/io.ts";
import { forgetHooksOf } from "../builtins/doors/beside-events.ts";
import { forgetClean, forgetTails } from "../redactors/doors/memory.ts";
import { forgetResults } from "../session/kept-results.ts";
import { forgetRefusedPaths } from "../session/refused-paths.ts";
import { forgetRewrittenCalls } from "../session/rewritten-calls.ts";
import { forgetPasses } from "../session/passes.ts";
import { forgetSecretCopies } from "../session/secret-copies.ts";
import { forgetShownOutputs } from "../session/shown-outputs.ts";
import { forgetKnownContext } from "../session/known-context.ts";

/** Deletes all state of a session. */
export function forgetSession(io: Io, sessionId: string): void {
  forgetClean(io, sessionId);
  forgetTails(io, sessionId);
  forgetResults(io, sessionId);
  forgetShownOutputs(io, sessionId);
  forgetPasses(io, sessionId);
  forgetKnownContext(io, sessionId);
  forgetRewrittenCalls(io, sessionId);
  forgetRefusedPaths(io, sessionId);
  forgetSecretCopies(io, sessionId);
  forgetHooksOf(io, sessionId);
}
