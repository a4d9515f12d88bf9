import type { Registered } from "../agents/formats/config-file.ts";
import type { InstallScope } from "../agents/formats/installer.ts";
import type { Check } from "./check.ts";

/** One of our hooks, and the file that it stands in. */
export interface RegisteredHook extends Registered {
  readonly path: string;
  readonly scope: InstallScope;
  /** Out of our plugin, and not out of the agent's own files. */
  readonly isPlugin?: true;
}

/** The hooks in one agent's files. */
export interface RegisteredHooks {
  readonly registered: readonly RegisteredHook[];
  /** Those that the agent sends to `snapveil serve`: the address stands in the place of a command. */
  readonly served: readonly RegisteredHook[];
  /** About files that cannot be read, or that switch hooks off. */
  readonly checks: readonly Check[];
}
