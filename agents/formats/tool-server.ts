import { existsSync, readFileSync } from "node:fs";

import { parse as parseJson } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";

import { isObject, type Json } from "../../kit/json.ts";

/**
 * How an agent registers a server of tools (MCP): by its own commands, since the agent rewrites the file while it runs.
 */
export interface ToolServer {
  readonly program: string;
  /** The words before the server's name, and the option that sets a variable of the server. */
  readonly add: readonly string[];
  readonly variable: string;
  readonly remove: readonly string[];
  /** The file in which the agent keeps its servers, in the form of `configPath`, and the key that holds them. */
  readonly file: string;
  readonly key: string;
}

/** The name under which snapveil is registered. */
const NAME = "snapveil";

/** The command line that registers a server. */
export function addServer(
  { program, add, variable }: ToolServer,
  command: readonly string[],
  variables: readonly (readonly [name: string, value: string])[],
): readonly string[] {
  return [
    program,
    ...add,
    NAME,
    ...variables.flatMap(([name, value]) => [variable, `${name}=${value}`]),
    "--",
    ...command,
  ];
}

/** The command line that removes the server. */
export function removeServer({ program, remove }: ToolServer): readonly string[] {
  return [program, ...remove, NAME];
}

/** A registered server: the words of its command, and its variables. */
export interface FoundServer {
  readonly words: readonly string[];
  readonly variables: Readonly<Record<string, Json>>;
  /** Whether the command starts snapveil's server. */
  readonly isOurs: boolean;
}

/** The server that has snapveil's name in a file; `undefined` if there is none or the file cannot be read. */
export function findServer(path: string, { key }: ToolServer): FoundServer | undefined {
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, "utf8");
  const root = path.endsWith(".toml") ? tomlOf(text) : (parseJson(text) as Json | undefined);
  const servers = isObject(root) ? root[key] : undefined;
  const server = isObject(servers) ? servers[NAME] : undefined;
  if (!isObject(server)) return undefined;
  const { command, args, env } = server;
  const words = [command, ...(Array.isArray(args) ? args : [])].map(String);
  const isOurs = words.at(-1) === "mcp" && words.some((word) => /(?:^|[\\/])snapveil(?:\.cjs|\.cmd)?$/.test(word));
  return { words, variables: isObject(env) ? env : {}, isOurs };
}

function tomlOf(text: string): Json | undefined {
  try {
    return parseToml(text) as Json;
  } catch {
    return undefined; // the agent loads nothing of such a file either, and says so
  }
}
