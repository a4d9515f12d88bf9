import type { Leg } from "../builtins/doors/table.ts";
import type { ExcludeChange } from "./exclude-lines.ts";
import type { InstallScope, Where } from "../agents/formats/installer.ts";
import type { AgentPlan } from "./agent-plan.ts";
import type { ProgramCopy } from "./run-plan.ts";
import type { ServerChange } from "./plan-servers.ts";
import type { Written } from "./apply-changes.ts";

/** The options of the command line. */
export interface InstallRequest {
  readonly agents: readonly string[];
  /** Whether every agent is meant that is found on this machine. */
  readonly all: boolean;
  readonly scope: InstallScope;
  readonly legs: readonly Leg[];
  readonly statusLine?: boolean;
  /** Whether to register the MCP server, too. */
  readonly mcp?: boolean;
  readonly program: ProgramCopy;
  /** The path of the running Node. */
  readonly execPath: string;
}

/** An agent that was found, and why it cannot be registered. */
export interface LeftOut {
  readonly agent: string;
  readonly why: string;
}

/** The plans for all agents, and the function that carries them out. */
export interface Preparation {
  readonly plans: readonly AgentPlan[];
  /** The changes of `info/exclude` in the project's repository. */
  readonly excludes: readonly ExcludeChange[];
  /** Files of the project that hold paths of this machine and that a commit would include. */
  readonly unignored: readonly string[];
  /** Sentences about events that would start snapveil twice, and about switched-off hooks. */
  readonly warnings: readonly string[];
  /** Agents that were found but cannot be registered, each with the reason. */
  readonly leftOut: readonly LeftOut[];
  /** Agent → the path of its program, of agents that only their programs show. */
  readonly programs: ReadonlyMap<string, string>;
  /** Whether the installation would change anything. */
  readonly isChange: boolean;
  /** Whether the program would be copied. */
  readonly isCopied: boolean;
  /** The registrations or removals of the MCP server. */
  readonly servers: readonly ServerChange[];
  readonly where: Where;
  run(): Done;
}

/** The result of an installation. */
export interface Done {
  readonly written: readonly Written[];
  readonly isRuntimeGone?: boolean;
  /** Sentences about exclude lines that could not be written, and about commands of agents that failed. */
  readonly faults: readonly string[];
}
