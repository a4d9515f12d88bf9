import type { JsonObject } from "../../../kit/json.ts";
import type { AgentName } from "../../../agents/registry.ts";
import type { TemporaryWorld } from "../../support/temporary-world.ts";
import type { PseudoTerminal } from "../../support/pseudo-terminal.ts";
import type { Run } from "../../support/run.ts";
import type { ToolCall } from "./script.ts";

/** A released agent: how it is installed, set up, started without a person, and what its tools are called. */
export interface RealAgent {
  /** As `npm run test:agents` takes it. */
  readonly name: string;
  /** Its row of the matrix. */
  readonly dialect: AgentName;
  /** What npm installs, each with its exact version. */
  readonly packages: readonly string[];
  /** Its program, from `node_modules` on. */
  readonly program: string;
  /** What runs the program, where it is not started itself: this Node, or a newer one out of a package. */
  readonly node?: "this" | { readonly program: string };
  /** The words after the program. */
  words(prompt: string): readonly string[];
  /** The words that go on with the newest session, where the agent can do that without a person. */
  readonly again?: (prompt: string) => readonly string[];
  /**
   * Writes its settings: the scripted model as its only provider, no telemetry, no updates. Returns variables for its
   * environment.
   */
  configure(place: Place): Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>;
  /** Registers our hooks where `snapveil install` does not. */
  readonly register?: (world: TemporaryWorld) => void;
  /** Installs the package as the agent's own plugin. */
  readonly addPlugin?: (place: PluginPlace) => Promise<void>;
  /** The words that run one of our plugin's commands, where the agent takes one without a person. */
  readonly command?: (name: string) => readonly string[];
  /** Types one of our plugin's commands at the agent's terminal, which it was started on with these words. */
  readonly typesCommand?: {
    readonly words: readonly string[];
    readonly type: (terminal: PseudoTerminal, name: string) => Promise<void>;
    /** Who asks the person before anything is done. */
    readonly asks: "model" | "agent";
  };
  /** Types a prompt at the agent's terminal, which it was started on with these words, and the keys of its answers. */
  readonly isAsked?: {
    readonly words: readonly string[];
    readonly type: (terminal: PseudoTerminal, prompt: string) => Promise<void>;
    readonly yes: string;
    readonly no: string;
  };
  /** Makes the hook before a tool run a builtin that there is not: it guards all the same, so it denies. */
  misspell(world: TemporaryWorld): void;
  shell(command: string): ToolCall;
  write(path: string, content: string): ToolCall;
  /** A call of a tool of our MCP server, where `snapveil install --mcp` registers that; `words` allow it without a person. */
  readonly ownTool?: { readonly words: readonly string[]; call(tool: string, input: JsonObject): ToolCall };
  /** A file of instructions that the agent reads by itself, where a hook can take secrets out of it. */
  readonly instructions?: string;
}

export interface PluginPlace {
  readonly world: TemporaryWorld;
  /** The package, unpacked. */
  readonly folder: string;
  /** Starts the agent's program in the project. */
  run(words: readonly string[]): Promise<Run>;
}

interface Place {
  readonly world: TemporaryWorld;
  /** Of the scripted model, without a path. */
  readonly url: string;
  /** Starts the agent's program, for agents whose settings are written by themselves. */
  run(words: readonly string[]): Promise<unknown>;
}
