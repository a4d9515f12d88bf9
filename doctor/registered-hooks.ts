import type { Registered } from "../agents/formats/config-file.ts";
import type { InstallScope } from "../agents/formats/installer.ts";
import type { Check } from "./check.ts";

/** The hooks in one agent's files. */
export interface RegisteredHooks {
  readonly registered: readonly (Registered & {
    readonly path: string;
    readonly scope: InstallScope;
    /** Out of our plugin, and not out of the agent's own files. */
    readonly isPlugin?: true;
  })[];
  /** About files that cannot be read, or that switch hooks off. */
  readonly checks: readonly Check[];
}
