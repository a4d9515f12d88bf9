import type { Registered } from "../agents/formats/config-file.ts";
import type { InstallScope } from "../agents/formats/installer.ts";
import type { Check } from "./check.ts";

/** One of snapveil's hooks, and the file that it stands in. */
export interface RegisteredHook extends Registered {
  readonly path: string;
  readonly scope: InstallScope;
  /** The hook stands in snapveil's plugin, not in the agent's own files. */
  readonly isPlugin?: true;
}

/** The hooks in one agent's files. */
export interface RegisteredHooks {
  readonly registered: readonly RegisteredHook[];
  /** The hooks that the agent sends to `snapveil serve`: an address stands in the place of their command. */
  readonly served: readonly RegisteredHook[];
  /** Faults of files that cannot be read, or that switch hooks off. */
  readonly checks: readonly Check[];
}
